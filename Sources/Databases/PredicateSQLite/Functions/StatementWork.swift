import GRDB
import GRDBSQLite
import PredicateBinding
import PredicateDatabases
import PredicateValues

/// The steps that one statement may take: those of SQLite's virtual machine, which its progress handler counts, and those of our functions. For
/// these, 16 bytes of a text count as one step, and each byte of a text that must be normalised before folding counts as four. A connection runs on
/// one thread at a time, so no lock is needed.
final class StatementWork {
  /// The most steps that a regular expression may take for one text.
  let regularExpressionSteps: Int
  private var left: Int
  /// Whether the statement was ended.
  private(set) var isUsedUp = false
  private weak var state: SQLiteFunctionState?

  convenience init(_ policy: QueryPolicy) {
    self.init(steps: policy.work, regularExpressionSteps: policy.limits.regularExpressionSteps)
  }

  private init(steps: Int, regularExpressionSteps: Int) {
    left = steps
    self.regularExpressionSteps = regularExpressionSteps
  }

  /// Runs a statement on a connection while every step is counted. Throws kind `limit` if it takes more steps than it may.
  func counting<Result>(with state: SQLiteFunctionState, _ body: () throws -> Result) throws -> Result {
    begin(with: state)
    defer { end() }
    do {
      let result = try body()
      if isUsedUp { throw PredicateIssue.tooMuchWork }
      return result
    } catch {
      throw isUsedUp ? PredicateIssue.tooMuchWork : error
    }
  }

  private func begin(with state: SQLiteFunctionState) {
    self.state = state
    state.begin(self)
  }

  private func end() { state?.end(self) }

  /// Subtracts the steps for reading bytes from the steps that are left. Returns false if none are left. The caller must then end the statement.
  func take(_ bytes: Int) -> Bool { take(steps: bytes >> 4) }

  /// Subtracts the most steps that matching a text may take. Returns false if no steps are left.
  func take(matching text: UnsafeBufferPointer<UInt8>, _ expression: RegularExpression) -> Bool {
    take(steps: expression.greatestSteps(for: text, limit: regularExpressionSteps))
  }

  /// Subtracts the additional steps for folding a text. Returns false if no steps are left.
  func take(folding text: UnsafeBufferPointer<UInt8>, _ options: StringOptions) -> Bool {
    take(steps: StringFolding(options).steps(toFold: text))
  }

  fileprivate func take(steps: Int) -> Bool {
    left -= min(steps, left)
    if left == 0 { isUsedUp = true }
    return left > 0
  }

  /// For a statement that GRDB runs: `predicate_work(steps, regularExpressionSteps)` begins the count, which ends with the statement.
  ///
  /// The counter is auxiliary data of the call. SQLite keeps such data until the statement ends, because the arguments are constant.
  static let function = SQLiteFunction(.work, 2) { context, count, values in
    guard let context, let call = SQLiteCall(context, count, values) else { return }
    sqlite3_result_int(context, 1)
    if sqlite3_get_auxdata(context, 0) != nil { return }
    let work = StatementWork(steps: call.integer(0), regularExpressionSteps: call.integer(1))
    work.begin(with: call.state)
    sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(work).toOpaque()) { work in
      if let work { Unmanaged<StatementWork>.fromOpaque(work).takeRetainedValue().end() }
    }
  }
}

/// The only progress handler of a connection.
///
/// SQLite looks for a handler only when a step of a statement begins. A handler that a function installs within the first step would not be called
/// before the second one. But a count, a deletion or a sorted request does all of its work in the first step. So the handler is installed before any
/// statement runs, and reads the current counter.
extension SQLiteFunctionState {
  /// The number of SQLite's steps between two reports: about ten microseconds.
  static let stepsPerReport = 1_000

  /// Makes SQLite report the steps of each later statement of the connection. Any other handler of the connection is replaced.
  func receiveReports() {
    sqlite3_progress_handler(
      connection, Int32(Self.stepsPerReport),
      { state in
        guard let state else { return 0 }
        return Unmanaged<SQLiteFunctionState>.fromOpaque(state).takeUnretainedValue().takeReport() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Subtracts the steps since SQLite's last report. Returns false if the statement must end: no steps are left, its time is over, or its task was
  /// cancelled.
  private func takeReport() -> Bool {
    StatementWatch.watches.current(of: Int(bitPattern: connection))?.watch?.takeReport(of: connection)
    if let limit = CallLimit.current {
      limit.take(steps: Self.stepsPerReport)
      if limit.error != nil { return false }
    }
    // A cancelled save is completed, because the task may still have to write what it did.
    if endsWithTask, Task.isCancelled, sqlite3_txn_state(connection, nil) != SQLITE_TXN_WRITE { return false }
    guard let work, !work.take(steps: Self.stepsPerReport) else { return true }
    hasUsedUpWork = true
    return false
  }
}

/// Reports how many rows the running statements of a connection have read in full scans.
final class StatementWatch: Sendable {
  /// The number of SQLite's reports for one report to the application: some milliseconds.
  private static let reportsPerReport = 200

  /// The watches of all connections, by their addresses.
  static let watches = WorkWatches<Int, StatementWatch>()

  private let report: @Sendable (Int) -> Void
  private let reportCount = Locked(0)
  /// The rows that statements had already read when the watch began, by the addresses of the statements. These statements belong to outer work.
  private let rowsBefore: [Int: Int]

  /// Begins a watch of a connection. A statement that the application keeps and runs again starts again at zero rows.
  init(_ connection: OpaquePointer, _ report: @escaping @Sendable (Int) -> Void) {
    self.report = report
    var rowsBefore: [Int: Int] = [:]
    Self.forEachStatement(of: connection) { statement in
      if sqlite3_stmt_busy(statement) == 0 {
        Self.resetRows(of: statement)
      } else {
        rowsBefore[Int(bitPattern: statement)] = Self.rows(of: statement)
      }
    }
    self.rowsBefore = rowsBefore
  }

  /// The rows that a statement has read in full scans since its counter was reset.
  private static func rows(of statement: OpaquePointer) -> Int {
    Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  /// Resets the counter of a statement when it begins to run. A kept statement may have run for other work, whose rows must not count.
  static func resetRows(of statement: OpaquePointer) {
    sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
  }

  func takeReport(of connection: OpaquePointer) {
    let count = reportCount.withLock { count in
      count += 1
      return count
    }
    guard count.isMultiple(of: Self.reportsPerReport) else { return }
    var rows = 0
    Self.forEachStatement(of: connection) { statement in
      guard sqlite3_stmt_busy(statement) != 0 else { return }
      rows += max(0, Self.rows(of: statement) - (rowsBefore[Int(bitPattern: statement)] ?? 0))
    }
    report(rows)
  }

  private static func forEachStatement(of connection: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    var statement = sqlite3_next_stmt(connection, nil)
    while let current = statement {
      body(current)
      statement = sqlite3_next_stmt(connection, current)
    }
  }
}

extension Database {
  /// Runs requests with predicates. A predicate can end a statement, because it exceeds a limit or because the pattern of a row is not a regular
  /// expression. Then the `PredicateIssue` is thrown instead of GRDB's error. Other errors are not changed.
  ///
  /// ```swift
  /// let request = try Movie.filter(text: typed, policy: policy, in: database)
  /// let found = try queue.read { db in try db.reportingIssues { try request.fetchAll(db) } }
  /// ```
  public func reportingIssues<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_INTERRUPT, let state = RegisteredFunctions.state(of: self), state.hasUsedUpWork {
        state.hasUsedUpWork = false
        throw PredicateIssue.tooMuchWork
      }
      if let issue = PredicateIssue(functionError: error) ?? PredicateIssue(depthError: error) { throw issue }
      throw error
    }
  }
}

/// Bytes that running statements read without a copy.
///
/// SQLite copies the argument of a function for each call, unless the bytes are declared to stay in place. A table of values by key is passed to a
/// call for each row. Its bytes are freed when a later table is made and all statements have ended that were running when the first table was made.
final class BytesInUse {
  /// A run of a statement that must end before bytes are freed. `number` is SQLite's count of the statement's runs, so that a later run of the same
  /// statement is not equal to it.
  private struct Run: Hashable {
    let statement: OpaquePointer
    let number: Int32
  }

  private var kept: [(bytes: UnsafeMutableRawBufferPointer, runs: Set<Run>)] = []

  deinit {
    for (bytes, _) in kept { bytes.deallocate() }
  }

  /// Keeps bytes until all statements that are now running on a connection have ended.
  func keep(_ bytes: [UInt8], on connection: OpaquePointer) -> UnsafeRawBufferPointer {
    let runs = Self.runs(on: connection)
    kept.removeAll { old in
      guard old.runs.isDisjoint(with: runs) else { return false }
      old.bytes.deallocate()
      return true
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    kept.append((copy, runs))
    return UnsafeRawBufferPointer(copy)
  }

  private static func runs(on connection: OpaquePointer) -> Set<Run> {
    var runs: Set<Run> = []
    var next = sqlite3_next_stmt(connection, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 {
        runs.insert(
          Run(statement: statement, number: sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_RUN, 0)))
      }
      next = sqlite3_next_stmt(connection, statement)
    }
    return runs
  }
}

/// The limit of one call. The statements of the call end when the task is cancelled, the time is over, or the steps are used up. The statements of
/// other calls continue.
///
/// SQLite's progress handler reads the limit of the call that runs the statement on the current thread.
package final class CallLimit: Sendable {
  /// The limit of the running call; nil for a call without a limit.
  @TaskLocal package static var current: CallLimit?

  private let end: ContinuousClock.Instant?
  private let isCancelled = Locked(false)
  private let stepsLeft: Locked<Int>

  /// - Parameters:
  ///   - duration: The time from now on; nil for no limit.
  ///   - steps: The steps of SQLite that all statements of the call may take together.
  package init(_ duration: Duration?, steps: Int = .max) {
    end = duration.map { ContinuousClock.now.advanced(by: $0) }
    stepsLeft = Locked(steps)
  }

  package func cancel() { isCancelled.withLock { $0 = true } }

  fileprivate func take(steps: Int) { stepsLeft.withLock { $0 -= min($0, steps) } }

  /// The error that the call must end with: `CancellationError`, or a ``DatabaseIssue`` of kind `timedOut`. Nil while it may continue.
  package var error: (any Error)? {
    if isCancelled.withLock({ $0 }) { return CancellationError() }
    if stepsLeft.withLock({ $0 == 0 }) { return DatabaseIssue(.timedOut, "the call took too many steps") }
    guard let end, ContinuousClock.now >= end else { return nil }
    return DatabaseIssue(.timedOut, "the call was ended, because its time limit is over")
  }

  /// Throws the error of the running call if it must end.
  static func check() throws { if let error = current?.error { throw error } }

  /// The error of a statement that SQLite has interrupted.
  static var interruption: any Error { current?.error ?? CancellationError() }
}
