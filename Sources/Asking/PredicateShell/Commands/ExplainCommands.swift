import PredicateSessions
import PredicateReference
import PredicateModel
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.sql [STATEMENT|on|off]`
  static let sql = ShellCommand(
    "sql", .optional(.statement, or: ["on", "off"]),
    summary: "shows the SQL of a statement, or of all later statements",
    details: """
      on and off: whether each answer comes with its SQL.
      A statement: its SQL alone, it does not run. Nothing: the SQL of the last statement.
      """
  ) { arguments, session in
    if let isOn = arguments.isOn {
      session.settings.showsSQL = isOn
    } else {
      try AnswerWriter(session: session).showSQL(of: session.prepared(arguments.explained()))
    }
  }

  /// `.explain [--full] [--run] [STATEMENT]`
  static let explain = ShellCommand(
    "explain", .option("--full"), .option("--run"), .optional(.statement),
    summary: "shows the meaning of a statement, its SQL, and how the database runs it",
    details: """
      --full also shows the typed condition that runs. In it, $0 is the evaluated object, and a question mark follows values that
      can be nil.
      \(NamedDatabase.help(\.measuredPlan))
      """
  ) { arguments, session in
    let query = try arguments.explained()
    let style = session.layout.style
    let statement = try session.bound(query)
    let core = arguments.has("--full") ? MeaningText(core: statement.bound).lines : []
    let meaning = MeaningText(statement.fetch, model: statement.model).lines
    for (heading, lines) in [("Meaning", meaning), ("Typed condition", core)] where !lines.isEmpty {
      session.output.write(style.strong(heading) + "\n")
      for line in lines { session.output.write("  \(CellText.escaped(line))\n") }
    }
    session.output.write(style.strong("SQL") + "\n")
    let prepared = try PreparedStatement(statement, on: session.answers)
    try AnswerWriter(session: session).showSQL(of: prepared)
    if prepared.leavesConditions, let predicate = statement.fetch.predicate {
      session.output.write(style.strong("Conditions") + "\n")
      let parts = DecidedParts(statement.bound, on: session.answers)
      for line in try parts.lines(for: predicate, variables: session.queryVariables) {
        session.output.write("  \(CellText.escaped(line))\n")
      }
    }
    let measured = try arguments.has("--run") ? prepared.sql().map(session.database.measuredPlan) : nil
    let steps = try measured ?? prepared.plan()
    guard !steps.isEmpty else { return }
    session.output.write(style.strong("Plan") + "\n")
    let tables = try prepared.sql()?.tables ?? [:]
    for line in PlanText(tables: tables).lines(for: steps) { session.output.write("  \(line)\n") }
    for line in IndexAdvice(session.answers, statement.bound.entity, plan: steps).lines(for: statement.fetch) {
      session.output.write("  \(style.quiet(CellText.escaped(line)))\n")
    }
  }

  /// `.why KEY [STATEMENT]`
  static let why = ShellCommand(
    "why", .required(.key), .optional(.statement),
    summary: "shows the condition of a statement, or of the last one, with all values for one object",
    details: """
      KEY is the integer that identifies the object, which answers show first: .why 24 Movie where year < 1945.
      For a table without such an integer it is the value of the primary key, in quotes if it has spaces. ENTITY[KEY] names an
      object of any table: .why OrderLine[10248, 11] quantity > 9. For a view KEY is the position among all rows, from 1; so
      is one number for a primary key of several columns.
      Each part of the condition is true, false, or could not be evaluated.
      """
  ) { arguments, session in
    let word = arguments[.key] ?? ""
    let object = session.parser.parse(word).query?.object
    let label = try object.flatMap {
      try RowLabel($0, in: session.database.model, variables: session.queryVariables)
    }
    // In `OrderLine[10248, 11] quantity > 9` the object's entity replaces the current entity.
    let fetch = try arguments.explained(about: label?.entity).fetch
    guard let predicate = fetch.predicate, let entity = session.database.model.entity(named: fetch.entity) else {
      throw PredicateIssue.noPredicate(arguments.call.nameRange)
    }
    guard let row = object == nil ? RowLabel(word, of: entity) : label, entity.includes(row.entity) else {
      throw PredicateIssue.commandArgument(
        expected: CommandParameter.Kind.key.description, found: word, range: arguments.place(.key))
    }
    let explanation = try session.answers.explanation(of: predicate, for: row, variables: session.queryVariables)
    guard let explanation else { throw PredicateIssue.noObject(row.text, range: arguments.place(.key)) }
    let layout = session.layout
    let titles = try session.answers.titles(of: explanation.references)
    ExplanationText(style: layout.style, titles: titles, width: layout.width).write(explanation, to: session.output)
  }

  /// `.empty [STATEMENT]`
  static let empty = ShellCommand(
    "empty", .optional(.statement),
    summary: "shows which condition of a statement, or of the last one, is false for all objects",
    details: """
      Each condition is counted alone, and its constant is compared with the values of the column.
      On a terminal this is shown after each answer without rows; elsewhere a note shows values close to the constants.
      """
  ) { arguments, session in
    let query = try arguments.explained()
    guard query.fetch.predicate != nil else { throw PredicateIssue.noPredicate(arguments.call.nameRange) }
    try AnswerWriter(session: session).explainEmpty(query)
  }

  /// `.verify [STATEMENT|on|off]`
  static let verify = ShellCommand(
    "verify", .optional(.statement, or: ["on", "off"]),
    summary: "checks the answer of a statement, of the last one, or of all later ones, by computing it in memory",
    details: """
      Memory runs the whole statement, and the answers are compared: the rows, their order and number, and every value. If
      the rows are objects, each property of each object is compared, too, also of the objects that limit and offset leave
      out. A difference is a bug, and is shown with its row, its column and both values.
      All rows of the database are read into memory, at most 1,000,000. The order of rows without an integer key, such as
      those of a view, is not compared.
      """
  ) { arguments, session in
    if let isOn = arguments.isOn {
      session.settings.verifies = isOn
    } else {
      try AnswerWriter(session: session).verify(session.bound(arguments.explained()))
    }
  }
}
