/// Whether the work at hand is still wanted: the evaluation of many objects asks between two of them.
///
/// A task may be cancelled. A program without tasks, such as a shell, sets a closure for the time of a statement.
///
/// ```swift
/// try WorkCancellation.$isRequested.withValue({ wasInterrupted }) { try database.rows(fetch) }
/// ```
package enum WorkCancellation {
  /// Whether the caller does not want the result any more; nil if only the task can be cancelled.
  @TaskLocal package static var isRequested: (@Sendable () -> Bool)?

  /// Throws `CancellationError` if the result is not wanted any more.
  package static func check() throws {
    if let isRequested, isRequested() { throw CancellationError() }
    try Task.checkCancellation()
  }
}
