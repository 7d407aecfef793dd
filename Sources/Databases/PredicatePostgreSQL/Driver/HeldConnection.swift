#if PostgreSQL
  import Foundation
  import PredicateValues

  /// A connection with a transaction whose rows come in parts. Between two parts it runs the statements by which memory follows relationships.
  ///
  /// Only the thread that runs the transaction uses it. A task or a thread that starts between two parts does not get the connection.
  final class HeldConnection {
    private static let key = "org.openpredicate.HeldConnection"

    /// The connection that this thread holds.
    private static var current: HeldConnection? {
      get { Thread.current.threadDictionary[key] as? HeldConnection }
      set { Thread.current.threadDictionary[key] = newValue }
    }

    private let connection: ServerConnection
    private let pool: ConnectionPool
    private var isBusy = false
    /// The server's number of the process that runs the statements.
    var process: Int { connection.process }

    init(_ pool: ConnectionPool, _ connection: ServerConnection) {
      (self.pool, self.connection) = (pool, connection)
    }

    /// The connection to a database that this thread holds. Nil if it holds none, or if a statement runs on it.
    static func free(of pool: ConnectionPool) -> HeldConnection? {
      guard let held = current, held.pool === pool, !held.isBusy else { return nil }
      return held
    }

    /// Runs code whose statements get connections of their own. An error of one of these statements does not end the transaction.
    static func outside<Result>(_ body: () throws -> Result) rethrows -> Result {
      try holding(nil, body)
    }

    private static func holding<Result>(_ held: HeldConnection?, _ body: () throws -> Result) rethrows -> Result {
      let outer = current
      current = held
      defer { current = outer }
      return try body()
    }

    /// Runs a statement between two parts. All of its rows are read, because a cancellation would end the transaction.
    func run(
      _ statement: String, _ parameters: [ServerParameter] = [], heading: (([String]) -> Void)? = nil,
      isStopped: () -> Bool, _ body: (ServerRow) throws -> Bool
    ) throws {
      isBusy = true
      defer { isBusy = false }
      try connection.run(statement, parameters, in: .inner, heading: heading, isStopped: isStopped, body)
    }

    /// Runs a statement by a cursor.
    func runInParts<Row>(
      _ statement: String, _ parameters: [ServerParameter], _ isStopped: () -> Bool, _ read: (ServerRow) throws -> Row,
      _ body: (Row) throws -> Bool
    ) throws {
      func checkGoesOn() throws { if isStopped() { throw CancellationError() } }
      try run("DECLARE predicate NO SCROLL CURSOR FOR \(statement)", parameters, isStopped: isStopped) { _ in true }
      var size = 16
      while true {
        var rows: [Row] = []
        try run("FETCH \(size) FROM predicate", isStopped: isStopped) { row in
          try checkGoesOn()
          rows.append(try read(row))
          return true
        }
        let isOver = rows.count < size
        for row in rows {
          let goesOn = try Self.holding(self) { try body(row) }
          try checkGoesOn()
          if !goesOn { return }
        }
        if isOver { return }
        size = min(2 * size, 1_024)
      }
    }
  }

  /// The transaction of a statement.
  enum ServerTransaction: Sendable {
    /// A transaction for this statement only.
    case own
    /// A transaction for a statement that the user wrote. It is rolled back.
    case foreign
    /// A transaction that the statement begins, and that stays open after it.
    case first
    /// A transaction that an earlier statement began.
    case inner

    private static let readOnlySettings = ServerConnection.settings(isReadOnly: true)
    private static let partitionSettings = ServerConnection.settings(isReadOnly: true, joinsPartitions: true)
    private static let foreignSettings = ServerConnection.settings(isReadOnly: true, isForeign: true)

    /// The statements that are sent first, for the transaction and its settings; none in a transaction that is already open.
    func beginning(joinsPartitions: Bool) -> [String] {
      let settings = joinsPartitions ? Self.partitionSettings : Self.readOnlySettings
      return switch self {
      case .own: [settings]
      case .foreign: ["BEGIN READ ONLY", Self.foreignSettings]
      case .first: ["BEGIN READ ONLY", settings]
      case .inner: []
      }
    }
  }
#endif
