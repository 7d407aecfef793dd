import GRDB
import GRDBSQLite
import PredicateReference
import PredicateSQL
import PredicateValues

/// The functions that translated predicates call. They are registered through SQLite's C interface, because they read a text's UTF-8 bytes without a
/// copy.
///
/// They run the code that predicates run in memory, so both give the same answer. An issue in a function becomes a database error of the statement,
/// which ``PredicateIssue/init(functionError:)`` turns back into an issue.
///
/// A connection with the functions counts the steps of statements that run under a policy, by SQLite's progress handler. A connection has only one
/// progress handler, so a handler of the application is replaced.
public enum SQLiteFunctions {
  /// The table of all functions.
  static let all: [SQLiteFunction] = strings + values + sums + keys + boxes + [StatementWork.function]

  /// Prepares a configuration so that its connections have the functions.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the connections. A step that registers the functions is added to it.
  ///   - functions: The functions that predicates may call.
  ///   - limits: The limits for patterns and steps of functions on this connection.
  public static func prepare(
    _ configuration: inout Configuration, functions: FunctionTable = .standard, limits: PredicateLimits = .standard
  ) {
    configuration.prepareDatabase { database in
      try register(on: database, functions: functions, limits: limits)
    }
  }

  /// Registers the functions on one connection. Throws GRDB's `DatabaseError`.
  ///
  /// - Parameters:
  ///   - database: The connection.
  ///   - functions: The functions that predicates may call.
  ///   - limits: The limits for patterns and steps of functions on this connection.
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
      let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { state in
        if let state { Unmanaged<SQLiteFunctionState>.fromOpaque(state).release() }
      }
      let state = Unmanaged.passRetained(shared).toOpaque()
      let code =
        if let value = function.value {
          sqlite3_create_window_function(
            connection, function.function.name, function.argumentCount, flags, state, function.body, function.final,
            value, SQLiteFunction.noInverse, release)
        } else {
          sqlite3_create_function_v2(
            connection, function.function.name, function.argumentCount, flags, state, isGroup ? nil : function.body,
            isGroup ? function.body : nil, function.final, release)
        }
      guard code == SQLITE_OK else {
        let message = String(cString: sqlite3_errmsg(connection))
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
      }
    }
    RegisteredFunctions.add(shared)
    shared.receiveReports()
  }
}

/// The state that the functions of one connection share. A connection runs one statement at a time, so no lock is needed.
final class SQLiteFunctionState {
  let connection: OpaquePointer
  /// The functions that predicates may call.
  let functions: FunctionTable
  /// The limits of a regular expression.
  let limits: PredicateLimits
  /// Decides what values of unknown types mean.
  let evaluator: ReferenceEvaluator
  /// The source of random numbers. It has no current date, because `now()` is bound as a parameter.
  let context = FunctionContext()
  /// The bytes that running statements read without a copy.
  let bytesInUse = BytesInUse()
  /// Memory for folded text that is reused by all calls.
  var scratch: [UInt8] = []
  /// Whether the running statement ends when its task is cancelled.
  var endsWithTask = false
  /// The steps that remain for the running statement; nil if they are not limited.
  private(set) var work: StatementWork?
  /// The step counters of all statements that have begun and not ended: one for each open cursor. The last one is in use.
  private var counts: [StatementWork] = [] { didSet { work = counts.last } }
  /// Whether a statement was ended because its steps were used up, since the last counter began.
  var hasUsedUpWork = false

  init(_ connection: OpaquePointer, functions: FunctionTable, limits: PredicateLimits) {
    self.connection = connection
    self.functions = functions
    self.limits = limits
    evaluator = ReferenceEvaluator(limits: limits)
  }

  deinit { RegisteredFunctions.remove(self) }

  /// Counts the steps of a statement that begins.
  func begin(_ work: StatementWork) {
    counts.append(work)
    hasUsedUpWork = false
  }

  /// Removes the counter of a statement. Cursors end in any order, so it need not be the last one.
  func end(_ work: StatementWork) { counts.removeAll { $0 === work } }
}

/// A function as SQLite calls it: for each row, or for the rows of a group.
struct SQLiteFunction: Sendable {
  typealias Body = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  typealias Final = @convention(c) (OpaquePointer?) -> Void

  /// The function in a translated predicate.
  let function: SQLFunction
  /// The number of arguments; -1 for any number.
  let argumentCount: Int32
  /// Runs for each row.
  let body: Body
  /// Returns the value of a group; nil for a function that has a value for each row.
  let final: Final?
  /// Returns the value of the rows so far; nil for a function that is not used as a window function.
  let value: Final?

  /// Would remove a row from a window. It is never called, because the windows of statements begin at the first row and lose none.
  static let noInverse: Body = { context, _, _ in
    if let context { SQLiteCall.fail(.unsupportedConstruct("A window that loses rows"), context) }
  }

  /// Whether equal arguments always give equal results, so that SQLite may call the function once for all rows.
  let isDeterministic: Bool

  init(
    _ function: SQLFunction, _ argumentCount: Int32, isDeterministic: Bool = true, final: Final? = nil,
    value: Final? = nil, _ body: @escaping Body
  ) {
    self.function = function
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
    self.final = final
    self.value = value
  }
}

/// The state of the functions on each open connection. An entry is added when the functions are registered, and removed with the last of them.
enum RegisteredFunctions {
  /// The state of a connection's functions.
  struct Entry: Sendable {
    let functions: FunctionTable
    let limits: PredicateLimits
    fileprivate let owner: ObjectIdentifier
    /// The shared state. It removes the entry before it is freed.
    nonisolated(unsafe) fileprivate let shared: Unmanaged<SQLiteFunctionState>

    /// The shared state. Only the thread that uses the connection may use it.
    var state: SQLiteFunctionState { shared.takeUnretainedValue() }
  }

  private static let entries = Locked<[UInt: Entry]>([:])

  /// The state of the functions of a connection; nil if the connection lacks the functions.
  static func entry(of connection: OpaquePointer) -> Entry? {
    let connection = UInt(bitPattern: connection)
    return entries.withLock { $0[connection] }
  }

  /// The state that the functions of a connection share; nil if the connection does not have the functions.
  static func state(of database: Database) -> SQLiteFunctionState? {
    database.sqliteConnection.flatMap { entry(of: $0)?.state }
  }

  /// Adds the state that the functions of a connection share from now on.
  static func add(_ state: SQLiteFunctionState) {
    let entry = Entry(
      functions: state.functions, limits: state.limits, owner: ObjectIdentifier(state),
      shared: Unmanaged.passUnretained(state))
    let connection = UInt(bitPattern: state.connection)
    entries.withLock { $0[connection] = entry }
  }

  /// Removes a state that no function uses any more, unless another state has replaced it.
  static func remove(_ state: SQLiteFunctionState) {
    let owner = ObjectIdentifier(state)
    let connection = UInt(bitPattern: state.connection)
    entries.withLock { entries in
      if entries[connection]?.owner == owner { entries[connection] = nil }
    }
  }
}

extension SQLiteFunctions {
  /// Registers the functions on a connection that lacks them, or that has them with other functions of an application or other limits. The standard
  /// functions and limits change nothing: a connection keeps those that it was opened with. The progress handler is installed again, because the
  /// application may have replaced it.
  static func ensure(
    on database: Database, functions: FunctionTable = .standard, limits: PredicateLimits = .standard
  ) throws {
    guard let connection = database.sqliteConnection, let present = RegisteredFunctions.entry(of: connection) else {
      return try register(on: database, functions: functions, limits: limits)
    }
    let wanted = functions.isSame(as: .standard) ? present.functions : functions
    let wantedLimits = limits == .standard ? present.limits : limits
    if wanted.isSame(as: present.functions), wantedLimits == present.limits { return present.state.receiveReports() }
    try register(on: database, functions: wanted, limits: wantedLimits)
  }

  /// Whether a statement could not be prepared because a connection lacks the functions.
  static func isMissingFunction(_ error: DatabaseError) -> Bool {
    error.message?.hasPrefix("no such function: \(SQLFunction.registeredPrefix)") == true
  }
}
