import Dispatch
import PredicateDatabases
import PredicateValues

/// Runs work on a database, piece by piece, on its own thread. Each piece has a time limit.
///
/// A page numbers the statements that it runs. When a newer number of a page arrives, its work for older numbers is ended, so a slow statement does
/// not block the next one. Any other question of the same page ends background work, such as counting facets. The page then requests it again. Work
/// is ended by interrupting the database and by cancelling its task, so that loops in memory end, too.
actor DatabaseWorker {
  /// The reason why work ended before it was complete.
  enum End: Error {
    /// It took longer than its time limit.
    case time(Duration)
    /// The page has asked a newer question.
    case replaced
  }

  /// Identifies a question of a page.
  struct Ticket: Sendable {
    /// The page that asks.
    let page: String
    /// The number of the question in the page's order.
    let number: Int
    /// Whether any other question of the page ends the work.
    var isBackground = false
  }

  /// Runs all work on one thread, because reading rows of a database blocks a thread. Swift's own threads continue to serve requests.
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "database")

    func enqueue(_ job: UnownedJob) {
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  }

  private struct Work {
    /// The number of the piece of work.
    let piece: Int
    let ticket: Ticket?
    let interrupt: @Sendable () -> Void
    /// Why the work must end; nil while it may continue.
    var end: End?
  }

  private struct State {
    /// The running work; nil if there is none.
    var running: Work?
    /// The number of pieces of work so far.
    var pieces = 0
    /// Closures that cancel the task of a piece of work, by its number.
    var cancellations: [Int: @Sendable () -> Void] = [:]
    /// The newest number of each page's questions.
    var newest: [String: Int] = [:]
  }

  private let executor = Executor()
  private let state = Locked(State())
  /// The greatest number of pages whose newest number is remembered. The work of a forgotten page is not ended early.
  private static let mostPages = 1_000

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Whether nothing runs at the moment.
  nonisolated var isIdle: Bool { state.withLock { $0.running == nil } }

  /// Runs work after all earlier work has ended. Throws an ``End`` if the work was ended, and the errors of the work.
  ///
  /// The work may catch the `CancellationError` of an interrupted database, and return the part that it has computed.
  nonisolated func run<Result: Sendable>(
    for ticket: Ticket?, on database: any QueryDatabase, within limit: Duration,
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let piece = state.withLock { state in
      state.pieces += 1
      return state.pieces
    }
    let task = Task { try await run(piece, for: ticket, on: database, within: limit, work) }
    state.withLock { $0.cancellations[piece] = task.cancel }
    defer { state.withLock { $0.cancellations[piece] = nil } }
    return try await task.value
  }

  private func run<Result>(
    _ piece: Int, for ticket: Ticket?, on database: any QueryDatabase, within limit: Duration,
    _ work: () throws -> Result
  ) throws -> Result {
    let isWanted = state.withLock { state in
      if let ticket, state.newest[ticket.page, default: 0] > ticket.number { return false }
      state.running = Work(piece: piece, ticket: ticket, interrupt: database.interrupt)
      return true
    }
    guard isWanted else { throw End.replaced }
    let watch = Task.detached { [self] in
      do { try await Task.sleep(for: limit) } catch { return }
      await end(.time(limit)) { $0.piece == piece }
    }
    defer {
      watch.cancel()
      state.withLock { $0.running = nil }
    }
    do {
      let result = try work()
      if case .replaced? = state.withLock({ $0.running?.end }) { throw End.replaced }
      return result
    } catch {
      throw state.withLock { $0.running?.end } ?? error
    }
  }

  /// Registers a question of a page. Ends the page's work on older questions and its background work.
  nonisolated func announce(_ ticket: Ticket) {
    state.withLock { state in
      if state.newest.count >= Self.mostPages { state.newest = [:] }
      state.newest[ticket.page] = max(ticket.number, state.newest[ticket.page, default: 0])
    }
    Task.detached { [self] in
      await end(.replaced) { work in
        work.ticket.map { $0.page == ticket.page && ($0.number < ticket.number || $0.isBackground) } ?? false
      }
    }
  }

  /// Interrupts the running work until it ends, if the work meets a condition. An interruption between two statements of the work has no effect, so
  /// it is repeated.
  private nonisolated func end(_ end: End, if isMeant: @Sendable (Work) -> Bool) async {
    while true {
      let interrupt = state.withLock { state -> (@Sendable () -> Void)? in
        guard let running = state.running, isMeant(running) else { return nil }
        state.running?.end = running.end ?? end
        let cancel = state.cancellations[running.piece]
        return {
          cancel?()
          running.interrupt()
        }
      }
      guard let interrupt, !Task.isCancelled else { return }
      interrupt()
      do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
    }
  }
}
