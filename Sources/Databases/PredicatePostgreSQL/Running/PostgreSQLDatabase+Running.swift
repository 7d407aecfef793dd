#if PostgreSQL
  import PredicateBinding
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// Fetches. All of these throw a `PredicateIssue` where the predicate is at fault, a ``DatabaseIssue`` where the server is, and a
  /// `CancellationError` after ``interrupt()``.
  extension PostgreSQLDatabase {
    /// The keys of the objects of a fetch, in its order.
    public func keys(_ fetch: EntityFetch, variables: QueryVariables = [:]) throws -> [Int64] {
      try rows(prepare(BoundFetch(fetch, model: model, variables: variables), as: .keys)).rows.compactMap { row in
        if case .integer(let key)? = row.first { key } else { nil }
      }
    }

    /// The rows of a fetch: its columns; where it names none, the objects' keys, attributes and to-one relationships.
    public func fetch(_ fetch: EntityFetch, variables: QueryVariables = [:]) throws -> ResultTable {
      try rows(of: fetch, variables: variables)
    }

    /// How many rows a fetch gives: objects, or groups.
    public func count(_ fetch: EntityFetch, variables: QueryVariables = [:]) throws -> Int {
      try number(of: fetch, variables: variables)
    }

    /// What a fetch runs, and what is left to memory.
    public func statement(for fetch: EntityFetch, variables: QueryVariables = [:]) throws -> SQLTranslation {
      let bound = try BoundFetch(fetch, model: model, variables: variables)
      return try translator.translate(bound, form: .rows, functions: .standard, leaving: .all)
    }

    /// Ends what is running, from any thread: it throws `CancellationError`.
    public func interrupt() { pool.interrupt() }
  }

  extension PostgreSQLDatabase: QueryDatabase {
    package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws(PredicateIssue) -> PreparedFetch {
      PreparedFetch(fetch, form, try translator.translate(fetch, form: form, functions: .standard, leaving: .all))
    }

    /// The rows as the server finds them. Those of a statement come one by one, so that memory holds no more than one.
    package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
      guard let statement = fetch.statement else {
        throw DatabaseIssue(.failed, "“\(name)” did not prepare the fetch of \(fetch.fetch.entity.name)")
      }
      let reader = ValueReader(fetch.columns)
      try run(statement) { try body(reader.values(of: $0)) }
    }

    func run(_ statement: SQLStatement, _ body: (ServerRow) throws -> Bool) throws {
      try pool.run(statement.text, statement.bindings.map { ServerParameter($0) }, body)
    }

    package func hasIndex(beginningWith column: String, of table: String) -> Bool {
      translator.indexes.begin(with: column, of: table)
    }

    package func approximateRowCount(ofTable name: String) throws -> Int? { catalogue.rowCounts[ScalarString(name)] }

    /// Distinct values among the first 20,000 rows of the table.
    package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
      guard let entity = model.entity(named: entity), let attribute = entity.attribute(named: attribute),
        let table = catalogue.sqlNames[ScalarString(entity.table)]
      else { return [] }
      switch attribute.type {
      case .string, .integer, .uuid: break
      default: return []
      }
      let column = attribute.column.quoted(by: "\"")
      let statement = """
        SELECT c FROM (SELECT \(column) AS c FROM \(table) LIMIT 20000) t \
        WHERE strpos(lower(CAST(c AS text)), lower($1)) = 1 GROUP BY c ORDER BY c LIMIT $2
        """
      var values: [QueryValue] = []
      try pool.run(statement, [ServerParameter(.string(prefix)), .integer(Int64(limit))]) { row in
        values.append(ValueReader.value(0, of: row, as: attribute.type))
        return true
      }
      return values
    }

    // MARK: Changes by others

    /// The rows that were written are those that the server has counted, which it does when a transaction ends.
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
