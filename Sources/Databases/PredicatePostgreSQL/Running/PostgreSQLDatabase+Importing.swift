#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  extension PostgreSQLDatabase {
    package func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws {
      try write(rows, batchSize: 1, next: next) { reason, _ in try refused(reason) }
    }

    package func write(
      _ rows: RowImport, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void
    ) throws {
      try write(rows, batchSize: RowImport.batchSize, next: next, refusing: refusing)
    }

    /// Writes rows in one transaction, on a new connection, because the pool's connections run statements that only read.
    ///
    /// COPY writes a batch. If the server refuses the batch, its rows are written one by one, so that a refused row does not affect the others.
    private func write(
      _ rows: RowImport, batchSize: Int, next: () throws -> [StoredValue]?, refusing: (String, Int) throws -> Void
    ) throws {
      guard isWritable else { throw DatabaseIssue(.notPermitted, "“\(name)” was opened for reading only") }
      let connection = try ServerConnection(target)
      // If an error occurs before COMMIT, the connection is closed and the server undoes all rows. If the role or the database may only read by
      // default, the server refuses the rows.
      do {
        try connection.runAll("BEGIN; " + ServerConnection.settings(isReadOnly: false))
        let generated = rows.columns.map { column in
          catalogue.columns[[ScalarString(rows.table), ScalarString(column)]]?.isGenerated == true
        }
        let writer = BatchWriter(rows, to: try table(of: rows, connection), leaving: generated, model, connection)
        var isOver = false
        while !isOver {
          var batch: [[String?]] = []
          while batch.count < batchSize, let row = try next() { batch.append(writer.texts(of: row)) }
          isOver = batch.isEmpty
          try writer.write(batch, refusing)
        }
        try connection.runAll("COMMIT")
        // Other connections detect new rows by the statistics of written rows, which the server would otherwise publish a second later.
        if connection.version >= 150_000 { try connection.runAll("SELECT pg_stat_force_next_flush()") }
      } catch let error as ServerError {
        // The pool's connections are dropped, because the event that ended this connection may also end them.
        if error.endsConnection { pool.forgetIdle() }
        throw error.issue(of: name)
      }
    }

    /// The table in SQL. A new table is created first, in the first schema of the search path.
    private func table(of rows: RowImport, _ connection: ServerConnection) throws(ServerError) -> String {
      if let name = catalogue.sqlNames[ScalarString(rows.table)] { return name }
      let schema = pool.searchPath.first ?? "public"
      let name = schema.quoted(by: "\"") + "." + rows.table.quoted(by: "\"")
      let columns = (rows.newTable ?? []).map { $0.name.quoted(by: "\"") + " \(ServerColumn.declaration(of: $0.type))" }
      try connection.runAll("CREATE TABLE \(name) (\(columns.joined(separator: ", ")))")
      return name
    }
  }

  /// Writes batches of rows to a table within a transaction.
  ///
  /// The server computes the values of generated columns and accepts no others, so these columns are left out. An identity has the value of the row,
  /// also if the server would generate it: COPY does that by itself.
  private struct BatchWriter {
    private let columns: String
    private let places: String
    private let attributes: [Attribute?]
    /// Whether columns of the rows are left out.
    private let areLeftOut: [Bool]
    /// The value of the entity column; empty for a table with one entity.
    private let entity: [String?]
    private let table: String
    private let connection: ServerConnection

    init(
      _ rows: RowImport, to table: String, leaving generated: [Bool], _ model: DataModel, _ connection: ServerConnection
    ) {
      let written = zip(rows.columns, generated).compactMap { $1 ? nil : $0 }
      let names = written + (rows.entity.map { [$0.column] } ?? [])
      columns = names.map { $0.quoted(by: "\"") }.joined(separator: ", ")
      places = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      let known = model.entities.first { $0.table.hasSameScalars(as: rows.table) }?.attributes ?? []
      attributes = rows.columns.map { column in known.first { $0.column.hasSameScalars(as: column) } }
      entity = rows.entity.map { [Self.text(of: $0.value, to: nil)] } ?? []
      (self.table, self.connection, areLeftOut) = (table, connection, generated)
    }

    /// A row as texts in the input syntax of the columns' types.
    func texts(of row: [StoredValue]) -> [String?] {
      row.indices.filter { !areLeftOut[$0] }.map { Self.text(of: row[$0], to: attributes[$0]) } + entity
    }

    private static func text(of stored: StoredValue, to attribute: Attribute?) -> String? {
      if case .array(let words)? = attribute?.serverType, case .text(let text) = stored {
        return ServerArray.text(ofJSON: text, elements: words) ?? text
      }
      return textOfValue(stored, to: attribute)
    }

    private static func textOfValue(_ stored: StoredValue, to attribute: Attribute?) -> String? {
      ServerColumn.text(of: attribute?.value(of: stored) ?? AttributeStorage.dynamic.value(of: stored, as: .any))
    }

    func write(_ batch: [[String?]], _ refusing: (String, Int) throws -> Void) throws {
      if batch.count > 1, try copies(batch) { return }
      for (position, row) in batch.enumerated() {
        guard let reason = try refusal(of: row) else { continue }
        try refusing(reason, batch.count - 1 - position)
      }
    }

    /// Writes a batch by COPY. Returns whether the server accepted all rows.
    private func copies(_ batch: [[String?]]) throws -> Bool {
      guard !batch.contains(where: { $0.contains(where: Self.hasNoForm) }) else { return false }
      var bytes: [UInt8] = []
      for row in batch { CopyRow.append(row, to: &bytes) }
      return try reasonAgainst { try connection.copy("COPY \(table) (\(columns)) FROM STDIN") { try $0(bytes) } } == nil
    }

    /// The reason why the server refuses a row; nil if it accepted the row.
    private func refusal(of row: [String?]) throws -> String? {
      if row.contains(where: Self.hasNoForm) { return "a text on the server cannot contain the character U+0000" }
      let parameters = row.map { ServerParameter($0.map { .url($0) } ?? .null) }
      return try reasonAgainst {
        try connection.execute(
          "INSERT INTO \(table) (\(columns)) OVERRIDING SYSTEM VALUE VALUES (\(places))", parameters)
      }
    }

    private static func hasNoForm(_ text: String?) -> Bool { text?.utf8.contains(0) == true }

    /// Does some work, and undoes it if the server refuses values. Returns the reason; nil if there is none.
    private func reasonAgainst(_ work: () throws -> Void) throws -> String? {
      try connection.runAll("SAVEPOINT rows")
      do {
        try work()
        try connection.runAll("RELEASE rows")
        return nil
      } catch let error as ServerError where error.isAboutValues {
        try connection.runAll("ROLLBACK TO rows; RELEASE rows")
        return ServerError.line(error.message)
      }
    }
  }

  extension ServerError {
    /// Whether the error is about the values of a row: a constraint, or a value that the column cannot hold.
    fileprivate var isAboutValues: Bool { code.hasPrefix("22") || code.hasPrefix("23") }
  }

  /// Columns for imported values.
  enum ServerColumn {
    /// The column type for new values of a type.
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

    /// A value as a text in the input syntax of the column's type; nil for NULL.
    static func text(of value: QueryValue) -> String? {
      guard case .date(let seconds) = value else { return ServerParameter(value).text }
      // Columns of the type date have later days than timestamps. A date that the server cannot hold becomes a text that it refuses, so that the row
      // is reported.
      return ServerDate.text(of: seconds) ?? ServerDate.dayText(of: seconds) ?? "\(seconds) seconds"
    }
  }
#endif
