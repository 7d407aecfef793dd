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
