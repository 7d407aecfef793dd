/// What the argument of a command may be: what completion proposes there.
enum CommandArgument: Sendable {
  case nothing
  case statement
  case words([String])
  /// One of the words, or a statement.
  case wordsOrStatement([String])
  case entity
  case savedQuery
  case file
  /// What `.help` explains.
  case topic
}
