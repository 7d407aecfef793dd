import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Runs a translated statement on a connection through SQLite's C functions.
struct StatementRun {
  private let statement: Statement
  private let pointer: StatementPointer

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

  /// Calls the body for each row. Afterwards the statement is reset, also after an error.
  ///
  /// - Parameter check: Runs after the statement has begun, before its first row.
  func forEachRow(
    beginning check: (() throws -> Void)? = nil, _ body: (StatementPointer) throws -> Void
  ) throws {
    defer {
      sqlite3_reset(pointer.statement)
      sqlite3_clear_bindings(pointer.statement)
    }
    var check = check
    StatementWatch.resetRows(of: pointer.statement)
    while true {
      let code = sqlite3_step(pointer.statement)
      if let first = check {
        check = nil
        // The error of a failed statement is thrown below.
        if code == SQLITE_ROW || code == SQLITE_DONE { try first() }
      }
      switch code {
      case SQLITE_ROW: try body(pointer)
      case SQLITE_DONE: return
      default: throw error(code)
      }
    }
  }

  private func error(_ code: Int32) -> DatabaseError {
    let message = sqlite3_db_handle(pointer.statement).map { String(cString: sqlite3_errmsg($0)) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
  }
}

extension StoredValue {
  /// The stored value for a parameter of a translated statement. Only values with a storage class in SQLite are parameters; any other value becomes NULL.
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

/// Keeps statements prepared on their connection if they run repeatedly.
///
/// GRDB keeps a prepared statement until its connection closes. Users keep typing new predicates, so a text is only kept when it runs a second time,
/// up to ``capacity`` texts. The other statements are prepared each time, which takes microseconds.
final class RepeatedStatements: Sendable {
  /// The greatest number of kept statements, and of other texts that ran once.
  static let capacity = 256

  /// Texts by their hashes. If two texts have the same hash, the second is kept when it first runs, which does no harm.
  private struct State {
    var kept: Set<Int> = []
    var once: Set<Int> = []
  }

  private let state = Locked(State())

  /// A prepared statement for a text that is not running at the moment.
  func statement(_ text: String, on database: Database) throws -> Statement {
    if keeps(text) {
      let statement = try database.cachedStatement(sql: text)
      // A kept statement is not used if it is busy, because it runs again inside a loop over its own rows. It is also not used if its text differs by
      // scalars: GRDB compares texts by canonical equivalence, and SQLite distinguishes such names.
      if sqlite3_stmt_busy(statement.sqliteStatement) == 0, statement.sql.hasSameScalars(as: text) { return statement }
    }
    return try database.makeStatement(sql: text)
  }

  private func keeps(_ text: String) -> Bool {
    let hash = text.hashValue
    return state.withLock { state in
      if state.kept.contains(hash) { return true }
      if state.once.remove(hash) != nil, state.kept.count < Self.capacity {
        state.kept.insert(hash)
        return true
      }
      if state.once.count == Self.capacity { state.once.removeAll(keepingCapacity: true) }
      state.once.insert(hash)
      return false
    }
  }
}
