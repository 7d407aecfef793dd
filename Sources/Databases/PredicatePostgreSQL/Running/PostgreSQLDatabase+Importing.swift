#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  extension PostgreSQLDatabase {
    /// Writes rows in one transaction, on a connection that is made for it: those of the pool run statements that only read.
    ///
    /// A row that the server does not take leaves the others as they are.
    package func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
      guard isWritable else { throw DatabaseIssue(.notPermitted, "“\(name)” was opened for reading only") }
      let connection = try ServerConnection(target)
      // Without COMMIT the end of the connection undoes everything.
      do {
        try connection.runAll("BEGIN READ WRITE; " + ServerConnection.settings(isReadOnly: false))
        let table = try table(of: rows, connection)
        let columns = rows.columns + (rows.entity.map { [$0.column] } ?? [])
        let names = columns.map { $0.quoted(by: "\"") }.joined(separator: ", ")
        let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(table) (\(names)) VALUES (\(places))"
        let attributes = model.entities.first { $0.table.hasSameScalars(as: rows.table) }?.attributes ?? []
        let writers = rows.columns.map { column in attributes.first { $0.column.hasSameScalars(as: column) } }
        while let row = try next() {
          var parameters = zip(writers, row).map { ServerParameter(written: $1, to: $0) }
          if let entity = rows.entity { parameters.append(ServerParameter(written: entity.value, to: nil)) }
          if parameters.contains(where: \.hasNoForm) {
            try refused("no text of the server can have the character U+0000")
            continue
          }
          try connection.runAll("SAVEPOINT row")
          do throws(ServerError) {
            try connection.execute(insertion, parameters)
            try connection.runAll("RELEASE row")
          } catch {
            guard error.isAboutValues else { throw error }
            try connection.runAll("ROLLBACK TO row; RELEASE row")
            try refused(ServerError.line(error.message))
          }
        }
        try connection.runAll("COMMIT")
        // The numbers of written rows, which tell others that there are new ones, come a second later otherwise.
        if connection.version >= 150_000 { try connection.runAll("SELECT pg_stat_force_next_flush()") }
      } catch let error as ServerError {
        throw error.issue(of: name)
      }
    }

    /// The table in SQL, which is made first if it is new: in the first schema of the search path.
    private func table(of rows: RowImport, _ connection: ServerConnection) throws(ServerError) -> String {
      if let name = catalogue.sqlNames[ScalarString(rows.table)] { return name }
      let schema = pool.searchPath.first ?? "public"
      let name = schema.quoted(by: "\"") + "." + rows.table.quoted(by: "\"")
      let columns = (rows.newTable ?? []).map { $0.name.quoted(by: "\"") + " \(ServerColumn.declaration(of: $0.type))" }
      try connection.runAll("CREATE TABLE \(name) (\(columns.joined(separator: ", ")))")
      return name
    }
  }

  extension ServerError {
    /// Whether the error is about the values of a row: a constraint, or a value that the column cannot hold.
    fileprivate var isAboutValues: Bool { code.hasPrefix("22") || code.hasPrefix("23") }
  }

  /// Columns that are written.
  enum ServerColumn {
    /// The type of a column that is made for values of a type.
    static func declaration(of type: QueryType) -> String {
      switch type {
      case .boolean: "boolean"
      case .integer: "bigint"
      case .double: "double precision"
      case .decimal: "numeric"
      case .date: "timestamptz"
      case .data: "bytea"
      case .uuid: "uuid"
      default: "text"
      }
    }

    /// A value as the text that the column's type reads; nil for NULL.
    static func text(of value: QueryValue) -> String? {
      guard case .date(let seconds) = value else { return ServerParameter(value).text }
      // The server refuses a date that it cannot hold, so that the row is reported.
      let microseconds = Int64(exactly: (seconds * 1e6).rounded(.towardZero))
      return microseconds.map(ServerDate.text(ofMicroseconds:)) ?? "\(seconds) seconds"
    }
  }

  extension ServerParameter {
    /// A value that an import read, for a column: as a text whose type the column decides.
    fileprivate init(written stored: StoredValue, to attribute: Attribute?) {
      let value = attribute?.value(of: stored) ?? AttributeStorage.dynamic.value(of: stored, as: .any)
      self.init(ServerColumn.text(of: value).map { .url($0) } ?? .null)
    }
  }
#endif
