import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// A translated statement on a connection, driven through SQLite's own functions, so that texts keep a NUL inside and nothing is boxed on
/// the way.
struct StatementRun {
  private let statement: Statement
  private let pointer: OpaquePointer

  /// Prepares a statement and binds its parameters.
  init(_ database: Database, _ sql: SQLStatement, _ repeated: RepeatedStatements) throws {
    statement = try repeated.statement(sql.text, on: database)
    guard let pointer = statement.sqliteStatement as OpaquePointer? else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The statement is not prepared.")
    }
    self.pointer = pointer
    for (position, value) in sql.bindings.enumerated() { try bind(value, at: Int32(position + 1)) }
  }

  private func bind(_ value: QueryValue, at position: Int32) throws {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code: Int32
    switch value {
    case .integer(let value): code = sqlite3_bind_int64(pointer, position, value)
    case .double(let value): code = sqlite3_bind_double(pointer, position, value)
    case .string(var text):
      code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(pointer, position, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    case .data(let bytes) where bytes.isEmpty: code = sqlite3_bind_zeroblob(pointer, position, 0)
    case .data(let bytes): code = sqlite3_bind_blob64(pointer, position, bytes, UInt64(bytes.count), copied)
    default: code = sqlite3_bind_null(pointer, position)
    }
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Calls the body for each row. The statement is ready for its next use afterwards, whatever happened.
  func forEachRow(_ body: (StatementRow) throws -> Void) throws {
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    let row = StatementRow(pointer: pointer)
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: try body(row)
      case SQLITE_DONE: return
      case let code: throw error(code)
      }
    }
  }

  private func error(_ code: Int32) -> DatabaseError {
    let message = sqlite3_db_handle(pointer).map { String(cString: sqlite3_errmsg($0)) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
  }
}

/// The row that a statement stands on.
struct StatementRow {
  let pointer: OpaquePointer

  /// An integer column; 0 where it is NULL.
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

  /// A column as SQLite stores it.
  func stored(_ column: Int) -> StoredValue {
    let place = Int32(column)
    switch sqlite3_column_type(pointer, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, place))
    case SQLITE_TEXT:
      return .text(text(place))
    case SQLITE_BLOB:
      let blob = sqlite3_column_blob(pointer, place)
      let bytes = UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_column_bytes(pointer, place)))
      return .blob(Array(bytes))
    default: return .null
    }
  }

  private func text(_ place: Int32) -> String {
    // The pointer comes first: asking for it may convert the value and change its length.
    let text = sqlite3_column_text(pointer, place)
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(pointer, place)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
