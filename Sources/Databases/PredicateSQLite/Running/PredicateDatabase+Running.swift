import GRDB
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Asking a database. Everything runs in SQLite; what cannot be said in SQL is an issue of kind `unsupported`, never a slow answer.
///
/// All of these throw a `PredicateIssue` where the predicate is at fault, a ``DatabaseIssue`` where the database is, and a
/// `CancellationError` after ``interrupt()``.
extension PredicateDatabase {
  /// The keys of an entity's objects that a predicate is true of, ascending. Nil asks for all.
  public func ids(
    entity: String, predicate: QueryPredicate?, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    let statement = try translator.keys(of: entity, where: predicate, variables: variables, options: options)
    var keys = try integers(statement, options)
    // Keys that come in order, as most do, cost one comparison each.
    keys.sort()
    return keys
  }

  /// The keys of the objects of a fetch, in its order.
  public func keys(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    let translation = try translator.translate(fetch, variables: variables, form: .keys, options: options)
    return try integers(translation.statement, options)
  }

  /// The rows of a fetch: its columns; where it names none, the objects' keys, attributes and to-one relationships.
  public func fetch(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    var rows: [[QueryValue]] = []
    let columns = try forEachRow(fetch, variables: variables, options: options) { rows.append($0) }
    return ResultTable(columns: columns, rows: rows)
  }

  /// How many rows a fetch gives: objects, or groups.
  public func count(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> Int {
    let translation = try translator.translate(fetch, variables: variables, form: .count, options: options)
    return Int(try integers(translation.statement, options).first ?? 0)
  }

  /// What a fetch runs.
  public func statement(
    for fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .rows,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLTranslation {
    try translator.translate(fetch, variables: variables, form: form, options: options)
  }

  /// Ends what is running, from any thread: it throws `CancellationError`.
  public func interrupt() { reader.interrupt() }

  /// Runs a statement. The body may ask the database itself: a statement is one look at it, whatever else goes on.
  ///
  /// - Parameter policy: Counts SQLite's steps and those of our functions, and ends the statement when they are used up.
  func run(
    _ statement: SQLStatement, _ options: BindingOptions = BindingOptions(), countedBy policy: QueryPolicy? = nil,
    _ body: (StatementPointer) throws -> Void
  ) throws {
    try failing {
      try reader.unsafeReentrantRead { database in
        try SQLiteFunctions.ensure(on: database, functions: options.functions, limits: options.limits)
        try schemaWatch.check(statement, on: database, name: name)
        let run = try StatementRun(database, statement, repeatedStatements)
        guard let policy else { return try run.forEachRow(body) }
        guard let connection = database.sqliteConnection else { return }
        try StatementWork(policy).counting(on: connection) { try run.forEachRow(body) }
      }
    }
  }

  /// The first column of a statement's rows.
  func integers(
    _ statement: SQLStatement, _ options: BindingOptions, countedBy policy: QueryPolicy? = nil
  ) throws -> [Int64] {
    var integers: [Int64] = []
    try run(statement, options, countedBy: policy) { integers.append($0.integer(0)) }
    return integers
  }

  /// Runs work on the database, and tells what its errors are about.
  package func failing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw failure(error)
    }
  }

  /// What an error of SQLite is about: the predicate, an interruption, or the database.
  private func failure(_ error: DatabaseError) -> any Error {
    if error.resultCode == .SQLITE_INTERRUPT { return CancellationError() }
    if let issue = PredicateIssue(functionError: error) { return issue }
    if let issue = PredicateIssue(depthError: error) { return issue }
    return DatabaseIssue(error, path: name)
  }
}

/// What a shell wants to know beside answers.
extension PredicateDatabase {
  /// Whether an index that holds every row begins with a column, by their own names.
  public func hasIndex(beginningWith column: String, of table: String) -> Bool {
    indexes.begin(with: column, of: table)
  }

  /// How SQLite would run a statement: `EXPLAIN QUERY PLAN`.
  ///
  /// - Throws: ``DatabaseIssue`` where SQLite cannot prepare it.
  public func plan(of statement: SQLStatement) throws -> [PlanStep] {
    var steps: [PlanStep] = []
    try run(statement.preceded(by: "EXPLAIN QUERY PLAN ")) { row in
      guard case .text(let detail) = row.stored(3) else { return }
      steps.append(PlanStep(id: Int(row.integer(0)), parent: Int(row.integer(1)), detail: detail))
    }
    return steps
  }
}
