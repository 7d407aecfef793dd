import GRDB
import PredicateDatabases
import PredicateModel
import PredicateValues

/// The rows of objects, read and written on a connection.
package final class SQLiteRecords: WritableRecords {
  package let database: Database
  fileprivate var statements: [String: RawStatement] = [:]

  package init(_ database: Database) { self.database = database }

  /// The connection of records within a transaction.
  ///
  /// - Throws: A ``DatabaseIssue`` if they are not those of a SQLite database.
  package static func connection(of records: any WritableRecords) throws(DatabaseIssue) -> Database {
    guard let records = records as? SQLiteRecords else {
      throw DatabaseIssue(.failed, "the rows are not stored in a SQLite database")
    }
    return records.database
  }

  /// Lists of values are divided into parts, because SQLite allows at most 32,766 parameters.
  package func records(
    _ selection: RecordSelection, in table: RecordTable, _ body: (StoredRecord) throws -> Void
  ) throws {
    let reader = RecordReader(table)
    switch selection {
    case .all: try reader.read(nil, "NULL", "", nil, [], in: database, body)
    case .keys(let keys):
      for part in keys.parts(of: 10_000 / table.key.columns.count) {
        try reader.read(nil, "NULL", "", table.key.condition("t", part.count), part, in: database, body)
      }
    case .referring(let reference, let keys):
      let owner = OwnerTerms(reference, in: "t")
      for part in keys.parts(of: 10_000 / owner.terms.count) {
        try reader.read(owner, "NULL", owner.join, owner.condition(part.count), part, in: database, body)
      }
    case .pairs(let pairs, let keys):
      let owner = OwnerTerms(pairs.owner, in: "p")
      let join = "JOIN \(pairs.table.quotedIdentifier) AS p ON \(pairs.member.match("p", "t")) \(owner.join)"
      let place = pairs.place.map { "p.\($0.quotedIdentifier)" } ?? "NULL"
      for part in keys.parts(of: 10_000 / owner.terms.count) {
        try reader.read(owner, place, join, owner.condition(part.count), part, in: database, body)
      }
    }
  }

  package func kinds(of keys: [Int64], in table: RecordTable, _ body: (Int64, Int) throws -> Void) throws {
    guard let kindColumn = table.kindColumn else { return }
    let key = table.key.columns[0].quotedIdentifier
    for part in keys.parts(of: 10_000) {
      let statement = try RawStatement(
        database,
        "SELECT \(key), \(kindColumn.quotedIdentifier) FROM \(table.name.quotedIdentifier) "
          + "WHERE \(key) IN (\(part.parameters))")
      try statement.read(part.map { .integer($0) }) { row in
        try body(row.integer(at: 0), table.layout(named: row.value(at: 1)))
      }
    }
  }

  package func keys(
    in table: RecordTable, where columns: [String], equal values: [StoredValue]
  ) throws -> [Int64] {
    var condition = columns.condition
    var values = values
    if let kinds = table.kinds, let kindColumn = table.kindColumn {
      condition += " AND \(kindColumn.quotedIdentifier) IN (\(kinds.parameters))"
      values += kinds
    }
    let statement = try RawStatement(
      database, "SELECT \(table.key.columns.quotedList) FROM \(table.name.quotedIdentifier) WHERE \(condition)")
    let places = KeyPlaces(table.key, from: 0)
    var keys: [Int64] = []
    try statement.read(values) { keys.append(places.key(of: $0.pointer)) }
    return keys
  }

  package func value(ofDefault expression: String, castTo castType: String?) throws -> StoredValue? {
    func first(_ sql: String, _ parameters: [StoredValue]) throws -> StoredValue {
      var found = StoredValue.null
      try RawStatement(database, sql).read(parameters) { found = $0.value(at: 0) }
      return found
    }
    do {
      let value = try first("SELECT (\(expression))", [])
      guard let castType else { return value }
      // SQLite only converts a value if no information is lost.
      let cast = "CAST(?1 AS \(castType))"
      let stored = try first("SELECT CASE WHEN \(cast) = ?1 THEN \(cast) ELSE ?1 END", [value])
      if case .real(let number) = stored, castType == "NUMERIC", let whole = Int64(exactly: number) {
        return .integer(whole)
      }
      return stored
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return nil
    }
  }

  package func search(_ columns: [String], in table: String, where keys: [String]) throws -> RowSearch {
    let condition = keys.isEmpty ? "" : " WHERE \(keys.condition)"
    let statement = try RawStatement(
      database, "SELECT \(columns.quotedList) FROM \(table.quotedIdentifier)\(condition)")
    return { values in
      var rows: [[StoredValue]] = []
      try statement.read(values) { row in rows.append(columns.indices.map { row.value(at: $0) }) }
      return rows
    }
  }

  package func statement(_ change: RowChange) throws -> RowStatement {
    let sql = change.sql
    let statement = try statements[sql] ?? RawStatement(database, sql)
    statements[sql] = statement
    return RowStatement { values in
      do {
        try statement.run(values)
        return statement.changeCount
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw StorageRefusal(error)
      }
    }
  }

  package func greatestKey(_ column: String, of table: String) throws -> Int64 {
    let greatest = try Int64.fetchOne(
      database, sql: "SELECT max(\(column.quotedIdentifier)) FROM \(table.quotedIdentifier)")
    guard try database.tableExists("sqlite_sequence"),
      let used = try Int64.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
    else { return greatest ?? 0 }
    return max(greatest ?? 0, used)
  }
}

extension RowChange {
  fileprivate var sql: String {
    switch self {
    case .insert(let table, let columns): columns.insertion(into: table)
    case .update(let table, let columns, let keys):
      "UPDATE \(table.quotedIdentifier) SET \(columns.map { "\($0.quotedIdentifier) = ?" }.joined(separator: ", ")) "
        + "WHERE \(keys.condition)"
    case .count(let column, let table, let keys):
      "UPDATE \(table.quotedIdentifier) SET \(column.quotedIdentifier) = ifnull(\(column.quotedIdentifier), 0) + 1 "
        + "WHERE \(keys.condition)"
    case .delete(let table, let keys): "DELETE FROM \(table.quotedIdentifier) WHERE \(keys.condition)"
    }
  }
}

extension [String] {
  /// The condition that each column has a certain value.
  fileprivate var condition: String { map { "\($0.quotedIdentifier) = ?" }.joined(separator: " AND ") }
}

extension StorageRefusal {
  /// The refusal for an error of SQLite. Its message names the columns in which another row has the same values; otherwise it is SQLite's message.
  /// SQLite reports the columns of a constraint only in its message.
  package init(_ error: DatabaseError) {
    let message = error.message ?? "a constraint failed"
    // "NOT NULL constraint failed: film.title"
    if error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL {
      let place = message.split(separator: ": ", maxSplits: 1).last?.split(separator: ".", maxSplits: 1) ?? []
      self.init(message: message, missing: place.count == 2 ? (String(place[0]), String(place[1])) : nil)
      return
    }
    // "UNIQUE constraint failed: film.title, film.year", or "UNIQUE constraint failed: index 'film_title'".
    let codes: [ResultCode] = [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID]
    guard codes.contains(error.extendedResultCode), let places = message.split(separator: ": ", maxSplits: 1).last
    else {
      self.init(message: message)
      return
    }
    if places.hasPrefix("index ") {
      self.init(message: "another row already has these values of \(places), which must be unique", uniqueColumns: [])
      return
    }
    let columns = places.split(separator: ", ").map { place in
      String(place.split(separator: ".", maxSplits: 1).last ?? place)
    }
    self.init(
      message: "another row has the same \(columns.joined(separator: " and "))", uniqueColumns: columns)
  }
}

extension PredicateDatabase: ObjectStorage {
  package func read<Result>(_ body: (any StoredRecords) throws -> Result) throws -> Result {
    try failing { try reader.read { try body(SQLiteRecords($0)) } }
  }

  package func write(_ body: (any WritableRecords) throws -> Void) throws {
    guard let writer else { throw DatabaseIssue(.notPermitted, "“\(name)” was opened for reading only") }
    try CallLimit.check()
    do {
      try writer.writeWithoutTransaction { connection in
        // The lock for writing is taken first, so that a comparison with the rows still holds when they are written.
        try connection.inTransaction(.immediate) {
          try connection.execute(sql: "PRAGMA defer_foreign_keys = ON")
          let records = SQLiteRecords(connection)
          // Statements must end within the access to the connection that prepared them, even if the body keeps the records.
          defer { records.statements = [:] }
          try body(records)
          return .commit
        }
      }
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_CONSTRAINT { throw StorageRefusal(error) }
      if error.resultCode == .SQLITE_INTERRUPT { throw CallLimit.interruption }
      let issue = DatabaseIssue(error, path: name)
      guard issue.kind == .failed else { throw issue }
      throw DatabaseIssue(.failed, "“\(name)” cannot be written: \(error.message ?? "\(error)")")
    }
  }

  /// The defaults that SQLite can evaluate without a row.
  package func filledColumns(ofTable table: String) throws -> [FilledColumn] {
    guard let rules = rules(ofTable: table) else { return [] }
    return try read { records in
      try rules.columns.compactMap { column in
        if column.isComputed { return FilledColumn(column.name, .computed) }
        guard let expression = column.defaultExpression,
          let value = try records.value(ofDefault: expression, castTo: column.castType)
        else { return nil }
        return FilledColumn(column.name, .value(value))
      }
    }
  }

  package func tables(ofView name: String) throws -> [String] {
    let names = model.entities.filter { !$0.isReadOnly }.map(\.table)
    let read = try failing { try reader.read { try Self.tables(readBy: name, in: $0) } }
    return names.filter { read.contains($0.foldedSQLName) }
  }

  /// The folded names of the tables whose pages SQLite opens to read a view. The text of the view would not be sufficient, because a column may have
  /// the name of a table.
  private static func tables(readBy view: String, in database: Database) throws -> Set<[UInt8]> {
    let isView = try RawStatement(database, "SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = ?")
    isView.bind(.text(view), at: 1)
    guard try isView.step() else { return [] }
    var pages: Set<Int64> = []
    do {
      try RawStatement(database, "EXPLAIN SELECT * FROM \(view.quotedIdentifier)").read { step in
        if step.text(at: 1).hasSameScalars(as: "OpenRead"), step.integer(at: 4) == 0 {
          pages.insert(step.integer(at: 3))
        }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // The result is empty if the view reads a missing table, or calls a function that this connection lacks.
      return []
    }
    var tables: Set<[UInt8]> = []
    // Pages of an index count for the index's table.
    try RawStatement(database, "SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage <> 0").read { row in
      if pages.contains(row.integer(at: 0)) { tables.insert(row.text(at: 1).foldedSQLName) }
    }
    return tables
  }

  package func records(
    of fetch: BoundFetch, in table: RecordTable, _ body: (StoredRecord) throws -> Void
  ) throws -> Bool {
    var reader: RecordReader?
    var isFirst = true
    try stream(prepare(fetch, as: .table)) { row in
      if isFirst {
        isFirst = false
        reader = RecordReader(table, wholeRowsOf: row.columnNames)
      }
      if let reader { try body(reader.record(row)) }
    }
    return isFirst || reader != nil
  }

  package func keys(of fetch: BoundFetch, in key: RecordKey, countedBy policy: QueryPolicy?) throws -> [Int64] {
    let prepared = try prepare(
      fetch, as: key.numbers == nil ? .keys : .table, options: BindingOptions(), countedBy: policy)
    if key.numbers == nil { return try integers(prepared) }
    var places: KeyPlaces?
    var keys: [Int64] = []
    try stream(prepared) { row in
      let found =
        places
        ?? KeyPlaces(
          key,
          at: key.columns.map { column in row.columnNames.firstIndex { $0.isSameSQLName(as: column) } ?? 0 })
      places = found
      keys.append(found.key(of: row))
    }
    return keys
  }

  /// The versions of the main file and of attached files, which change when other connections write, and the number of rows that this connection has
  /// written.
  ///
  /// The writing connection of a pool counts all rows that the pool writes. Other connections change its `data_version`. Nil for a pool that is open
  /// for reading only, because each of its connections has separate numbers.
  package func versions() throws -> [Int64]? {
    func versions(_ database: Database) throws -> [Int64] {
      let versions = try SchemaReader.schemas(of: database).compactMap { name in
        try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA \(name.quotedIdentifier).data_version"))
      }
      return versions + [Int64(database.totalChangesCount)]
    }
    return try failing {
      if let queue = reader as? DatabaseQueue { return try queue.unsafeReentrantRead(versions) }
      return try writer?.unsafeReentrantWrite(versions)
    }
  }
}
