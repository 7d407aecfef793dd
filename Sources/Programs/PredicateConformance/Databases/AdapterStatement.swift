#if SQLite || PostgreSQL
  import PredicateDocuments
  import PredicateSessions
  import PredicateBinding
  import PredicateDatabases
  import PredicateModel
  import PredicateOutput
  import PredicateStatements
  import PredicateValues

  /// A statement for the protocol's ops `fetch` and `change`. It is parsed like a statement of the shell.
  struct AdapterStatement {
    private let text: String
    private let database: any QueryDatabase

    /// A statement over a database. If it does not name an entity, it uses the database's first entity.
    init(_ text: String, database: any QueryDatabase) {
      self.text = text
      self.database = database
    }

    /// The members of the answer. Throws a ``PredicateIssue`` for an error in the statement.
    func members(variables: [AdapterEngine.Variable], isParsed: Bool) throws -> [JSONObject.Member] {
      let statement = try BoundStatement(query(), model: database.model, variables: QueryVariables(variables))
      if isParsed { return [("parts", .object(try StandaloneForm.json(of: statement)))] }
      let prepared = try PreparedStatement(statement, on: database)
      if statement.query.isCount { return [("count", .integer(Int64(try prepared.count())))] }
      let table = try prepared.rows()
      let rows = table.rows.map { row in JSONValue.array(row.map(DataText.json)) }
      return [("columns", .array(table.columns.map { .string($0) })), ("rows", .array(rows))]
    }

    /// The canonical text of a statement that changes data. Throws a ``PredicateIssue`` for an error in the statement.
    func canonicalChange() throws -> String {
      let missing = Self.missing("a statement that changes data")
      guard case .change(let change) = try content(orElse: missing) else { throw missing }
      return change.canonicalText
    }

    private func query() throws -> QueryStatement {
      let missing = Self.missing("a fetch statement")
      guard case .query(let query) = try content(orElse: missing) else { throw missing }
      return query
    }

    private func content(orElse missing: PredicateIssue) throws -> StatementContent {
      let parser = StatementParser(model: database.model, currentEntity: database.model.entities.first?.name)
      do throws(StatementFailure) {
        return try parser.parse(text).get()
      } catch {
        throw error.issues.first ?? missing
      }
    }

    private static func missing(_ expected: String) -> PredicateIssue {
      .error("no-statement", nil, "expected \(expected), found none")
    }
  }
#endif
