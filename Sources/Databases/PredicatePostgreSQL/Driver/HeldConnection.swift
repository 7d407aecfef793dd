#if PostgreSQL
  import PredicateValues

  /// A connection with a transaction whose rows come in parts. Between two parts it runs the statements of the body that gets the rows.
  final class HeldConnection: Sendable {
    private struct State: Sendable {
      var isBusy = false
      /// How many cursors were opened.
      var cursors = 0
    }

    /// The connection of the body that runs.
    @TaskLocal private static var current: HeldConnection?

    let connection: ServerConnection
    private let pool: ConnectionPool
    /// The connection of the body around it, to another database.
    private let outer: HeldConnection?
    private let state = Locked(State())

    init(_ pool: ConnectionPool, _ connection: ServerConnection) {
      (self.pool, self.connection, outer) = (pool, connection, Self.current)
    }

    /// The connection to a database that the body that runs has; nil if it has none.
    static func of(_ pool: ConnectionPool) -> HeldConnection? {
      var held = current
      while let found = held, found.pool !== pool { held = found.outer }
      return held
    }

    /// Reserves the connection for one statement; false while another one runs, on another thread.
    func take() -> Bool {
      state.withLock { state in
        defer { state.isBusy = true }
        return !state.isBusy
      }
    }

    func giveBack() { state.withLock { $0.isBusy = false } }

    /// Runs a statement by a cursor of its own.
    func runInParts<Row>(
      _ statement: String, _ parameters: [ServerParameter], _ isStopped: () -> Bool, _ read: (ServerRow) throws -> Row,
      _ body: (Row) throws -> Bool
    ) throws {
      let number = state.withLock { state in
        state.cursors += 1
        return state.cursors
      }
      let cursor = "predicate_\(number)"
      func run(_ statement: String, _ parameters: [ServerParameter] = [], _ body: (ServerRow) throws -> Bool) throws {
        try connection.run(statement, parameters, in: .inner, isStopped: isStopped, body)
      }
      func checkGoesOn() throws { if isStopped() { throw CancellationError() } }
      try run("DECLARE \(cursor) NO SCROLL CURSOR FOR \(statement)", parameters) { _ in true }
      var size = 16
      while true {
        var rows: [Row] = []
        try run("FETCH \(size) FROM \(cursor)") { row in
          try checkGoesOn()
          rows.append(try read(row))
          return true
        }
        let isOver = rows.count < size
        for row in rows {
          let goesOn = try Self.$current.withValue(self) { try body(row) }
          try checkGoesOn()
          if !goesOn { return try run("CLOSE \(cursor)") { _ in true } }
        }
        if isOver { return try run("CLOSE \(cursor)") { _ in true } }
        size = min(2 * size, 1_024)
      }
    }
  }
#endif
