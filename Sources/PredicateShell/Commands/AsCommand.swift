import PredicateSyntax

extension ShellCommand {
  /// `.as swift|objc|sql|json`
  static let form = ShellCommand(
    "as", arguments: "swift|objc|sql|json", summary: "writes the last statement for pasting somewhere else",
    details: "sql has its constants in place, for reading and pasting; what the shell runs has them bound.",
    completes: .words(PastedForm.allCases.map(\.rawValue))
  ) { call, session in
    let names = PastedForm.allCases.map(\.rawValue)
    guard let form = PastedForm(rawValue: call.argument.lowercased()) else {
      throw call.unexpectedArgument(expected: names.joined(separator: ", "), among: names)
    }
    guard let query = session.lastQuery else { throw PredicateIssue.noStatement(call.nameRange) }
    let plan = try ShellFetch(query, session: session)
    let statement = try session.database.sql(
      for: plan.fetch, variables: session.queryVariables, form: plan.form)
    session.output.write(form.text(of: query, sql: (statement.sql, statement.bindings)) + "\n")
    return .done
  }
}
