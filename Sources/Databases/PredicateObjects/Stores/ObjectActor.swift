import Dispatch
import GRDB
import PredicateModel
import PredicateSQLite

/// A context in an actor, for servers and for work in the background. Calls run one after another on the actor's own thread. Tasks that wait for them
/// occupy no thread.
///
/// ```swift
/// let store = try ObjectActor(path: "films.sqlite", classes: [Film.self, Friend.self])
/// let titles = try await store.perform(within: .seconds(2)) { context in
///   try context.fetch(Film.self, "year > \(minimum)", sortedBy: "title").map(\.title)
/// }
/// try await store.perform { context in
///   try context.insert(Film.self).title = "Alien"
///   try context.save()
/// }
/// ```
///
/// Objects must stay in the closure; values and ``ObjectID``s may leave it. Each actor that opens a file has its own connection. Several actors over
/// one file with a write-ahead log can read at the same time, also while one of them saves.
public actor ObjectActor {
  private let context: ObjectContext
  private let executor = ContextExecutor()

  /// The thread of the actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// An actor with a context that no other code uses.
  public init(_ context: sending ObjectContext) { self.context = context }

  /// An actor with a context over a file: see ``ObjectContext/init(path:kind:classes:fetchTemplates:migration:conflicts:)``.
  public init(
    path: String? = nil, kind: StoreKind = .sqlite, classes: [StoredObject.Type],
    fetchTemplates: [FetchTemplate] = [], migration: ModelMigration? = nil, conflicts: ConflictPolicy = .fail
  ) throws {
    context = try ObjectContext(
      path: path, kind: kind, classes: classes, fetchTemplates: fetchTemplates, migration: migration,
      conflicts: conflicts)
  }

  /// Runs a closure with the context, after all earlier calls.
  ///
  /// If the task is cancelled or the time is over, the running statement of this call is interrupted. No further statement of this call begins.
  /// Statements of other calls and contexts continue. Swift code of the closure between two statements is not interrupted. A call that still waits
  /// ends when its turn comes.
  ///
  /// A closure saves its changes, or reverts them. If it returns with unsaved changes, they are reverted and the call throws, because another call would
  /// save them. If the closure throws, they are reverted, too (``ObjectContext/rollback()``).
  ///
  /// - Parameters:
  ///   - limit: The time since the call, including the time of waiting; nil for no limit.
  ///   - keepsChanges: Whether unsaved changes stay in the context for the next call. No call reverts them.
  /// - Throws: Errors of the closure; ``StoreIssue`` `unsaved-changes`; `CancellationError`; a `DatabaseIssue` of kind `timedOut`.
  @discardableResult
  public nonisolated func perform<Result: Sendable>(
    within limit: Duration? = nil, keepsChanges: Bool = false, _ body: @Sendable (ObjectContext) throws -> Result
  ) async throws -> Result {
    let call = CallLimit(limit)
    return try await withTaskCancellationHandler {
      try await run(call, keepsChanges, body)
    } onCancel: {
      call.cancel()
    }
  }

  private func run<Result>(
    _ call: CallLimit, _ keepsChanges: Bool, _ body: @Sendable (ObjectContext) throws -> Result
  ) throws -> Result {
    if let error = call.error { throw error }
    let hadChanges = context.hasChanges
    do {
      let result = try CallLimit.$current.withValue(call) { try body(context) }
      if !keepsChanges, !hadChanges, context.hasChanges {
        throw StoreIssue(
          .unsavedChanges,
          "the closure of perform must not end with unsaved changes. Call save() or rollback() in it, or pass keepsChanges: true"
        )
      }
      return result
    } catch {
      if !hadChanges { context.rollback() }
      if let error = error as? DatabaseError, error.resultCode == .SQLITE_INTERRUPT { throw call.error ?? error }
      throw error
    }
  }
}

/// Runs the jobs of an actor on a queue, so that a long statement blocks no thread of Swift's task pool.
private final class ContextExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "OpenPredicate.ObjectActor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
