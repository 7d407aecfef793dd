/// What the argument of a command may be: what completion proposes there.
enum CommandArgument: Sendable {
  case nothing
  case statement
  case words([String])
  /// One of the words, or a statement.
  case wordsOrStatement([String])
  /// A number, then a statement.
  case keyAndStatement
  case entity
  /// An entity, or one of the words.
  case entityOrWords([String])
  /// A variable that has a value.
  case variable
  case savedQuery
  case file
  /// A file, INTO, and the entity that its records become.
  case fileIntoEntity
  /// What `.help` explains.
  case topic
}
