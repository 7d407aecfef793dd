import PredicateSyntax

extension ShellCommand {
  /// `.verify [on|off|STATEMENT]`
  static let verify = ShellCommand(
    "verify", arguments: "[on|off|STATEMENT]",
    summary: "checks a statement, else the last one, or every one from now on, against memory",
    details: """
      All rows are read into memory for it. Rows that no integer names are compared by their key, those of a view by all that they
      hold. A difference between memory and SQL is a bug, and is shown as one.
      Of groups their objects are compared, their keys, and how many objects each has; not what else is computed of them.
      """,
    completes: .wordsOrStatement(["on", "off"])
  ) { call, session in
    switch call.argument.lowercased() {
    case "on": session.settings.verifies = true
    case "off": session.settings.verifies = false
    default: try Verification(session: session).run(try call.explained(in: session).fetch)
    }
    return .done
  }
}
