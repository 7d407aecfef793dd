import GRDBSQLite
import PredicateModel

/// A prepared statement for SQLite's C functions. Texts keep a NUL inside, and values are not boxed.
struct StatementPointer {
  let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  /// Sets one parameter, counted from 1. A text or blob is copied. Returns SQLite's result code.
  func bind(_ value: StoredValue, at position: Int) -> Int32 {
    let place = Int32(position)
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, place)
    case .integer(let value): return sqlite3_bind_int64(statement, place, value)
    case .real(let value): return sqlite3_bind_double(statement, place, value)
    case .text(var value):
      return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(statement, place, $0.baseAddress, UInt64($0.count), copying, UInt8(SQLITE_UTF8))
        }
      }
    // An empty array may have no address, and SQLite would bind NULL for a null pointer.
    case .blob(let value) where value.isEmpty: return sqlite3_bind_zeroblob(statement, place, 0)
    case .blob(let value): return sqlite3_bind_blob64(statement, place, value, UInt64(value.count), copying)
    }
  }

  var columnNames: [String] {
    (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// A column of the current row, counted from 0, as SQLite stores it.
  func stored(_ column: Int) -> StoredValue {
    let place = Int32(column)
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, place)
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, place)))))
    default: return .null
    }
  }

  /// A column as text; empty for NULL.
  func text(_ column: Int) -> String {
    let place = Int32(column)
    // The pointer must be requested before the length, because requesting it may convert the value and change its length.
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_text(statement, place), count: Int(sqlite3_column_bytes(statement, place)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A column as an integer; 0 for any other value.
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
}
