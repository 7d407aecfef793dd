import Dispatch
import PredicateDatabases
import PredicateValues

/// Runs work on a database: one piece after the other, on a thread for this database, each within a time limit.
///
/// A page numbers the statements that it runs. Work for an older number of the same page is ended when a newer number arrives, so a slow statement
/// never holds up the next one. Work in the background, such as counting facets, is ended by every other question of its page, which asks again later.
/// Ended work is interrupted in the database and cancelled as a task, so that loops in memory end, too.
actor DatabaseWorker {
  /// Why work was ended before it was done.
  enum End: Error {
    /// It took longer than it may.
    case time(Duration)
    /// The page has come to something else.
    case replaced
  }

  /// A statement of a page.
  struct Ticket: Sendable {
    /// Which page asks.
    let page: String
    /// The number of the statement among those of the page.
    let number: Int
    /// Whether everything else that the page asks comes first.
    var isBackground = false
  }

  /// Reading the rows of a database blocks a thread, so it has one. Swift's own threads go on serving requests.
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
    /// Why it is ended; nil while it may go on.
    var end: End?
  }

  private struct State {
    /// The work that runs; nil between two pieces.
    var running: Work?
    /// How many pieces of work there have been.
    var pieces = 0
    /// Cancels the task of a piece of work.
    var cancellations: [Int: @Sendable () -> Void] = [:]
    /// The newest number of each page.
    var newest: [String: Int] = [:]
  }

  private let executor = Executor()
  private let state = Locked(State())
  /// The most pages whose newest ticket is remembered. The work of a forgotten page is not ended early.
  private static let mostPages = 1_000

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Whether nothing runs at the moment.
  nonisolated var isIdle: Bool { state.withLock { $0.running == nil } }

  /// Runs work when everything before it is done. Throws an ``End`` if it was ended, and what the work throws.
  ///
  /// The work may catch the `CancellationError` of a database that was interrupted, and return the part that it has in time.
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

  /// Registers a request of a page, and ends the page's work on older requests and in the background.
  nonisolated func announce(_ ticket: Ticket) {
    state.withLock { state in
      if state.newest.count >= Self.mostPages { state.newest = [:] }
      state.newest[ticket.page] = max(ticket.number, state.newest[ticket.page, default: 0])
    }
    guard !isIdle else { return }
    Task.detached { [self] in
      await end(.replaced) { work in
        work.ticket.map { $0.page == ticket.page && ($0.number < ticket.number || $0.isBackground) } ?? false
      }
    }
  }

  /// Interrupts the work that runs, if it is the right one, until it is over: between two statements of a piece of work an interruption finds
  /// nothing to end.
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
