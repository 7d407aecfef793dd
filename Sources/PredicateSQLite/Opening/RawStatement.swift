import GRDB
import GRDBSQLite
import PredicateModel

/// A prepared statement, driven through SQLite's own functions: texts keep a NUL inside, and nothing is boxed on the way.
///
/// It belongs to the connection that made it: use it inside the database access that made it, and let it go there.
package final class RawStatement {
  private let connection: OpaquePointer
  private let statement: OpaquePointer
  private let sql: String

  /// Prepares one statement.
  ///
  /// - Throws: GRDB's `DatabaseError` with SQLite's message.
  package init(_ database: Database, _ sql: String) throws {
    guard let connection = database.sqliteConnection else {
      throw DatabaseIssue(.failed, "The connection is closed.")
    }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
    self.connection = connection
    self.statement = statement
    self.sql = sql
  }

  deinit { sqlite3_finalize(statement) }

  /// Goes to the next row; false behind the last.
  func step() throws -> Bool {
    let code = sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
  }

  /// Binds all parameters, runs the statement to its end and makes it ready for the next time.
  package func run(_ values: StoredValue...) throws { try run(values) }

  /// The same with values that are counted only when it runs.
  package func run(_ values: [StoredValue]) throws {
    for (position, value) in values.enumerated() { bind(value, at: position + 1) }
    defer { sqlite3_reset(statement) }
    while try step() {}
  }

  /// Binds all parameters, hands over each row, and makes the statement ready for the next time.
  func read(_ values: [StoredValue], _ body: (RawStatement) throws -> Void) throws {
    for (position, value) in values.enumerated() { bind(value, at: position + 1) }
    defer { sqlite3_reset(statement) }
    while try step() { try body(self) }
  }

  /// Sets one parameter, counted from 1. A text or blob is copied.
  func bind(_ value: StoredValue, at position: Int) {
    let place = Int32(position)
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let value): sqlite3_bind_int64(statement, place, value)
    case .real(let value): sqlite3_bind_double(statement, place, value)
    case .text(var value):
      _ = value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(statement, place, $0.baseAddress, UInt64($0.count), copying, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      // A pointer to nothing would bind NULL.
      guard !value.isEmpty else {
        sqlite3_bind_zeroblob(statement, place, 0)
        return
      }
      sqlite3_bind_blob64(statement, place, value, UInt64(value.count), copying)
    }
  }

  /// The value of a column of the current row, counted from 0.
  func value(at column: Int) -> StoredValue {
    let place = Int32(column)
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
    case SQLITE_TEXT: return .text(text(at: column))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(statement, place)
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, place)))))
    default: return .null
    }
  }

  /// A column of the current row as text; empty where it is NULL.
  func text(at column: Int) -> String {
    let place = Int32(column)
    // The pointer comes first: asking for it may convert the value and change its length.
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_text(statement, place), count: Int(sqlite3_column_bytes(statement, place)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A column of the current row as an integer; 0 where it is none.
  func integer(at column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
}

extension String {
  /// The name as SQL takes it: in double quotes, those inside doubled.
  package var quotedIdentifier: String {
    var result = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" { result.unicodeScalars.append(scalar) }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
