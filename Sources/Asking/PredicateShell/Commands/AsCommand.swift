import PredicateSessions
import PredicateBinding
import PredicateModel
import PredicateStatements
import PredicateValues

extension ShellCommand {
  /// `.as swift|objc|sql|json [STATEMENT]`
  static let form = ShellCommand(
    "as", .required(nil, or: StandaloneForm.allCases.map(\.rawValue)), .optional(.statement),
    summary: "writes a statement, or the last one, as Swift, Objective-C, SQL or JSON",
    details: """
      swift and json have all clauses. objc is a fetch request; a comment names the parts that it cannot express: groups, computed values.
      sql has its constants in place, for reading and pasting; the shell itself binds them. A comment names functions
      that only a connection of this library has.
      A text that is read as a date is written as a date. objc refuses constructs that Apple's systems lack: lentOn.year, arithmetic with dates.
      """
  ) { arguments, session in
    let last = try arguments.explained()
    guard let form = arguments.word.flatMap(StandaloneForm.init(rawValue:)) else {
      throw PredicateIssue.noStatement(arguments.call.nameRange)
    }
    // Comments contain names of the database, so control characters in them are escaped.
    for line in try form.lines(of: session.bound(last), on: session.answers) {
      session.output.write((line.hasPrefix("//") ? CellText.escaped(line) : line) + "\n")
    }
  }
}
