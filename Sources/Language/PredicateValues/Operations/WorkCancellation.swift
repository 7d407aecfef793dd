/// Whether the caller still wants the result of the running work: the evaluation of many objects checks it between two objects.
///
/// Work can be cancelled through its task. A program without tasks, such as a shell, sets a closure while a statement runs.
///
/// ```swift
/// try WorkCancellation.whileWatching({ wasInterrupted }) { try database.rows(fetch) }
/// ```
package struct WorkCancellation: Sendable {
  /// The closure of the innermost ``whileWatching(_:_:)``; nil if only the task can be cancelled.
  ///
  /// The value is a structure, because a closure crashes here: in a release build, Swift 6 specializes `TaskLocal.withValue` for a type of function
  /// that the runtime cannot find.
  @TaskLocal private static var current: WorkCancellation?

  private let isRequested: @Sendable () -> Bool

  /// Runs a body whose work ends with `CancellationError` soon after the closure returns true.
  package static func whileWatching<Result>(
    _ isRequested: @escaping @Sendable () -> Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(WorkCancellation(isRequested: isRequested), operation: body)
  }

  /// Throws `CancellationError` if the caller does not want the result any more.
  package static func check() throws {
    if let current, current.isRequested() { throw CancellationError() }
    try Task.checkCancellation()
  }
}
