import GRDB
import GRDBSQLite
import PredicateBinding
import PredicateValues

/// The steps that one statement may take: those of SQLite's machine, which its progress handler counts, and those of our functions, which count
/// 16 bytes of a text as one. A connection runs on one thread at a time, so nothing here is locked.
final class StatementWork {
  /// The most steps that a regular expression may take for one text.
  let regularExpressionSteps: Int
  private var left: Int
  /// Whether the statement was ended.
  private(set) var isUsedUp = false

  /// SQLite's steps between two looks: about ten microseconds.
  private static let stepsPerReport = 1_000

  init(_ policy: QueryPolicy) {
    left = policy.work
    regularExpressionSteps = policy.limits.regularExpressionSteps
  }

  private init(steps: Int, regularExpressionSteps: Int) {
    left = steps
    self.regularExpressionSteps = regularExpressionSteps
  }

  /// Runs work on a connection, with every step counted. Throws kind `limit` where it takes more than it may.
  func counting<Result>(on connection: OpaquePointer, _ body: () throws -> Result) throws -> Result {
    let entry = RegisteredFunctions.entry(of: connection)
    entry?.count(self)
    countReports(of: connection)
    defer {
      sqlite3_progress_handler(connection, 0, nil, nil)
      entry?.count(nil)
    }
    do {
      let result = try withExtendedLifetime(self) { try body() }
      if isUsedUp { throw PredicateIssue.tooMuchWork }
      return result
    } catch {
      throw isUsedUp ? PredicateIssue.tooMuchWork : error
    }
  }

  private func countReports(of connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, Int32(Self.stepsPerReport),
      { work in
        guard let work else { return 0 }
        return Unmanaged<StatementWork>.fromOpaque(work).takeUnretainedValue().takeReport() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Takes the steps since SQLite's last report. Returns false where there are none left.
  private func takeReport() -> Bool { take(steps: Self.stepsPerReport) }

  /// Takes the steps for reading bytes. Returns false where there are none left; the function that would read them ends the statement.
  func take(_ bytes: Int) -> Bool { take(steps: bytes >> 4) }

  /// Takes the steps of a regular expression on a text.
  func take(matching text: UnsafeBufferPointer<UInt8>, _ expression: RegularExpression) -> Bool {
    take(steps: expression.greatestSteps(for: text, limit: regularExpressionSteps))
  }

  private func take(steps: Int) -> Bool {
    left -= min(steps, left)
    if left == 0 { isUsedUp = true }
    return left > 0
  }
}

/// A statement that GRDB runs: `predicate_work(steps, regularExpressionSteps)` begins the count, and the end of the statement ends it.
///
/// The work is SQLite's auxiliary data of the call. SQLite keeps it until the statement ends, because the arguments are constant.
extension StatementWork {
  static let function = SQLiteFunction(.work, 2) { context, count, values in
    guard let context, let call = SQLiteCall(context, count, values) else { return }
    sqlite3_result_int(context, 1)
    if sqlite3_get_auxdata(context, 0) != nil { return }
    let state = call.state
    let work = StatementWork(steps: call.integer(0), regularExpressionSteps: call.integer(1))
    let counted = CountedStatement(state: state, work: work)
    sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(counted).toOpaque()) { counted in
      if let counted { Unmanaged<CountedStatement>.fromOpaque(counted).takeRetainedValue().end() }
    }
    state.work = work
    state.hasUsedUpWork = false
    work.countReports(of: state.connection)
  }

  /// What ends the count with the statement.
  private final class CountedStatement {
    weak var state: SQLiteFunctionState?
    let work: StatementWork

    init(state: SQLiteFunctionState, work: StatementWork) {
      self.state = state
      self.work = work
    }

    func end() {
      guard let state, state.work === work else { return }
      sqlite3_progress_handler(state.connection, 0, nil, nil)
      state.work = nil
      state.hasUsedUpWork = work.isUsedUp
    }
  }
}

extension Database {
  /// Runs requests with predicates, and throws the `PredicateIssue` in the place of GRDB's error if a predicate ended a statement: because it passed a
  /// limit, or because a pattern that a row has is no regular expression. Other errors pass through.
  ///
  /// ```swift
  /// let request = try Movie.filter(text: typed, policy: policy, in: database)
  /// let found = try queue.read { db in try db.reportingIssues { try request.fetchAll(db) } }
  /// ```
  public func reportingIssues<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let entry = sqliteConnection.flatMap { RegisteredFunctions.entry(of: $0) }
      if error.resultCode == .SQLITE_INTERRUPT, entry?.takeUsedUpWork() == true { throw PredicateIssue.tooMuchWork }
      if let issue = PredicateIssue(functionError: error) ?? PredicateIssue(depthError: error) { throw issue }
      throw error
    }
  }
}
