import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.sql [STATEMENT|on|off]`
  static let sql = ShellCommand(
    "sql", .optional(.statement, or: ["on", "off"]),
    summary: "shows the SQL of a statement, or of every one from now on",
    details: """
      on and off: whether each answer comes with its SQL.
      A statement: its SQL alone, it does not run. Nothing: the SQL of the last statement.
      """
  ) { arguments, session in
    if let isOn = arguments.isOn {
      session.settings.showsSQL = isOn
    } else {
      try AnswerWriter(session: session).showSQL(of: try arguments.explained())
    }
    return .done
  }
}
