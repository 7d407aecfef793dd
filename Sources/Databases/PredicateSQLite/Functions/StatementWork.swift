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

  /// Runs work on a connection, with every step counted. Throws kind `limit` where it takes more than it may.
  func counting<Result>(on connection: OpaquePointer, _ body: () throws -> Result) throws -> Result {
    let entry = RegisteredFunctions.entry(of: connection)
    entry?.count(self)
    sqlite3_progress_handler(
      connection, Int32(Self.stepsPerReport),
      { work in
        guard let work else { return 0 }
        return Unmanaged<StatementWork>.fromOpaque(work).takeUnretainedValue().takeReport() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
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
