import PredicateAnswers
import PredicateModel
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.explain [--full] [STATEMENT]`
  static let explain = ShellCommand(
    "explain", .option("--full"), .optional(.statement),
    summary: "shows what a statement means, its SQL, and how SQLite goes about it",
    details: """
      --full shows the typed condition too, which is what runs: it names the evaluated object $0; a question mark stands behind
      what can be nil.
      """
  ) { arguments, session in
    let query = try arguments.explained()
    let style = session.layout.style
    let bound = try BoundFetch(query.fetch, model: session.database.model, variables: session.queryVariables)
    let core = arguments.has("--full") ? MeaningText(core: bound).lines : []
    let meaning = MeaningText(query.fetch, model: session.database.model).lines
    for (heading, lines) in [("Meaning", meaning), ("Typed condition", core)] where !lines.isEmpty {
      session.output.write(style.strong(heading) + "\n")
      for line in lines { session.output.write("  \(CellText.escaped(line))\n") }
    }
    session.output.write(style.strong("SQL") + "\n")
    try AnswerWriter(session: session).showSQL(of: query)
    let statement = try session.run(query).statement()
    let steps = try session.answers.plan(of: statement)
    guard !steps.isEmpty else { return .done }
    session.output.write(style.strong("Plan") + "\n")
    for line in PlanText(tables: statement.tables).lines(for: steps) { session.output.write("  \(line)\n") }
    if let predicate = query.fetch.predicate, let entity = session.database.model.entity(named: query.fetch.entity) {
      for line in IndexAdvice(session.answers, entity, plan: steps).lines(for: predicate) {
        session.output.write("  \(style.quiet(CellText.escaped(line)))\n")
      }
    }
    return .done
  }
}
