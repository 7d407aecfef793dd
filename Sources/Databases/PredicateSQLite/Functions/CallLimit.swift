import GRDB
import PredicateDatabases
import PredicateValues

/// Ends the statements of one call when its task is cancelled or its time is over. Statements of other calls continue.
///
/// SQLite's progress handler reads the limit of the call that runs the statement on the current thread.
package final class CallLimit: Sendable {
  /// The limit of the running call; nil for a call without a limit.
  @TaskLocal package static var current: CallLimit?

  private let end: ContinuousClock.Instant?
  private let isCancelled = Locked(false)

  /// - Parameter duration: The time from now on; nil for no limit.
  package init(_ duration: Duration?) { end = duration.map { ContinuousClock.now.advanced(by: $0) } }

  package func cancel() { isCancelled.withLock { $0 = true } }

  /// The error that the call must end with: `CancellationError`, or a ``DatabaseIssue`` of kind `timedOut`. Nil while it may continue.
  package var error: (any Error)? {
    if isCancelled.withLock({ $0 }) { return CancellationError() }
    guard let end, ContinuousClock.now >= end else { return nil }
    return DatabaseIssue(.timedOut, "the time of the call is over")
  }

  /// Throws the error of the running call if it must end.
  static func check() throws { if let error = current?.error { throw error } }

  /// The error of a statement that SQLite has interrupted.
  static var interruption: any Error { current?.error ?? CancellationError() }
}
