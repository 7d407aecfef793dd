import GRDB
import GRDBSQLite
import PredicateSQL
import PredicateValues

/// The functions that translated predicates call, registered with SQLite's own interface: they read a text's UTF-8 bytes in place.
///
/// They run the code that predicates run in memory, so both give one answer. An issue in a function comes out of the statement as a
/// database error, which ``PredicateIssue/init(functionError:)`` turns back.
public enum SQLiteFunctions {
  /// All functions: the one table.
  static let all: [SQLiteFunction] = strings + values + sums + keys + boxes

  /// Makes every connection of a configuration have the functions.
  public static func prepare(
    _ configuration: inout Configuration, functions: FunctionTable = .standard, limits: PredicateLimits = .standard
  ) {
    configuration.prepareDatabase { database in
      try register(on: database, functions: functions, limits: limits)
    }
  }

  /// Gives one connection the functions. Throws GRDB's `DatabaseError`.
  public static func register(
    on database: Database, functions: FunctionTable = .standard, limits: PredicateLimits = .standard
  ) throws {
    guard let connection = database.sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The connection is closed.")
    }
    let shared = SQLiteFunctionState(connection, functions: functions, limits: limits)
    for function in all {
      let flags = SQLITE_UTF8 | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
      let isGroup = function.final != nil
      let code = sqlite3_create_function_v2(
        connection, function.function.registeredName, function.argumentCount, flags,
        Unmanaged.passRetained(shared).toOpaque(), isGroup ? nil : function.body, isGroup ? function.body : nil,
        function.final
      ) { state in
        if let state { Unmanaged<SQLiteFunctionState>.fromOpaque(state).release() }
      }
      guard code == SQLITE_OK else {
        let message = String(cString: sqlite3_errmsg(connection))
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
      }
    }
    RegisteredFunctions.add(shared)
  }
}

/// What the functions of one connection share. A connection runs one statement at a time, so nothing here is locked.
final class SQLiteFunctionState {
  /// The connection.
  let connection: OpaquePointer
  /// The functions that predicates may call.
  let functions: FunctionTable
  /// What a regular expression may cost.
  let limits: PredicateLimits
  /// For functions that ask for chance. The date that a translated predicate asks for is bound.
  let context = FunctionContext()
  /// What statements that are running read in place.
  let bytesInUse = BytesInUse()
  /// Memory for folded text, kept from call to call.
  var scratch: [UInt8] = []
  /// The steps that the statement that runs may still take; nil where nobody counts them.
  var work: StatementWork?

  init(_ connection: OpaquePointer, functions: FunctionTable, limits: PredicateLimits) {
    self.connection = connection
    self.functions = functions
    self.limits = limits
  }

  deinit { RegisteredFunctions.remove(self) }
}
