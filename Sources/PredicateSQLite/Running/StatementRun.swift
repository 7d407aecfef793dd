import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// A translated statement on a connection, driven through SQLite's own functions.
struct StatementRun {
  private let statement: Statement
  private let pointer: StatementPointer

  /// Prepares a statement and binds its parameters.
  init(_ database: Database, _ sql: SQLStatement, _ repeated: RepeatedStatements) throws {
    statement = try repeated.statement(sql.text, on: database)
    guard let pointer = statement.sqliteStatement as OpaquePointer? else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The statement is not prepared.")
    }
    self.pointer = StatementPointer(pointer)
    for (position, value) in sql.bindings.enumerated() {
      let code = self.pointer.bind(StoredValue(binding: value), at: position + 1)
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Calls the body for each row. The statement is ready for its next use afterwards, whatever happened.
  func forEachRow(_ body: (StatementPointer) throws -> Void) throws {
    defer {
      sqlite3_reset(pointer.statement)
      sqlite3_clear_bindings(pointer.statement)
    }
    while true {
      switch sqlite3_step(pointer.statement) {
      case SQLITE_ROW: try body(pointer)
      case SQLITE_DONE: return
      case let code: throw error(code)
      }
    }
  }

  private func error(_ code: Int32) -> DatabaseError {
    let message = sqlite3_db_handle(pointer.statement).map { String(cString: sqlite3_errmsg($0)) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
  }
}

extension StoredValue {
  /// A parameter of a translated statement: what has no class of its own in SQLite travels as a text or a blob.
  fileprivate init(binding value: QueryValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .real(value)
    case .string(let text): self = .text(text)
    case .data(let bytes): self = .blob(bytes)
    default: self = .null
    }
  }
}
