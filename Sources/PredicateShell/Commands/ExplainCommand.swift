import PredicateModel
import PredicateSyntax

extension ShellCommand {
  /// `.explain [STATEMENT]`
  static let explain = ShellCommand(
    "explain", arguments: "[STATEMENT]", summary: "shows what a statement means, its SQL, and how SQLite goes about it",
    details: "The typed condition names the evaluated object $0; a question mark stands behind what can be nil.",
    completes: .statement
  ) { call, session in
    let query: ShellQuery
    if call.argument.isEmpty {
      guard let last = session.lastQuery else { throw PredicateIssue.noStatement(call.nameRange) }
      query = last
    } else {
      query = try call.query(in: session)
      session.lastQuery = query
    }
    let style = session.layout.style
    let bound = try BoundFetch(query.fetch, model: session.database.model, variables: session.queryVariables)
    let meaning = MeaningText(bound).lines
    if !meaning.isEmpty {
      session.output.write(style.strong("Meaning") + "\n")
      for line in meaning { session.output.write("  \(CellText.escaped(line))\n") }
    }
    session.output.write(style.strong("SQL") + "\n")
    try AnswerWriter(session: session).showSQL(of: query)
    let plan = try ShellFetch(query, session: session)
    let statement = try session.database.sql(
      for: plan.fetch, variables: session.queryVariables, form: plan.form)
    let steps = try session.database.plan(
      for: plan.fetch, variables: session.queryVariables, form: plan.form)
    guard !steps.isEmpty else { return .done }
    session.output.write(style.strong("Plan") + "\n")
    for line in PlanText(sql: statement.sql).lines(for: steps) { session.output.write("  \(line)\n") }
    return .done
  }
}
