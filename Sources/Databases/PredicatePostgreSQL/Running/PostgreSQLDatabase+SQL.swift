#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSyntax
  import PredicateValues

  /// Statements in PostgreSQL's own SQL.
  extension PostgreSQLDatabase {
    /// Runs one statement in a read-only transaction. Names without a schema are looked up in the user's own search path.
    ///
    /// The first word is also checked, because COPY may write a file on the server in such a transaction.
    package func forEachBatch(of size: Int, ofSQL sql: String, _ body: (ResultTable) throws -> Void) throws {
      try ReadOnlySQL.check(
        sql, beginsWith: ["SELECT", "VALUES", "WITH", "TABLE", "SHOW", "EXPLAIN"],
        hints: [
          "PRAGMA": "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'NAME' reads one"
        ])
      var batches = RowBatches(of: size, columns: [])
      do {
        try pool.run(sql, isForeign: true, countsRows: true, heading: { batches = RowBatches(of: size, columns: $0) }) {
          row in
          try batches.add((0..<row.columnCount).map { ValueReader.stored($0, of: row) }).map(body)
          return true
        }
      } catch let error as ServerError {
        throw Self.issue(error, in: sql) ?? error.issue(of: name)
      }
      try batches.last().map(body)
    }

    /// The issue for a wrong statement; nil for any other error.
    private static func issue(_ error: ServerError, in sql: String) -> (any Error)? {
      let message =
        error.hint.map { "\(ServerError.line(error.message)) (\(ServerError.line($0)))" }
        ?? ServerError.line(error.message)
      switch error.code.prefix(2) {
      case _ where error.code == "42501": return nil
      // The server prepares a statement with a parameter, and ends the connection if the parameter has no value.
      case _ where error.code == "08P01": return ReadOnlySQL.parameter(in: sql)
      case _ where error.code == "42601" && message.contains("multiple commands"):
        return ReadOnlySQL.several(sql, at: 0)
      case "25": return ReadOnlySQL.writes(message, in: sql)
      case "0A", "21", "22", "2F", "38", "39", "42", "54", "P0":
        let scalars = sql.unicodeScalars
        let offset = error.position.map { scalars.prefix($0 - 1).reduce(0) { $0 + UTF8.width($1) } }
        return ReadOnlySQL.issue(message, in: sql, at: offset)
      default: return nil
      }
    }
  }
#endif
