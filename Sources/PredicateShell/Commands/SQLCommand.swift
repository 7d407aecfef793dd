import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.sql [on|off|STATEMENT]`
  static let sql = ShellCommand(
    "sql", arguments: "[on|off|STATEMENT]", summary: "shows the SQL of a statement, or of every one from now on",
    details: """
      on and off: whether each answer comes with its SQL.
      A statement: its SQL alone, it does not run. Nothing: the SQL of the last statement.
      """,
    completes: .wordsOrStatement(["on", "off"])
  ) { call, session in
    switch call.argument.lowercased() {
    case "on": session.settings.showsSQL = true
    case "off": session.settings.showsSQL = false
    default: try AnswerWriter(session: session).showSQL(of: try call.explained(in: session))
    }
    return .done
  }
}
