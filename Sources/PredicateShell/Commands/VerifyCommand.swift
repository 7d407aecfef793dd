import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.verify [STATEMENT|on|off]`
  static let verify = ShellCommand(
    "verify", .optional(.statement, or: ["on", "off"]),
    summary: "checks a statement, else the last one, or every one from now on, against memory",
    details: """
      Memory runs the whole statement, and the answers are compared: which rows, their order, every value, their number; of objects
      also all that they hold, without limit and offset. A difference is a bug, and is shown with its row, its column and both values.
      All rows of the database are read into memory for it, at most 1,000,000. The order of rows without an integer key, as
      those of a view, is not compared.
      """
  ) { arguments, session in
    if let isOn = arguments.isOn {
      session.settings.verifies = isOn
    } else {
      try AnswerWriter(session: session).verify(try arguments.explained())
    }
    return .done
  }
}
