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

/// A source of lines: an editor on a terminal, standard input, a list in a test.
protocol LineSource: AnyObject {
  /// The next line. At a terminal, the prompt is shown first. Throws if a line is longer than any statement may be.
  func nextLine(prompt: ShellPrompt) throws(PredicateIssue) -> LineReading

  /// The line that ``nextLine(prompt:)`` returns next, if it has arrived or has begun to arrive; nil if no line is waiting.
  func waitingLine() throws(PredicateIssue) -> String?

  /// Keeps a statement for later recall, if the source has a history.
  func remember(_ statement: String)
}

extension LineSource {
  func waitingLine() throws(PredicateIssue) -> String? { nil }

  func remember(_ statement: String) {}
}

/// The prompt in front of a typed line.
enum ShellPrompt: Equatable {
  /// A new statement; the name is that of the current entity. A star marks unsaved changes.
  case statement(String, hasChanges: Bool = false)
  /// The statement continues.
  case continuation
  /// A question, which one line answers.
  case question(String)

  /// The prompt's two parts: a name, which may be coloured, and the text after it.
  var parts: (name: String, rest: String) {
    switch self {
    case .statement(let entity, let hasChanges): (CellText.escaped(entity), hasChanges ? "*> " : "> ")
    case .continuation: ("", "   ...> ")
    case .question(let text): ("", CellText.escaped(text))
    }
  }

  /// Whether it is a question: lines that were typed or pasted earlier do not answer it.
  var isQuestion: Bool {
    if case .question = self { true } else { false }
  }

  /// The prompt without colours.
  var text: String { parts.name + parts.rest }
}
