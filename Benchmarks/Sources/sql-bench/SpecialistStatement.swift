import GRDB
import GRDBSQLite
import PredicateSQLite

/// A statement of a specialist: prepared once, and stepped through SQLite's own functions with nothing in between.
struct SpecialistStatement {
  private let statement: Statement
  private let pointer: OpaquePointer

  /// Prepares a statement, or takes the one that the connection keeps.
  init(_ database: Database, _ sql: String) throws {
    statement = try database.cachedStatement(sql: sql)
    guard let pointer = statement.sqliteStatement as OpaquePointer? else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    self.pointer = pointer
  }

  /// The first column of all rows, ascending.
  func ids() throws -> [Int64] {
    var ids: [Int64] = []
    var isSorted = true
    try forEachRow {
      let id = sqlite3_column_int64(pointer, 0)
      if let last = ids.last, id < last { isSorted = false }
      ids.append(id)
    }
    if !isSorted { ids.sort() }
    return ids
  }

  /// The number that is the only column of the only row.
  func count() throws -> Int {
    var count = 0
    try forEachRow { count = Int(sqlite3_column_int64(pointer, 0)) }
    return count
  }

  /// The rows of films one by one, each column read as what it is known to be.
  func forEachFilm(_ body: ([QueryValue]) -> Void) throws {
    try forEachRow {
      body([
        .integer(sqlite3_column_int64(pointer, 0)), text(1), .integer(sqlite3_column_int64(pointer, 2)), double(3),
        text(4), text(5), .boolean(sqlite3_column_int64(pointer, 6) != 0), date(7), friend(8),
      ])
    }
  }

  private func forEachRow(_ body: () throws -> Void) throws {
    defer { sqlite3_reset(pointer) }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: try body()
      case SQLITE_DONE: return
      case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
      }
    }
  }

  private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  private func text(_ column: Int32) -> QueryValue {
    guard let start = sqlite3_column_text(pointer, column) else { return .null }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return .string(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
  }

  private func double(_ column: Int32) -> QueryValue {
    isNull(column) ? .null : .double(sqlite3_column_double(pointer, column))
  }

  private func date(_ column: Int32) -> QueryValue {
    isNull(column) ? .null : .date(sqlite3_column_double(pointer, column))
  }

  private func friend(_ column: Int32) -> QueryValue {
    guard !isNull(column) else { return .null }
    return .reference(ObjectReference(entity: "Friend", key: sqlite3_column_int64(pointer, column)))
  }
}
