import PredicateSyntax

/// The result of reading a line.
enum LineReading: Equatable {
  /// A line, without its end.
  case line(String)
  /// Ctrl-C: the line is dropped.
  case interrupted
  /// The input has ended.
  case end
}

/// A source of lines: an editor on a terminal, standard input, or a list in a test.
protocol LineSource: AnyObject {
  /// Reads the next line. On a terminal, the prompt is shown first. Throws if the line is longer than any statement may be.
  func nextLine(prompt: ShellPrompt) throws(PredicateIssue) -> LineReading

  /// The line that ``nextLine(prompt:)`` will return, if at least its first byte can be read without waiting; otherwise nil.
  func waitingLine() throws(PredicateIssue) -> String?

  /// Adds a statement to the history, if the source has one.
  func remember(_ statement: String)
}

extension LineSource {
  func waitingLine() throws(PredicateIssue) -> String? { nil }

  func remember(_ statement: String) {}
}

/// The prompt in front of a typed line.
enum ShellPrompt: Equatable {
  /// The prompt for a new statement. The text is the current entity or place. A star marks unsaved changes.
  case statement(String, hasChanges: Bool = false)
  /// The prompt for a line that continues a statement.
  case continuation
  /// A question that is answered by one line.
  case question(String)

  /// The two parts of the prompt: a name, which may be coloured, and the text after it.
  var parts: (name: String, rest: String) {
    switch self {
    case .statement(let entity, let hasChanges): (CellText.escaped(entity), hasChanges ? "*> " : "> ")
    case .continuation: ("", "   ...> ")
    case .question(let text): ("", CellText.escaped(text))
    }
  }

  /// Whether the prompt is a question. Only a line that is typed after the question answers it.
  var isQuestion: Bool {
    if case .question = self { true } else { false }
  }

  /// The prompt without colours.
  var text: String { parts.name + parts.rest }
}
