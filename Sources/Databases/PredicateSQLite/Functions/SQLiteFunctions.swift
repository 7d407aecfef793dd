import GRDB
import GRDBSQLite
import PredicateSQL
import PredicateValues

/// The functions that translated predicates call, registered with SQLite's own interface: they read a text's UTF-8 bytes in place.
///
/// They run the code that predicates run in memory, so both give one answer. An issue in a function comes out of the statement as a
/// database error, which ``PredicateIssue/init(functionError:)`` turns back.
///
/// A connection with the functions counts the steps of statements that run under a policy. It does so with SQLite's progress handler. A
/// connection has only one progress handler, so a handler of the application is replaced.
public enum SQLiteFunctions {
  /// All functions: the one table.
  static let all: [SQLiteFunction] = strings + values + sums + keys + boxes + [StatementWork.function]

  /// Makes every connection of a configuration have the functions.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the connections; it gets a step that registers the functions.
  ///   - functions: The functions that predicates may call.
  ///   - limits: The limits for patterns and steps of functions on this connection.
  public static func prepare(
    _ configuration: inout Configuration, functions: FunctionTable = .standard, limits: PredicateLimits = .standard
  ) {
    configuration.prepareDatabase { database in
      try register(on: database, functions: functions, limits: limits)
    }
  }

  /// Gives one connection the functions. Throws GRDB's `DatabaseError`.
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
    shared.watch = RegisteredFunctions.entry(of: connection)?.state.watch
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
  /// Whether the statement that runs ends when its task is cancelled.
  var endsWithTask = false
  /// The steps that the statement that runs may still take; nil if they are not limited.
  private(set) var work: StatementWork?
  /// The counts of all statements that have begun and not ended: one for each open cursor. The last one to begin counts.
  private var counts: [StatementWork] = [] { didSet { work = counts.last } }
  /// Whether a statement was ended because it took more steps than it may, since the last count began.
  var hasUsedUpWork = false
  /// What shows the progress of statements; nil for nothing.
  var watch: StatementWatch?

  init(_ connection: OpaquePointer, functions: FunctionTable, limits: PredicateLimits) {
    self.connection = connection
    self.functions = functions
    self.limits = limits
  }

  deinit { RegisteredFunctions.remove(self) }

  /// Counts the steps of a statement that begins.
  func begin(_ work: StatementWork) {
    counts.append(work)
    hasUsedUpWork = false
  }

  /// Ends the count of a statement. Cursors end in any order, so that the count need not be the last one.
  func end(_ work: StatementWork) { counts.removeAll { $0 === work } }
}

/// A function as SQLite calls it: one that gives a value for each row, or one of a group of rows.
struct SQLiteFunction: Sendable {
  typealias Body = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  typealias Final = @convention(c) (OpaquePointer?) -> Void

  /// The function in a translated predicate.
  let function: SQLFunction
  /// How many arguments it takes; -1 for any number.
  let argumentCount: Int32
  /// What runs for each row.
  let body: Body
  /// What gives the value of a group; nil for a function that has a value for each row.
  let final: Final?
  /// What gives the value of the rows so far; nil for a function that no window has.
  let value: Final?

  /// Takes a row out of a group again. The windows of statements begin at the first row and lose none.
  static let noInverse: Body = { context, _, _ in
    if let context { SQLiteCall.fail(.unsupportedConstruct("A window that loses rows"), context) }
  }

  /// Whether the same arguments always give the same, so that SQLite may call it once for all rows.
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

/// The functions of the open connections. A connection is added when its functions are registered, and removed with the last of them.
enum RegisteredFunctions {
  /// The values that a connection's functions work with.
  struct Entry: Sendable {
    let functions: FunctionTable
    let limits: PredicateLimits
    fileprivate let owner: ObjectIdentifier
    /// What the functions share. It removes the entry before it goes away.
    nonisolated(unsafe) fileprivate let shared: Unmanaged<SQLiteFunctionState>

    /// What the functions share. Only the thread that has the connection uses it.
    var state: SQLiteFunctionState { shared.takeUnretainedValue() }
  }

  private static let entries = Locked<[UInt: Entry]>([:])

  /// The values that the functions of a connection work with; nil if the connection does not have the functions.
  static func entry(of connection: OpaquePointer) -> Entry? {
    let connection = UInt(bitPattern: connection)
    return entries.withLock { $0[connection] }
  }

  /// The state that the functions of a connection share; nil if the connection does not have the functions.
  static func state(of database: Database) -> SQLiteFunctionState? {
    database.sqliteConnection.flatMap { entry(of: $0)?.state }
  }

  /// Remembers the state that the functions of its connection share from now on.
  static func add(_ state: SQLiteFunctionState) {
    let entry = Entry(
      functions: state.functions, limits: state.limits, owner: ObjectIdentifier(state),
      shared: Unmanaged.passUnretained(state))
    let connection = UInt(bitPattern: state.connection)
    entries.withLock { $0[connection] = entry }
  }

  /// Forgets a state that no function has any more, unless others took its place.
  static func remove(_ state: SQLiteFunctionState) {
    let owner = ObjectIdentifier(state)
    let connection = UInt(bitPattern: state.connection)
    entries.withLock { entries in
      if entries[connection]?.owner == owner { entries[connection] = nil }
    }
  }
}

extension SQLiteFunctions {
  /// Registers the functions on a connection that lacks them, or that has them with other functions of an application or other limits. The
  /// standard functions and limits request no change: a connection keeps those that it was opened with. Installs our progress handler again, because
  /// the application may have given the connection another one.
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

  /// Whether a statement could not be prepared because a connection has not got the functions.
  static func isMissingFunction(_ error: DatabaseError) -> Bool {
    error.message?.hasPrefix("no such function: \(SQLFunction.registeredPrefix)") == true
  }
}
