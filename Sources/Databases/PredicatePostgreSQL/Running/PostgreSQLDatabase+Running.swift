#if PostgreSQL
  import PredicateBinding
  import PredicateDatabases
  import PredicateDocuments
  import PredicateFetching
  import PredicateModel
  import PredicateReference
  import PredicateSQL
  import PredicateValues

  /// Fetches. All of these functions throw a `PredicateIssue` for a wrong predicate, a ``DatabaseIssue`` for a problem of the server, and a
  /// `CancellationError` after ``interrupt()``.
  extension PostgreSQLDatabase {
    /// The keys of an entity's objects that a predicate is true for, ascending; for nil, the keys of all objects: `try shop.ids(entity: "Film",
    /// predicate: predicate)`.
    ///
    /// - Parameters:
    ///   - entity: The name of an entity.
    ///   - predicate: The condition; names are those of the model.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `limit`; a `DatabaseIssue`.
    public func ids(
      entity: String, predicate: QueryPredicate?, variables: QueryVariables = [:],
      options: BindingOptions = BindingOptions()
    ) throws -> [Int64] {
      try keys(EntityFetch(entity, where: predicate), variables: variables, options: options).sorted()
    }

    /// The keys of the objects of a fetch, in its order: `try shop.keys(EntityFetch("Film", where: predicate))`.
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `limit`; a `DatabaseIssue`.
    public func keys(
      _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
    ) throws -> [Int64] {
      try integers(prepare(fetch, as: .keys, variables, options))
    }

    /// The rows of a fetch: its columns; without columns, the objects' keys, attributes and to-one relationships.
    ///
    /// ```swift
    /// try shop.fetch(EntityFetch("Film", limit: 10))
    /// ```
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `limit`; a `DatabaseIssue`.
    public func fetch(
      _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
    ) throws -> ResultTable {
      try rows(prepare(fetch, as: .rows, variables, options))
    }

    /// The number of rows of a fetch, objects or groups: `try shop.count(EntityFetch("Film", where: predicate))`.
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `limit`; a `DatabaseIssue`.
    public func count(
      _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
    ) throws -> Int {
      try number(prepare(fetch, as: .count, variables, options))
    }

    /// Passes a fetch's rows to the body one by one, and returns the names of their columns. Memory holds one row, or one batch if memory runs a part
    /// of the fetch.
    ///
    /// ```swift
    /// try shop.forEachRow(EntityFetch("Film")) { row in print(row) }
    /// ```
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    ///   - body: Receives each row. An error that it throws ends the iteration.
    @discardableResult
    public func forEachRow(
      _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
      _ body: ([QueryValue]) throws -> Void
    ) throws -> [String] {
      let prepared = try prepare(fetch, as: .rows, variables, options)
      try forEachRow(prepared) { row in
        try HeldConnection.outside { try body(row) }
        return true
      }
      return prepared.columnNames
    }

    /// Passes the keys of a fetch's objects to the body one by one: `try shop.forEachKey(EntityFetch("Film")) { key in print(key) }`.
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    ///   - body: Receives each key. An error that it throws ends the iteration.
    public func forEachKey(
      _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
      _ body: (Int64) throws -> Void
    ) throws {
      try forEachRow(prepare(fetch, as: .keys, variables, options)) { row in
        if case .integer(let key)? = row.first { try HeldConnection.outside { try body(key) } }
        return true
      }
    }

    /// Passes a fetch's rows to the body in tables of a given size; the last table may be shorter. A fetch without rows passes one empty table.
    ///
    /// - Parameters:
    ///   - size: The number of rows of each table but the last.
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    ///   - body: Receives each table. An error that it throws ends the iteration.
    public func forEachBatch(
      of size: Int, _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
      _ body: (ResultTable) throws -> Void
    ) throws {
      try forEachBatch(of: size, prepare(fetch, as: .rows, variables, options)) { table in
        try HeldConnection.outside { try body(table) }
      }
    }

    /// The statement of a fetch, and the part that memory runs.
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - form: The columns that the statement selects.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `limit`.
    public func statement(
      for fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .rows,
      options: BindingOptions = BindingOptions()
    ) throws -> SQLTranslation {
      let bound = try BoundFetch(fetch, model: model, variables: variables, options: options)
      return try translator.translate(bound, form: form, functions: options.functions, leaving: .all)
    }

    /// The reason why an object meets a predicate or not; nil for an unknown object. Fetches the object's row, and related rows that the predicate
    /// reads.
    ///
    /// ```swift
    /// let alien = ObjectReference(entity: "Movie", key: 24)
    /// let why = try database.explanation(of: QueryPredicate("year > 1990 AND lent == YES"), for: alien)
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: The condition; names are those of the model.
    ///   - object: The object, by its entity and key.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    public func explanation(
      of predicate: QueryPredicate, for object: ObjectReference, variables: QueryVariables = [:],
      options: BindingOptions = BindingOptions()
    ) throws -> Explanation? {
      try explained(predicate, for: object, variables: variables, options: options)
    }

    /// For each part of a predicate, the number of objects that it holds for. That shows which condition excludes how many objects. Each number takes
    /// one statement.
    ///
    /// ```swift
    /// try shop.countParts(of: QueryPredicate("year > 1990"), entity: "Film")
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: The condition; names are those of the model.
    ///   - entity: The name of an entity.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `limit`; a `DatabaseIssue`.
    public func countParts(
      of predicate: QueryPredicate, entity: String, variables: QueryVariables = [:],
      options: BindingOptions = BindingOptions()
    ) throws -> Explanation.Counts {
      try Explanation.Counts(of: predicate) {
        try count(EntityFetch(entity, where: $0), variables: variables, options: options)
      }
    }

    /// Ends the running statements, which then throw `CancellationError`. May be called from any thread.
    public func interrupt() { pool.interrupt() }
  }

  extension PostgreSQLDatabase: QueryDatabase {
    package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws(PredicateIssue) -> PreparedFetch {
      try prepare(fetch, as: form, BindingOptions())
    }

    /// - Parameter policy: Limits the work of a fetch with untrusted text.
    func prepare(
      _ fetch: BoundFetch, as form: SQLFetchForm, _ options: BindingOptions, countedBy policy: QueryPolicy? = nil
    ) throws(PredicateIssue) -> PreparedFetch {
      let translation = try translator.translate(fetch, form: form, functions: options.functions, leaving: .all)
      return PreparedFetch(fetch, form, translation, options: options, policy: policy)
    }

    private func prepare(
      _ fetch: EntityFetch, as form: SQLFetchForm, _ variables: QueryVariables, _ options: BindingOptions
    ) throws(PredicateIssue) -> PreparedFetch {
      try prepare(BoundFetch(fetch, model: model, variables: variables, options: options), as: form, options)
    }

    /// The integers in the first column of the rows.
    func integers(_ fetch: PreparedFetch) throws -> [Int64] {
      var integers: [Int64] = []
      try forEachRow(fetch) { row in
        if case .integer(let key)? = row.first { integers.append(key) }
        return true
      }
      return integers
    }

    /// Passes the rows to the body as the server finds them. Memory holds only one row of a statement.
    package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
      guard let statement = fetch.statement else {
        throw DatabaseIssue(.failed, "“\(name)” did not prepare the fetch of \(fetch.fetch.entity.name)")
      }
      if let policy = fetch.policy { try checkWork(of: statement, by: policy) }
      let reader = ValueReader(fetch.columns, of: fetch.fetch.entity)
      try run(statement) { try body(reader.values(of: $0)) }
    }

    package func runBesideOthers(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
      guard let statement = fetch.statement else { return try run(fetch, body) }
      if let policy = fetch.policy { try checkWork(of: statement, by: policy) }
      let reader = ValueReader(fetch.columns, of: fetch.fetch.entity)
      try findingServerAway {
        let parameters = statement.bindings.map { ServerParameter($0) }
        try pool.runInParts(statement.text, parameters, read: { try reader.values(of: $0) }, body)
      }
    }

    func run(_ statement: SQLStatement, _ body: (ServerRow) throws -> Bool) throws {
      try findingServerAway {
        try pool.run(statement.text, statement.bindings.map { ServerParameter($0) }, body)
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
      // A server that takes no connection is in the message. It would let the next statement wait as long.
      if tables.keys.contains(where: { issue.message.contains("\"\($0)\"") }) { return }
      for (_, table) in tables.sorted(by: { $0.key < $1.key }) {
        guard let name = catalogue.sqlNames[ScalarString(table)] else { continue }
        try pool.run("SELECT 1 FROM \(name) LIMIT 1") { _ in false }
      }
    }

    package func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool {
      translator.lowering.areAlike(foreign.columns, of: foreign.table, and: key.columns, of: key.table)
    }

    package func hasIndex(beginningWith column: String, of table: String) -> Bool {
      translator.indexes.begin(with: column, of: table)
    }

    /// An index finds equal texts in every collation. Comparisons by order and tests for a prefix need an index in the order of scalars.
    package func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
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
          ? nil : "an index by COLLATE \"C\" has the order of texts here, and this one has another"
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
