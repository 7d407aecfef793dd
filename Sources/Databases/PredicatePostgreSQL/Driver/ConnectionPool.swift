#if PostgreSQL
  import PredicateDatabases
  import PredicateValues

  /// Connections to one database. Each statement has its connection, so that the body that gets its rows can run others. The statements by which
  /// memory follows relationships share the connection of the statement whose rows they complete (``runInParts(_:_:read:_:)``).
  ///
  /// A connection that has ended is dropped, and run the statement again to open a new connection.
  final class ConnectionPool: Sendable {
    private struct State: Sendable {
      var idle: [ServerConnection] = []
      var busy: [ServerConnection] = []
      /// The number of times that all statements were interrupted.
      var interrupts = 0
      /// Whether the server plans joins and groups of partitioned tables for each partition.
      var joinsPartitions = false
    }

    /// The number of connections that stay open between statements.
    private static let idleLimit = 3

    /// The server, the user and the database, for messages.
    let name: String
    /// The schemas whose tables have plain names.
    let searchPath: [String]
    /// Whether the server stores texts as UTF-8, so that the order of bytes is that of scalars.
    let isUTF8: Bool
    private let target: String
    private let state: Locked<State>

    /// Connects, so that an unreachable database is reported immediately.
    ///
    /// - Parameter searchPath: Nil for the user's search path.
    init(_ target: String, searchPath: [String]? = nil) throws(DatabaseIssue) {
      self.target = target
      let first = try ServerConnection(target)
      (name, self.searchPath, isUTF8) = (first.name, searchPath ?? first.searchPath, first.isUTF8)
      state = Locked(State(idle: [first]))
    }

    /// Runs a statement and passes its rows to the body until the body returns false.
    ///
    /// - Parameters:
    ///   - isForeign: Whether the user wrote the statement. It uses the user's own search path, its errors are thrown as ``ServerError``, and its
    ///     connection is closed afterwards, because it may change settings.
    ///   - countsRows: Whether the progress of watched work counts the rows. Rows of the catalogue are not counted.
    ///   - heading: Receives the names of the columns, before the first row.
    /// - Throws: `CancellationError` after ``interrupt()`` and if the task is cancelled, ``DatabaseIssue`` for errors of the server, and the errors
    ///   of the body.
    func run(
      _ statement: String, _ parameters: [ServerParameter] = [], isForeign: Bool = false, countsRows: Bool = false,
      heading: (([String]) -> Void)? = nil, _ body: (ServerRow) throws -> Bool
    ) throws {
      try Task.checkCancellation()
      let interrupts = state.withLock { $0.interrupts }
      let work = watchedWork
      func isStopped() -> Bool { Task.isCancelled || state.withLock { $0.interrupts } != interrupts }
      func counted(_ row: ServerRow) throws -> Bool {
        if countsRows { work?.watch?.receive() }
        if isStopped() { throw CancellationError() }
        let goesOn = try body(row)
        if isStopped() { throw CancellationError() }
        return goesOn
      }
      try naming(isStopped, isForeign: isForeign) {
        if !isForeign, let held = HeldConnection.free(of: self) {
          return try held.run(
            statement, parameters, heading: heading, isStopped: work.waiting(for: held.process, isStopped), counted)
        }
        let connection = try take(isNew: isForeign)
        defer { giveBack(connection, keeps: !isForeign) }
        try connection.run(
          statement, parameters, in: isForeign ? .foreign : .own, joinsPartitions: joinsPartitions, heading: heading,
          isStopped: work.waiting(for: connection.process, isStopped), counted)
      }
    }

    /// Runs a statement and hands over its rows until the body returns false. Statements that the body runs have the same connection, except in
    /// ``HeldConnection/outside(_:)``, in other tasks, and in another statement in parts.
    ///
    /// The server keeps the rows in a cursor and sends them in parts: a few first, at most 1,024.
    ///
    /// - Parameter read: Makes a value of a row. It runs no other statement.
    func runInParts<Row>(
      _ statement: String, _ parameters: [ServerParameter], read: (ServerRow) throws -> Row,
      _ body: (Row) throws -> Bool
    ) throws {
      try Task.checkCancellation()
      let interrupts = state.withLock { $0.interrupts }
      let work = watchedWork
      func isStopped() -> Bool { Task.isCancelled || state.withLock { $0.interrupts } != interrupts }
      func counted(_ row: ServerRow) throws -> Row {
        work?.watch?.receive()
        return try read(row)
      }
      try naming(isStopped, isForeign: false) {
        let connection = try take(isNew: false)
        var keeps = false
        defer { giveBack(connection, keeps: keeps) }
        // The transaction is idle while the body runs, for as long as the body needs.
        let settings = """
          SELECT set_config('cursor_tuple_fraction', '1', true), set_config('idle_in_transaction_session_timeout', '0', true)
          """
        try connection.run(settings, in: .first, joinsPartitions: joinsPartitions, isStopped: isStopped) { _ in true }
        let result = Result {
          try HeldConnection(self, connection).runInParts(
            statement, parameters, work.waiting(for: connection.process, isStopped), counted, body)
        }
        if connection.isReusable {
          try connection.runAll("ROLLBACK")
          keeps = true
        }
        try result.get()
      }
    }

    /// Runs statements, and throws the errors of the server as issues that name it.
    private func naming(_ isStopped: () -> Bool, isForeign: Bool, _ run: () throws -> Void) throws {
      do { try run() } catch let error as ServerError {
        // What ended this connection may be about to end the idle ones.
        if error.endsConnection { forgetIdle() }
        // Cancellation is the cause if the server ended the statement, or if it did not answer and the connection was closed.
        if error.isCancellation || error.endsConnection, isStopped() { throw CancellationError() }
        throw isForeign ? error : error.issue(of: name)
      }
    }

    private var joinsPartitions: Bool { state.withLock { $0.joinsPartitions } }

    /// From now on the server plans joins and groups of partitioned tables partition by partition, so that each server gets its own.
    func joinPartitions() { state.withLock { $0.joinsPartitions = true } }

    // MARK: Progress

    /// Does some work whose statements report their progress. Statements of other work, which runs at the same time, are not reported.
    func watching<Result>(_ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result) rethrows -> Result {
      try ServerWatch.watches.watching(ObjectIdentifier(self), of: self, with: ServerWatch(target, report), work)
    }

    /// What the server does for a statement of the current work, if the work is watched and the statement waits for rows; nil if it is unknown.
    var activity: String? { watchedWork?.watch?.activity }

    /// The current work, if a caller watches it.
    private var watchedWork: ServerWatch.Watches.Work? { ServerWatch.watches.current(of: ObjectIdentifier(self)) }

    /// Closes the idle connections. The next statement connects again.
    func forgetIdle() { state.withLock { $0.idle.removeAll() } }

    /// Makes all running statements fail soon. May be called from any thread.
    func interrupt() {
      let busy = state.withLock { state in
        state.interrupts += 1
        return state.busy
      }
      for connection in busy { connection.cancel() }
    }

    /// A connection that no other statement uses. If the server has ended it while it was idle, it is dropped: a statement is never sent twice.
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
