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

/// What stands before the line that is typed.
enum ShellPrompt: Equatable {
  /// A new statement; the name is that of the current entity. A star says that changes are not saved.
  case statement(String, hasChanges: Bool = false)
  /// The statement goes on.
  case continuation
  /// A question, which one line answers.
  case question(String)

  /// The prompt's two parts: a name, which may be coloured, and what follows it.
  var parts: (name: String, rest: String) {
    switch self {
    case .statement(let entity, let hasChanges): (CellText.escaped(entity), hasChanges ? "*> " : "> ")
    case .continuation: ("", "   ...> ")
    case .question(let text): ("", CellText.escaped(text))
    }
  }

  /// Whether a question is asked: nothing that was typed or pasted before answers it.
  var isQuestion: Bool {
    if case .question = self { true } else { false }
  }

  /// The prompt without colours.
  var text: String { parts.name + parts.rest }
}
