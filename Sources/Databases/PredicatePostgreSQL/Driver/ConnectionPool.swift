#if PostgreSQL
  import PredicateDatabases
  import PredicateValues

  /// Connections to one database. Each statement has its connection, so that the body that gets its rows can run others.
  ///
  /// A connection that ended is left out, and the next statement connects again.
  final class ConnectionPool: Sendable {
    private struct State: Sendable {
      var idle: [ServerConnection] = []
      var busy: [ServerConnection] = []
      /// How often everything was interrupted.
      var interrupts = 0
      /// Whether statements join and group the partitions of tables one by one.
      var joinsPartitions = false
    }

    /// As many connections stay open between statements.
    private static let idleLimit = 3

    /// The server, the user and the database, for messages.
    let name: String
    /// The schemas whose tables are called by their names alone.
    let searchPath: [String]
    /// Whether texts are in UTF-8 on the server, so that the order of bytes is that of scalars.
    let isUTF8: Bool
    private let target: String
    private let state: Locked<State>

    /// Connects, so that a database that cannot be reached is reported at once.
    ///
    /// - Parameter searchPath: Nil for that of the user.
    init(_ target: String, searchPath: [String]? = nil) throws(DatabaseIssue) {
      self.target = target
      let first = try ServerConnection(target)
      (name, self.searchPath, isUTF8) = (first.name, searchPath ?? first.searchPath, first.isUTF8)
      state = Locked(State(idle: [first]))
    }

    /// Runs a statement and hands over its rows until the body returns false.
    ///
    /// - Parameters:
    ///   - isForeign: Whether the user wrote the statement. It finds tables by the user's own search path, its errors come as ``ServerError``, and its
    ///     connection ends with it: it may change settings.
    ///   - heading: Gets the names of the columns, before the first row.
    /// - Throws: `CancellationError` after ``interrupt()`` and if the task is cancelled, ``DatabaseIssue`` for errors of the server, and everything
    ///   that the body throws.
    func run(
      _ statement: String, _ parameters: [ServerParameter] = [], isForeign: Bool = false,
      heading: (([String]) -> Void)? = nil, _ body: (ServerRow) throws -> Bool
    ) throws {
      try Task.checkCancellation()
      let interrupts = state.withLock { $0.interrupts }
      func isStopped() -> Bool { Task.isCancelled || state.withLock { $0.interrupts } != interrupts }
      func counted(_ row: ServerRow) throws -> Bool {
        if isStopped() { throw CancellationError() }
        let goesOn = try body(row)
        if isStopped() { throw CancellationError() }
        return goesOn
      }
      let connection = try take(isNew: isForeign)
      do {
        defer { giveBack(connection, keeps: !isForeign) }
        let joinsPartitions = state.withLock { $0.joinsPartitions }
        try connection.run(
          statement, parameters, isForeign: isForeign, joinsPartitions: joinsPartitions, heading: heading,
          isStopped: isStopped, counted)
      } catch let error as ServerError {
        // What ended this connection may be about to end the idle ones.
        if error.endsConnection { forgetIdle() }
        // The server ended the statement, or did not answer and was left.
        if error.isCancellation || error.endsConnection, isStopped() { throw CancellationError() }
        throw isForeign ? error : error.issue(of: name)
      }
    }

    /// From now on the server plans joins and groups of partitioned tables partition by partition, so that each server gets its own.
    func joinPartitions() { state.withLock { $0.joinsPartitions = true } }

    /// Leaves the idle connections. The next statement connects again.
    func forgetIdle() { state.withLock { $0.idle.removeAll() } }

    /// Makes everything that runs fail soon. Called from any thread.
    func interrupt() {
      let busy = state.withLock { state in
        state.interrupts += 1
        return state.busy
      }
      for connection in busy { connection.cancel() }
    }

    /// A connection that no other statement has. One that the server ended while it was idle is left: a statement is never sent twice.
    private func take(isNew: Bool) throws(DatabaseIssue) -> ServerConnection {
      func nextIdle() -> ServerConnection? {
        state.withLock { state in
          guard !isNew, let connection = state.idle.popLast() else { return nil }
          state.busy.append(connection)
          return connection
        }
      }
      while let idle = nextIdle() {
        if !idle.hasEnded { return idle }
        giveBack(idle, keeps: false)
      }
      let connection = try ServerConnection(target)
      state.withLock { $0.busy.append(connection) }
      return connection
    }

    private func giveBack(_ connection: ServerConnection, keeps: Bool) {
      let isReusable = keeps && connection.isReusable
      state.withLock { state in
        state.busy.removeAll { $0 === connection }
        if isReusable, state.idle.count < Self.idleLimit { state.idle.append(connection) }
      }
    }
  }
#endif
