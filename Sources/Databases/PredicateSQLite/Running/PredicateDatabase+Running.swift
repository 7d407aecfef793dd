import GRDB
import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Fetches of an application. Everything runs in SQLite. A predicate that SQL cannot express is an issue of kind `unsupported`, never a slow answer.
extension PredicateDatabase: FetchingDatabase, FetchSource {
  /// Runs the fetches of an application.
  public var fetches: DatabaseFetches { DatabaseFetches(self) }

  package var memoryShare: MemoryShare { .nothing }

  /// Returns the keys of a fetch's objects in any order. The statement states no order, so that SQLite can search any index.
  package func unorderedKeys(
    of entity: String, where predicate: QueryPredicate?, variables: QueryVariables, options: BindingOptions
  ) throws -> [Int64] {
    let statement = try translator.keys(of: entity, where: predicate, variables: variables, options: options)
    var keys: [Int64] = []
    try run(statement, options) { keys.append($0.integer(0)) }
    return keys
  }

  package func forEachInteger(_ fetch: PreparedFetch, _ body: (Int64) throws -> Void) throws {
    try stream(fetch) { try body($0.integer(0)) }
  }

  /// Ends the running statements, which then throw `CancellationError`. May be called from any thread.
  public func interrupt() { reader.interrupt() }

  /// Translates a fetch. The result can run several times.
  ///
  /// - Parameters:
  ///   - policy: Counts the steps of SQLite and of the Swift functions, and ends the statement when they are used up.
  ///   - share: The parts that may be left to memory.
  package func prepare(
    _ fetch: BoundFetch, as form: SQLFetchForm, options: BindingOptions, countedBy policy: QueryPolicy? = nil,
    leaving share: MemoryShare = .nothing
  ) throws(PredicateIssue) -> PreparedFetch {
    try prepare(fetch, as: form, options: options, countedBy: policy, leaving: share, looks: true)
  }

  /// - Parameter looks: Whether the statement may rely on facts that are checked against the rows when it runs.
  func prepare(
    _ fetch: BoundFetch, as form: SQLFetchForm, options: BindingOptions, countedBy policy: QueryPolicy? = nil,
    leaving share: MemoryShare = .nothing, looks: Bool
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

  /// Runs the statement of a fetch that this database has prepared.
  func runStatement(of fetch: PreparedFetch, _ body: (StatementPointer) throws -> Void) throws {
    do {
      try run(fetch.statement(of: name), fetch.options, countedBy: fetch.policy, relyingOn: fetch.reliedColumns, body)
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

/// Rows one by one. Memory does not grow with their number. The body may use the database.
extension PredicateDatabase {
  func forEachRow(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Void) throws {
    let reader = RowReader(fetch.columns)
    try stream(fetch) { row in try body(reader.values(of: row)) }
  }

  @inline(__always)
  func stream(_ fetch: PreparedFetch, _ body: (StatementPointer) throws -> Void) throws {
    var count = 0
    try runStatement(of: fetch) { row in
      // Cancellation is checked only for every 256th row, because a check takes as long as a row.
      if count & 0xFF == 0 {
        try Task.checkCancellation()
        try CallLimit.check()
      }
      count += 1
      try body(row)
    }
  }
}

/// Facts about tables and statements that only a shell needs.
extension PredicateDatabase {
  /// Whether an index that contains every row begins with a column. The column and the table have their names in the database.
  public func hasIndex(beginningWith column: String, of table: String) -> Bool {
    indexes.begin(with: column, of: table)
  }

  /// The columns of unique indexes that contain every row, besides the primary key. Indexes of expressions are left out.
  package func uniqueKeys(ofTable table: String) throws -> [[String]] {
    try reader.read { database in
      var keys: [(index: Int64, columns: [String?])] = []
      try RawStatement(
        database,
        """
        SELECT l.seq, i.name FROM pragma_index_list(?) l JOIN pragma_index_info(l.name) i
        WHERE l."unique" AND NOT l.partial AND l.origin <> 'pk' ORDER BY l.seq DESC, i.seqno
        """
      ).read([.text(table)]) { row in
        let index = row.integer(at: 0)
        if keys.last?.index != index { keys.append((index, [])) }
        let name: String? = if case .text(let name) = row.value(at: 1) { name } else { nil }
        keys[keys.count - 1].columns.append(name)
      }
      return keys.compactMap { key in key.columns.contains(nil) ? nil : key.columns.compactMap(\.self) }
    }
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
