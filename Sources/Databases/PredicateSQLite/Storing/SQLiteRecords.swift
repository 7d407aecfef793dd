import GRDB
import PredicateDatabases
import PredicateModel
import PredicateValues

/// The rows of objects on a connection.
package final class SQLiteRecords: WritableRecords {
  /// The connection.
  package let database: Database
  fileprivate var statements: [String: RawStatement] = [:]

  package init(_ database: Database) { self.database = database }

  /// Lists of values are read in parts: SQLite takes 32,766 parameters at most.
  package func records(
    _ selection: RecordSelection, in table: RecordTable, _ body: (StoredRecord) throws -> Void
  ) throws {
    let reader = RecordReader(table)
    switch selection {
    case .all: try reader.read(["NULL", "NULL"], "", nil, [], in: database, body)
    case .column(let column, let values):
      for part in values.parts(of: 10_000) {
        let term = "t.\(column.quotedIdentifier)"
        try reader.read([term, "NULL"], "", "\(term) IN (\(part.parameters))", part, in: database, body)
      }
    case .pairs(let pairs, let owner, let member, let place, let values):
      for part in values.parts(of: 10_000) {
        let join =
          "JOIN \(pairs.quotedIdentifier) AS p ON p.\(member.quotedIdentifier) = t.\(table.key.quotedIdentifier)"
        let term = "p.\(owner.quotedIdentifier)"
        let order = place.map { "p.\($0.quotedIdentifier)" } ?? "NULL"
        try reader.read([term, order], join, "\(term) IN (\(part.parameters))", part, in: database, body)
      }
    }
  }

  package func kinds(of keys: [Int64], in table: RecordTable, _ body: (Int64, Int) throws -> Void) throws {
    guard let kindColumn = table.kindColumn else { return }
    let key = table.key.quotedIdentifier
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
      database, "SELECT \(table.key.quotedIdentifier) FROM \(table.name.quotedIdentifier) WHERE \(condition)")
    var keys: [Int64] = []
    try statement.read(values) { keys.append($0.integer(at: 0)) }
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
      // SQLite converts a value only if nothing is lost.
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
    return { values in
      do {
        try statement.run(values)
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
  /// That each column has a value.
  fileprivate var condition: String { map { "\($0.quotedIdentifier) = ?" }.joined(separator: " AND ") }
}

extension StorageRefusal {
  fileprivate init(_ error: DatabaseError) { self.init(message: error.message ?? "a constraint failed") }
}

/// Reads rows as records: each as its own entity's, if the table has several.
private final class RecordReader {
  private let table: RecordTable
  /// The positions of the key and of the entity's name.
  private let keyPlace: Int
  private let kindPlace: Int
  /// The columns of all records.
  private let columns: [String]
  private let layouts: [Layout]

  /// The positions of a record's columns among those that are read.
  private struct Layout {
    let attributes: AttributeColumns
    let foreignKeys: [Int]
    /// The positions of the columns of places, by the foreign keys' positions.
    let orders: [(slot: Int, column: Int)]

    /// - Parameter place: The position of a column.
    init(_ layout: RecordLayout, _ place: (String) -> Int) {
      attributes = AttributeColumns(layout.attributes, at: layout.attributes.map { place($0.column) })
      foreignKeys = layout.foreignKeys.map { place($0.column) }
      orders = layout.foreignKeys.enumerated().compactMap { slot, key in key.order.map { (slot, place($0)) } }
    }
  }

  /// A reader of rows that a statement of its own reads: the key, the owner, the place in the owner's list, the entity's name, then columns.
  init(_ table: RecordTable) {
    self.table = table
    keyPlace = 0
    kindPlace = 3
    var columns: [String] = []
    var places: [ScalarString: Int] = [:]
    let start = table.kindColumn == nil ? 3 : 4
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      places[ScalarString(column)] = start + columns.count
      columns.append(column)
      return start + columns.count - 1
    }
    layouts = table.layouts.map { Layout($0, place) }
    self.columns = columns
  }

  /// A reader of whole rows of the table.
  ///
  /// - Parameter names: The columns as they come. Nil if one that is needed is not among them.
  init?(_ table: RecordTable, wholeRowsOf names: [String]) {
    var places: [ScalarString: Int] = [:]
    for (place, name) in names.enumerated() where places[ScalarString(name)] == nil {
      places[ScalarString(name)] = place
    }
    var isComplete = true
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      isComplete = false
      return 0
    }
    self.table = table
    columns = names
    keyPlace = place(of: table.key)
    kindPlace = table.kindColumn.map { place(of: $0) } ?? 0
    layouts = table.layouts.map { Layout($0, place) }
    if !isComplete { return nil }
  }

  /// Reads the rows for which a condition holds, ascending by key.
  ///
  /// - Parameter owner: The terms of the owner and of the place.
  func read(
    _ owner: [String], _ join: String, _ condition: String?, _ keys: ArraySlice<Int64>, in database: Database,
    _ body: (StoredRecord) throws -> Void
  ) throws {
    let key = "t.\(table.key.quotedIdentifier)"
    let kind = table.kindColumn.map { "t.\($0.quotedIdentifier)" }
    var conditions = condition.map { [$0] } ?? []
    var parameters = keys.map { StoredValue.integer($0) }
    if let kind, let kinds = table.kinds {
      conditions.append("\(kind) IN (\(kinds.parameters))")
      parameters += kinds
    }
    let terms = [key] + owner + (kind.map { [$0] } ?? []) + columns.map { "t.\($0.quotedIdentifier)" }
    let sql = """
      SELECT \(terms.joined(separator: ", ")) FROM \(table.name.quotedIdentifier) AS t \(join)
      \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")) ORDER BY \(key)
      """
    try RawStatement(database, sql).read(parameters) { statement in
      let row = statement.pointer
      var place: Int64?
      if case .integer(let number) = row.stored(2) { place = number }
      try body(record(row, owner: row.integer(1), place: place))
    }
  }

  /// The row as a record of its own entity.
  func record(_ row: StatementPointer, owner: Int64 = 0, place: Int64? = nil) -> StoredRecord {
    let position = table.kindColumn == nil ? 0 : table.layout(named: row.stored(kindPlace))
    let layout = layouts[position]
    var unreadable: Set<Int> = []
    let values = layout.attributes.values(of: row, unreadable: &unreadable)
    /// A key that is no integer names no row.
    func key(_ slot: Int) -> Int64? {
      switch row.stored(layout.foreignKeys[slot]) {
      case .integer(let key): return key
      case .null: return nil
      default:
        unreadable.insert(values.count + slot)
        return nil
      }
    }
    let count = layout.foreignKeys.count
    let reference = count > 0 ? key(0) : nil
    let others = count > 1 ? (1..<count).map(key) : []
    var places: [Int64?] = []
    if !layout.orders.isEmpty {
      places = Array(repeating: nil, count: count)
      for (slot, column) in layout.orders { if case .integer(let place) = row.stored(column) { places[slot] = place } }
    }
    return StoredRecord(
      key: row.integer(keyPlace), layout: position, values: values, reference: reference, otherReferences: others,
      places: places, unreadable: unreadable, owner: owner, place: place)
  }
}

extension PredicateDatabase: ObjectStorage {
  package func read<Result>(_ body: (any StoredRecords) throws -> Result) throws -> Result {
    try failing { try reader.read { try body(SQLiteRecords($0)) } }
  }

  package func write(_ body: (any WritableRecords) throws -> Void) throws {
    guard let writer else { throw DatabaseIssue(.notPermitted, "“\(name)” was opened for reading only") }
    do {
      try writer.writeWithoutTransaction { connection in
        // The lock comes first: what is compared with the rows is still true when they are written.
        try connection.inTransaction(.immediate) {
          try connection.execute(sql: "PRAGMA defer_foreign_keys = ON")
          let records = SQLiteRecords(connection)
          // Statements end in the access to the connection that prepared them, even if the body keeps the records.
          defer { records.statements = [:] }
          try body(records)
          return .commit
        }
      }
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_CONSTRAINT { throw StorageRefusal(error) }
      let issue = DatabaseIssue(error, path: name)
      guard issue.kind == .failed else { throw issue }
      throw DatabaseIssue(.failed, "“\(name)” cannot be written: \(error.message ?? "\(error)")")
    }
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

  /// The versions of the main file and of attached ones, which other connections change, and how many rows this connection wrote.
  ///
  /// The connection that writes for a pool counts the rows of the pool. Others change its `data_version`. A pool that is open for reading only
  /// has none: each connection has numbers of its own.
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
