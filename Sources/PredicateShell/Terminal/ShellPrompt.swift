/// What stands before the line that is typed.
enum ShellPrompt: Equatable {
  /// A new statement; the name is that of the current entity.
  case statement(String)
  /// The statement goes on.
  case continuation

  /// The prompt's two parts: a name, which may be coloured, and what follows it.
  var parts: (name: String, rest: String) {
    switch self {
    case .statement(let entity): (CellText.escaped(entity), "> ")
    case .continuation: ("", "   ...> ")
    }
  }

  /// The prompt without colours.
  var text: String { parts.name + parts.rest }
}
