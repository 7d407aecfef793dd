import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// A prepared statement that calls SQLite's own functions, without GRDB.
///
/// It belongs to the connection that prepared it. Use and release it within the database access in which it was prepared.
package final class RawStatement {
  private let connection: OpaquePointer
  private let statement: OpaquePointer
  private let sql: String
  /// The number of bytes of the text that belong to this statement. Another statement may follow.
  let length: Int

  /// Prepares the first statement of a text.
  ///
  /// - Throws: GRDB's `DatabaseError` with SQLite's message.
  package init(_ database: Database, _ sql: String) throws {
    guard let connection = database.sqliteConnection else {
      throw DatabaseIssue(.failed, "The connection is closed.")
    }
    try Self.forgetColumns(on: database)
    var statement: OpaquePointer?
    let (code, length) = sql.withCString { text in
      var end: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, text, -1, &statement, &end)
      return (code, end.map { $0 - text } ?? 0)
    }
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
    self.connection = connection
    self.statement = statement
    self.sql = sql
    self.length = length
  }

  /// The number of statements that were prepared.
  private static let count = Locked(0)
  private static let statementsPerReset = 16

  /// GRDB collects the columns that SQLite reports while statements are prepared, and copies the collection for each column. Only preparing a
  /// statement through GRDB empties the collection. Without this function, opening 2,000 tables took three times as long, and each later statement
  /// copied 2,000 names.
  private static func forgetColumns(on database: Database) throws {
    let isDue = count.withLock { count in
      count += 1
      return count.isMultiple(of: statementsPerReset)
    }
    if isDue { _ = try database.makeStatement(sql: "SELECT 1") }
  }

  deinit { sqlite3_finalize(statement) }

  /// Steps to the next row; false after the last.
  package func step() throws -> Bool {
    let code = sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
  }

  /// Binds all parameters, runs the statement to its end, and resets it.
  package func run(_ values: StoredValue...) throws { try run(values) }

  /// Binds all parameters, given as an array, runs the statement to its end, and resets it.
  package func run(_ values: [StoredValue]) throws {
    for (position, value) in values.enumerated() { bind(value, at: position + 1) }
    defer { sqlite3_reset(statement) }
    while try step() {}
  }

  /// The number of rows that the last statement on the connection itself inserted, updated or deleted.
  package var changeCount: Int { Int(sqlite3_changes(connection)) }

  /// Binds all parameters, passes each row to the body, and resets the statement.
  package func read(_ values: [StoredValue] = [], _ body: (RawStatement) throws -> Void) throws {
    for (position, value) in values.enumerated() { bind(value, at: position + 1) }
    defer { sqlite3_reset(statement) }
    while try step() { try body(self) }
  }

  /// Sets one parameter, counted from 1. A text or blob is copied.
  package func bind(_ value: StoredValue, at position: Int) {
    _ = StatementPointer(statement).bind(value, at: position)
  }

  /// The statement for SQLite's C functions.
  var pointer: StatementPointer { StatementPointer(statement) }

  /// The value of a column of the current row, counted from 0.
  package func value(at column: Int) -> StoredValue { StatementPointer(statement).stored(column) }

  /// A column of the current row as text; empty for NULL.
  func text(at column: Int) -> String { StatementPointer(statement).text(column) }

  /// A column of the current row as an integer; 0 for any other value.
  package func integer(at column: Int) -> Int64 { StatementPointer(statement).integer(column) }
}

extension Database {
  /// The least and the greatest row number of a table. The row number and the table are written as in SQL. Nil for a table without rows, and for keys
  /// that are not integers.
  func rowNumbers(_ rowNumber: String, of table: String) throws -> ClosedRange<Int64>? {
    // Two subqueries are used, because SQLite would read the whole table for min and max in one.
    let ends = try RawStatement(
      self, "SELECT (SELECT min(\(rowNumber)) FROM \(table)), (SELECT max(\(rowNumber)) FROM \(table))")
    guard try ends.step(), case .integer(let first) = ends.value(at: 0), case .integer(let last) = ends.value(at: 1)
    else { return nil }
    return first...last
  }
}

extension String {
  /// The name in double quotes, with quotes inside doubled.
  package var quotedIdentifier: String { quoted(by: "\"") }
}

extension Collection {
  /// A question mark for each element, separated by commas.
  package var parameters: String { map { _ in "?" }.joined(separator: ", ") }
}

extension [String] {
  /// The quoted names of columns, separated by commas.
  package var quotedList: String { map(\.quotedIdentifier).joined(separator: ", ") }

  /// The statement that inserts a row with these columns. Without columns, it inserts a row of defaults.
  package func insertion(into table: String) -> String {
    let values = isEmpty ? "DEFAULT VALUES" : "(\(quotedList)) VALUES (\(parameters))"
    return "INSERT INTO \(table.quotedIdentifier) \(values)"
  }
}
