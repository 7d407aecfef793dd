#if PostgreSQL
  import PredicateBinding
  import PredicateDatabases
  import PredicateDocuments
  import PredicateFetching
  import PredicateModel
  import PredicateReference
  import PredicateSQL
  import PredicateValues

  /// Fetches of an application. Memory runs the parts that the server cannot run.
  extension PostgreSQLDatabase: FetchingDatabase, FetchSource {
    /// Runs the fetches of an application.
    public var fetches: DatabaseFetches { DatabaseFetches(self) }

    package var memoryShare: MemoryShare { .all }

    package func callingOut(_ body: () throws -> Void) throws { try HeldConnection.outside(body) }

    package func prepare(
      _ fetch: BoundFetch, as form: SQLFetchForm, options: BindingOptions, countedBy policy: QueryPolicy?,
      leaving share: MemoryShare
    ) throws(PredicateIssue) -> PreparedFetch {
      let translation = try translator.translate(fetch, form: form, functions: options.functions, leaving: share)
      return PreparedFetch(fetch, form, translation, options: options, policy: policy)
    }

    /// Ends the running statements, which then throw `CancellationError`. May be called from any thread.
    public func interrupt() { pool.interrupt() }
  }

  extension PostgreSQLDatabase: QueryDatabase {
    package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws(PredicateIssue) -> PreparedFetch {
      try prepare(fetch, as: form, options: BindingOptions(), countedBy: nil, leaving: .all)
    }

    /// Passes the rows to the body as the server finds them. Memory holds only one row of a statement.
    package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
      let (statement, reader) = try start(fetch)
      try run(statement) { try body(reader.values(of: $0)) }
    }

    package func runBesideOthers(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
      let (statement, reader) = try start(fetch)
      try findingServerAway {
        let parameters = statement.bindings.map { ServerParameter($0) }
        try pool.runInParts(statement.text, parameters, read: { try reader.values(of: $0) }, body)
      }
    }

    /// The statement of a fetch, and the reader of its rows. Throws if the fetch's policy does not allow the statement.
    private func start(_ fetch: PreparedFetch) throws -> (SQLStatement, ValueReader) {
      let statement = try fetch.statement(of: name)
      if let policy = fetch.policy, try steps(of: statement) > Double(policy.work) { throw PredicateIssue.tooMuchWork }
      if let limit = StepLimit.current { try limit.take(steps(of: statement), for: name) }
      return (statement, ValueReader(fetch.columns, of: fetch.fetch.entity))
    }

    /// The number of steps that the server expects a statement to take. The statement does not run.
    ///
    /// One step is assumed to be one operator for one row, which costs 0.0025 in the server's units (`cpu_operator_cost`).
    private func steps(of statement: SQLStatement) throws -> Double {
      let cost =
        switch try explained(statement)?["Total Cost"] {
        case .double(let cost)?: cost
        case .integer(let cost)?: Double(cost)
        default: 0.0
        }
      return cost / 0.0025
    }

    /// Counts the steps that the server expects, and does not run a statement that would exceed the limit.
    package func limiting<Result>(steps: Int, _ work: () throws -> Result) rethrows -> Result {
      if StepLimit.current != nil { return try work() }
      return try StepLimit.$current.withValue(StepLimit(steps), operation: work)
    }

    func run(_ statement: SQLStatement, _ body: (ServerRow) throws -> Bool) throws {
      try findingServerAway {
        try pool.run(statement.text, statement.bindings.map { ServerParameter($0) }, countsRows: true, body)
      }
    }

    private func findingServerAway(_ run: () throws -> Void) throws {
      do { try run() } catch let issue as DatabaseIssue where issue.kind == .unreachable {
        // The transaction of a held connection runs no statement after an error.
        try HeldConnection.outside { try findServerAway(issue) }
        throw issue
      }
    }

    /// Throws the issue of the first server that does not answer, which names it. An issue of a connection that ended does not.
    private func findServerAway(_ issue: DatabaseIssue) throws {
      let partitions = catalogue.partitioned.values.flatMap(\.partitions)
      let tables = Dictionary(partitions.map { ($0.server, $0.name) }) { first, _ in first }
      // If the message names a server, that server refuses connections, and no server is asked: asking this one would take as long again.
      if tables.keys.contains(where: { issue.message.contains("\"\($0)\"") }) { return }
      for (_, table) in tables.sorted(by: { $0.key < $1.key }) {
        guard let name = catalogue.sqlNames[ScalarString(table)] else { continue }
        try pool.run("SELECT 1 FROM \(name) LIMIT 1") { _ in false }
      }
    }

    package func hasIndex(beginningWith column: String, of table: String) -> Bool {
      translator.indexes.begin(with: column, of: table)
    }

    /// An index finds equal texts in every collation. Comparisons by order and tests for a prefix need an index in the order of scalars.
    package func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
      if let obstacle = comparison.orderedIndexObstacle { return obstacle }
      guard attribute.type == .string else { return nil }
      if comparison.options.contains(.caseInsensitive) { return "the index distinguishes capital and small letters" }
      switch comparison.operator {
      case .equal, .in: return nil
      // Times are not an obstacle, because the server does not compare them as texts.
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between:
        if attribute.serverType == .time { return nil }
        fallthrough
      default:
        return translator.lowering.comparesByScalars(attribute)
          ? nil : "this index has another collation, but predicates need the order of COLLATE \"C\""
      }
    }

    package func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String? {
      guard let table = catalogue.sqlNames[ScalarString(entity.table)], !entity.isReadOnly, attribute.type != .any
      else {
        return nil
      }
      let collation = ordersTexts && !translator.lowering.comparesByScalars(attribute) ? " COLLATE \"C\"" : ""
      return "CREATE INDEX ON \(table) (\(attribute.column.quoted(by: "\""))\(collation))"
    }

    package func indexProposal(forKey columns: [String], of table: String) -> String? {
      guard let name = catalogue.sqlNames[ScalarString(table)], translator.indexes.know(table), !columns.isEmpty,
        model.entities.allSatisfy({ !$0.isReadOnly || !$0.table.hasSameScalars(as: table) })
      else { return nil }
      return "CREATE INDEX ON \(name) (\(columns.map { $0.quoted(by: "\"") }.joined(separator: ", ")))"
    }

    package func uniqueKeys(ofTable table: String) throws -> [[String]] {
      catalogue.tables.first { $0.name.hasSameScalars(as: table) }?.uniqueKeys ?? []
    }

    /// nil is below every value in both directions, which the server's NULLS FIRST gives to an index of a column that may be NULL.
    package func indexProposal(forOrderBy attribute: Attribute, of entity: Entity) -> String? {
      let hasIndex =
        attribute.mayBeNil
        ? catalogue.orders.contains([ScalarString(entity.table), ScalarString(attribute.column)])
        : hasIndex(beginningWith: attribute.column, of: entity.table)
      guard !hasIndex || attribute.type == .string && !translator.lowering.comparesByScalars(attribute),
        attribute.serverType?.isOrderedByItself == true,
        let proposal = indexProposal(for: attribute, of: entity, ordersTexts: attribute.type == .string)
      else { return nil }
      return attribute.mayBeNil ? proposal.dropLast() + " NULLS FIRST)" : proposal
    }

    package func approximateRowCount(ofTable name: String) throws -> Int? { catalogue.rowCounts[ScalarString(name)] }

    /// Distinct values among the first 20,000 rows of the table.
    package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
      guard let entity = model.entity(named: entity), let attribute = entity.attribute(named: attribute),
        let table = catalogue.sqlNames[ScalarString(entity.table)]
      else { return [] }
      guard pool.isUTF8 || prefix.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
      var column = attribute.column.quoted(by: "\"")
      switch attribute.type {
      case .string, .integer, .uuid: break
      // The value is cast to text, because the server cannot group json.
      case .any where attribute.isJSON: column = "CAST(\(column) AS text)"
      default: return []
      }
      let statement = """
        SELECT c FROM (SELECT \(column) AS c FROM \(table) LIMIT 20000) t \
        WHERE strpos(lower(CAST(c AS text)), lower($1)) = 1 GROUP BY c ORDER BY c LIMIT $2
        """
      var values: [QueryValue] = []
      try pool.run(statement, [ServerParameter(.string(prefix)), .integer(Int64(limit))]) { row in
        let json = attribute.isJSON ? row.bytes(0).flatMap { QueryValue(storedJSON: $0) } : nil
        values.append(json ?? ValueReader.value(0, of: row, as: attribute.type))
        return true
      }
      return values
    }

    // MARK: Progress

    /// Reports the number of rows that have arrived, with each row and repeatedly while the server sends none.
    package func watching<Result>(
      _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
    ) rethrows -> Result {
      try pool.watching(report, work)
    }

    package var activity: String? { pool.activity }

    // MARK: Changes by others

    /// The data number is the server's count of written rows, which it updates when a transaction ends.
    package func version() throws -> DatabaseVersion {
      var writes: Int64 = 0
      let statement = """
        SELECT pg_stat_get_db_tuples_inserted(oid) + pg_stat_get_db_tuples_updated(oid) + pg_stat_get_db_tuples_deleted(oid)
        FROM pg_catalog.pg_database WHERE datname = current_database()
        """
      try pool.run(statement) { row in
        writes = row.integer(0) ?? 0
        return false
      }
      return DatabaseVersion(schema: try Catalogue.fingerprint(pool), data: writes)
    }

    package func reloadedIfChanged() throws -> PostgreSQLDatabase? {
      try Catalogue.fingerprint(pool) == catalogue.fingerprint ? nil : readAgain()
    }

    package func reloaded(withNew table: String) throws -> PostgreSQLDatabase { try readAgain() }
  }
#endif
