import PredicateSyntax

/// What reading a line gave.
enum LineReading: Equatable {
  /// A line, without its end.
  case line(String)
  /// Ctrl-C: the line is dropped.
  case interrupted
  /// There are no more lines.
  case end
}

/// Where lines come from: an editor on a terminal, standard input, a list in a test.
protocol LineSource: AnyObject {
  /// The next line. Where people type, the prompt is shown first. Throws where a line is longer than any statement may be.
  func nextLine(prompt: ShellPrompt) throws(PredicateIssue) -> LineReading

  /// The line that ``nextLine(prompt:)`` gives next, where it is there already, or has begun to come; nil where nobody knows when one comes.
  func waitingLine() throws(PredicateIssue) -> String?

  /// Keeps a statement for later recall, where that makes sense.
  func remember(_ statement: String)
}

extension LineSource {
  func waitingLine() throws(PredicateIssue) -> String? { nil }

  func remember(_ statement: String) {}
}
