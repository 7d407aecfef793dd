import GRDB
import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Fetching. Everything runs in SQLite. A predicate that SQL cannot express is an issue of kind `unsupported`, never a slow answer.
///
/// All of these functions throw a `PredicateIssue` for a wrong predicate, a ``DatabaseIssue`` for a problem of the database, and a
/// `CancellationError` after ``interrupt()``.
extension PredicateDatabase {
  /// The keys of an entity's objects that meet a predicate, ascending; all keys without a predicate:
  /// `try database.ids(entity: "Movie", predicate: QueryPredicate("year > 1990"))`.
  ///
  /// - Parameters:
  ///   - entity: The name of an entity.
  ///   - predicate: The condition; names are those of the model.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part without a form in SQL, kind `limit`;
  ///   a `DatabaseIssue`.
  public func ids(
    entity: String, predicate: QueryPredicate?, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    let statement = try translator.keys(of: entity, where: predicate, variables: variables, options: options)
    var keys: [Int64] = []
    try run(statement, options) { keys.append($0.integer(0)) }
    // Sorting is cheap if the keys are already in order, as they mostly are: it costs one comparison per key.
    keys.sort()
    return keys
  }

  /// The keys of the objects of a fetch, in its order: `try database.keys(EntityFetch("Movie", limit: 10))`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part without a form in SQL, kind `limit`;
  ///   a `DatabaseIssue`.
  public func keys(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    try integers(prepare(fetch, as: .keys, variables, options))
  }

  /// The rows of a fetch: its columns; without columns, the objects' keys, attributes and to-one relationships.
  ///
  /// ```swift
  /// let database = try PredicateDatabase(DatabaseQueue(path: "films.sqlite"))
  /// let recent = EntityFetch("Movie", where: try QueryPredicate("year > 1990"), sortedBy: [.descending("rating")], limit: 3)
  /// try database.fetch(recent).rows.count  // 3
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part without a form in SQL, kind `limit`;
  ///   a `DatabaseIssue`.
  public func fetch(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    try rows(prepare(fetch, as: .rows, variables, options))
  }

  /// The rows of a fetch as values of a type, whose coding keys are the names of the columns: `try database.fetch(best, as: Movie.self)`.
  ///
  /// - Throws: As ``fetch(_:variables:options:)``, and `DecodingError` for rows that the type cannot read.
  public func fetch<Row: Decodable>(
    _ fetch: EntityFetch, as type: Row.Type, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Row] {
    try self.fetch(fetch, variables: variables, options: options).decoded(as: type)
  }

  /// The number of rows of a fetch: of objects, or of groups. `try database.count(EntityFetch("Movie", where: recent))`
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part without a form in SQL, kind `limit`;
  ///   a `DatabaseIssue`.
  public func count(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> Int {
    try number(prepare(fetch, as: .count, variables, options))
  }

  /// The SQL that a fetch runs, with its bound values: `try database.statement(for: EntityFetch("Movie", limit: 10)).statement.text`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - form: The columns that the statement selects.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part without a form in SQL, kind `limit`.
  public func statement(
    for fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .rows,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLTranslation {
    return try translator.translate(fetch, variables: variables, form: form, options: options)
  }

  /// Ends the running statements, which then throw `CancellationError`. May be called from any thread.
  public func interrupt() { reader.interrupt() }

  /// Translates a fetch. The result can run several times.
  ///
  /// - Parameters:
  ///   - policy: Counts the steps of SQLite and of the Swift functions, and ends the statement when they are used up.
  ///   - share: The parts that may be left to memory.
  ///   - looks: Whether the statement may rely on facts that are checked against the rows when it runs.
  package func prepare(
    _ fetch: BoundFetch, as form: SQLFetchForm, options: BindingOptions, countedBy policy: QueryPolicy? = nil,
    leaving share: MemoryShare = .nothing, looks: Bool = true
  ) throws(PredicateIssue) -> PreparedFetch {
    var lowering = lowering
    lowering.countsSteps = policy != nil
    if looks, lowering.rewrites.contains(.provenColumns) { lowering.reliedColumns = ReliedColumns(columnProofs) }
    let translation = try translator(lowering).translate(
      fetch, form: form, functions: options.functions, leaving: share)
    return PreparedFetch(
      fetch, form, translation, reliedColumns: lowering.reliedColumns?.all ?? [], options: options, policy: policy)
  }

  /// A translator whose statements only use functions that count their steps.
  var countingTranslator: SQLTranslator {
    var lowering = lowering
    lowering.countsSteps = true
    return translator(lowering)
  }

  /// Binds and translates a fetch.
  func prepare(
    _ fetch: EntityFetch, as form: SQLFetchForm, _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) -> PreparedFetch {
    return try prepare(
      BoundFetch(fetch, model: model, variables: variables, options: options), as: form, options: options)
  }

  /// The integers in the first column of the rows: keys, or a number.
  package func integers(_ fetch: PreparedFetch) throws -> [Int64] {
    var integers: [Int64] = []
    try runStatement(of: fetch) { integers.append($0.integer(0)) }
    return integers
  }

  /// Runs the statement of a fetch that this database has prepared.
  func runStatement(of fetch: PreparedFetch, _ body: (StatementPointer) throws -> Void) throws {
    guard let statement = fetch.statement else {
      throw DatabaseIssue(.failed, "“\(name)” did not prepare the fetch of \(fetch.fetch.entity.name)")
    }
    do {
      try run(statement, fetch.options, countedBy: fetch.policy, relyingOn: fetch.reliedColumns, body)
    } catch is ValuesHaveChanged {
      // The statement relied on values that have changed, and ended before its first row. So it is prepared again without relying on values.
      let plain = try prepare(
        fetch.fetch, as: fetch.form, options: fetch.options, countedBy: fetch.policy,
        leaving: fetch.remainder == nil ? .nothing : .all, looks: false)
      try runStatement(of: plain, body)
    }
  }

  /// Runs a statement. The body may use the database itself. A statement sees one state of the database.
  func run(
    _ statement: SQLStatement, _ options: BindingOptions = BindingOptions(), countedBy policy: QueryPolicy? = nil,
    relyingOn columns: [ReliedColumn] = [], _ body: (StatementPointer) throws -> Void
  ) throws {
    try failing {
      try reader.unsafeReentrantRead { database in
        try SQLiteFunctions.ensure(on: database, functions: options.functions, limits: options.limits)
        try schemaWatch.check(statement, on: database, name: name)
        let run = try StatementRun(database, statement, repeatedStatements)
        let state = RegisteredFunctions.state(of: database)
        // Only this statement ends with its task, not statements of other libraries on the connection.
        let isOfTask = state?.endsWithTask ?? false
        state?.endsWithTask = true
        defer { state?.endsWithTask = isOfTask }
        func isUpToDate() throws {
          // The check runs after the statement has begun, so that the check and the statement see the same state.
          for column in columns where try !columnProofs.holds(column, on: database) { throw ValuesHaveChanged() }
        }
        guard let policy else { return try run.forEachRow(beginning: columns.isEmpty ? nil : isUpToDate, body) }
        guard let state else { return }
        try StatementWork(policy).counting(with: state) { try run.forEachRow(beginning: isUpToDate, body) }
      }
    }
  }

  /// Runs work on the database, and adds the database's name to its errors.
  package func failing<Result>(_ body: () throws -> Result) throws -> Result {
    try CallLimit.check()
    do {
      return try body()
    } catch let error as DatabaseError {
      throw failure(error)
    }
  }

  /// The error to throw for an error of SQLite: an issue of the predicate, an interruption, or an issue of the database.
  private func failure(_ error: DatabaseError) -> any Error {
    if error.resultCode == .SQLITE_INTERRUPT { return CallLimit.interruption }
    if let issue = PredicateIssue(functionError: error) { return issue }
    if let issue = PredicateIssue(depthError: error) { return issue }
    return DatabaseIssue(error, path: name)
  }
}

/// Other facts for a shell.
extension PredicateDatabase {
  /// Whether an index that contains every row begins with a column. The column and the table have their names in the database.
  public func hasIndex(beginningWith column: String, of table: String) -> Bool {
    indexes.begin(with: column, of: table)
  }

  /// How SQLite would run a statement: `EXPLAIN QUERY PLAN`.
  ///
  /// - Throws: ``DatabaseIssue`` if SQLite cannot prepare it.
  package func plan(of statement: SQLStatement) throws -> [PlanNode] {
    var steps: [SQLitePlan.Step] = []
    try run(statement.preceded(by: "EXPLAIN QUERY PLAN ")) { row in
      guard case .text(let detail) = row.stored(3) else { return }
      steps.append((Int(row.integer(0)), Int(row.integer(1)), detail))
    }
    return SQLitePlan.nodes(of: steps)
  }
}
