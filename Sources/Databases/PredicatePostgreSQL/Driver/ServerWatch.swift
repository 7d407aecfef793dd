#if PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateValues

  /// Reports the rows that arrive, and finds out what the server does while none arrives.
  ///
  /// The second part needs another connection, which another thread opens, uses for one query and closes. So the thread of the watched statement never
  /// waits for it. If the server refuses the connection, the activity stays unknown.
  final class ServerWatch: Sendable {
    private struct State {
      /// The rows that have arrived.
      var rows = 0
      var activity: String?
      var isAsking = false
      /// The time of the last question to the server, or of the last row.
      var last = ContinuousClock.now
    }

    /// The time without a row before the first question, and the time between two questions.
    private static let interval = Duration.seconds(1)

    private let target: String
    private let report: @Sendable (Int) -> Void
    private let state = Locked(State())

    /// - Parameter report: Called on the thread that runs the statement, for each row, and repeatedly while it waits for rows.
    init(_ target: String, _ report: @escaping @Sendable (Int) -> Void) {
      (self.target, self.report) = (target, report)
    }

    typealias Watches = WorkWatches<ObjectIdentifier, ServerWatch>

    /// The watches of all pools.
    static let watches = Watches()

    /// A clause about the work of the server for the statement that waits: `the server waits for a lock`. Nil if rows arrive or if it is unknown.
    var activity: String? { state.withLock { $0.activity } }

    /// A row has arrived.
    func receive() {
      let rows = state.withLock { state in
        state.rows += 1
        state.activity = nil
        state.last = .now
        return state.rows
      }
      report(rows)
    }

    /// A statement waits for rows.
    ///
    /// - Parameter process: The server's number of the process that runs the statement.
    func wait(for process: Int) {
      let (rows, asks) = state.withLock { state in
        let asks = !state.isAsking && state.last.duration(to: .now) >= Self.interval
        if asks { state.isAsking = true }
        return (state.rows, asks)
      }
      report(rows)
      if asks { Thread.detachNewThread { [self] in ask(about: process, after: rows) } }
    }

    private func ask(about process: Int, after rows: Int) {
      let found = activity(of: process)
      state.withLock { state in
        (state.isAsking, state.last) = (false, .now)
        if state.rows == rows { state.activity = found }
      }
    }

    /// A clause about the work of a process of the server; nil if it is idle or unknown.
    private func activity(of process: Int) -> String? {
      var found: String?
      do {
        let statement = """
          SELECT coalesce(wait_event_type, '') FROM pg_catalog.pg_stat_activity WHERE pid = $1 AND state = 'active'
          """
        try ServerConnection(target).run(statement, [.integer(Int64(process))]) { row in
          found = row.text(0).flatMap { Self.clause(for: $0) }
          return true
        }
      } catch {
        // The activity is optional. If the server does not answer, the statement itself reports the reason.
        return nil
      }
      return found
    }

    /// The clause for a class of wait events of `pg_stat_activity`; nil for an unknown class.
    static func clause(for event: String) -> String? {
      switch event {
      case "": "the server computes"
      case "Lock": "the server waits for a lock"
      case "LWLock", "BufferPin": "the server waits for memory that other statements use"
      case "IO": "the server reads or writes files"
      case "IPC": "the server waits for another of its processes"
      case "Client": "the server sends rows"
      case "Extension": "the server waits for another server"
      case "Timeout": "the server pauses"
      default: nil
      }
    }
  }

  extension ServerWatch.Watches.Work? {
    /// The test whether a statement is stopped, which also notes that the statement waits. After the end of the watched work it notes nothing.
    func waiting(for process: Int, _ isStopped: @escaping () -> Bool) -> () -> Bool {
      guard let self else { return isStopped }
      return {
        self.watch?.wait(for: process)
        return isStopped()
      }
    }
  }
#endif
