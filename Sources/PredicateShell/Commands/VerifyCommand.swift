import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.verify [on|off|STATEMENT]`
  static let verify = ShellCommand(
    "verify", arguments: "[on|off|STATEMENT]",
    summary: "checks a statement, else the last one, or every one from now on, against memory",
    details: """
      Memory runs the whole statement, and the answers are compared: which rows, their order, every value, their number; of objects
      also all that they hold, without limit and offset. A difference is a bug, and is shown with its row, its column and both values.
      All rows of the database are read into memory for it, at most 1,000,000. The order of rows without an integer key, as
      those of a view, is not compared.
      """,
    completes: .wordsOrStatement(["on", "off"])
  ) { call, session in
    switch call.argument.lowercased() {
    case "on": session.settings.verifies = true
    case "off": session.settings.verifies = false
    default: try Verification(session: session).run(try call.explained(in: session))
    }
    return .done
  }
}
