import PredicateSQLite
import PredicateValues

/// Ends the wait for changes of observed results as soon as this process commits to their database.
///
/// Contexts announce their own commits, also those over other connections to the same file. ``CommitObserver`` reports the other commits on the
/// connection of the results.
final class CommitSignal: Sendable {
  private struct State: Sendable {
    /// The number of commits so far.
    var count = 0
    var last = 0
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private struct Registration: Sendable { weak var signal: CommitSignal? }

  /// The signals in use, by the locations of their databases.
  private static let signals = Locked<[String: Registration]>([:])

  private let state = Locked(State())

  /// The signal of a context's database.
  static func of(_ context: ObjectContext) -> CommitSignal {
    let place = place(of: context)
    return signals.withLock { all in
      if let known = all[place]?.signal { return known }
      all = all.filter { $0.value.signal != nil }
      let made = CommitSignal()
      all[place] = Registration(signal: made)
      return made
    }
  }

  /// Reports a commit of a context to all results that wait for changes of the same database.
  static func announce(commitOf context: ObjectContext) {
    if signals.withLock({ $0.isEmpty }) { return }
    let place = place(of: context)
    signals.withLock { $0[place]?.signal }?.announce()
  }

  /// The key of a context's database: the path of its file, the connection of a database in memory, or the name of a file that is written as a whole.
  private static func place(of context: ObjectContext) -> String {
    let database = context.database
    return context.store == nil ? database.filePath ?? "\(ObjectIdentifier(database.reader))" : database.name
  }

  /// The number of commits so far.
  var count: Int { state.withLock { $0.count } }

  func announce() {
    state.withLock { state in
      state.count += 1
      for waiting in state.waiting.values { waiting.yield() }
    }
  }

  /// Waits for a commit, for the end of the interval, or for the cancellation of the task.
  ///
  /// - Parameter count: The count that the caller has seen. If the count has changed already, there is no wait.
  func wait(after count: Int, upTo interval: Duration) async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      if state.count != count { continuation.yield() }
      state.last += 1
      state.waiting[state.last] = continuation
      return state.last
    }
    defer { state.withLock { $0.waiting[number] = nil } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in stream { break } }
      group.addTask { try await Task.sleep(for: interval) }
      try await group.next()
      group.cancelAll()
    }
  }
}
