#if PostgreSQL
  import CLibPQ
  import Foundation
  import PredicateDatabases
  import PredicateValues

  /// A connection to a server, over libpq. One statement runs at a time.
  ///
  /// ```swift
  /// let connection = try ServerConnection("postgresql://ann@db.example.org/shop")
  /// try connection.run("SELECT title FROM public.film WHERE year > $1", [.integer(1990)]) { row in
  ///   print(row.text(0) ?? "nil")
  ///   return true
  /// }
  /// ```
  ///
  /// The class is declared `Sendable`, because a lock guards ``cancel()``, the only function that another thread calls while a statement runs. libpq
  /// allows any thread to use what that function passes to it. Only the caller that ``ConnectionPool`` gave the connection calls other functions.
  final class ServerConnection: @unchecked Sendable {
    /// The server, the user and the database, without the password.
    let name: String
    /// The schemas where the server looks up names without a schema, for the connected user.
    private(set) var searchPath: [String] = []
    /// The version of the server: 150018 is 15.18.
    var version: Int { Int(PQserverVersion(connection)) }

    /// The server's number of the process that runs the statements.
    var process: Int { Int(PQbackendPID(connection)) }

    /// Whether the server keeps texts in UTF-8.
    var isUTF8: Bool {
      PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } == "UTF8"
    }

    private let connection: OpaquePointer
    /// The libpq settings that the connection was made with.
    fileprivate let settings: [(String, String)]
    private let cancellation: OpaquePointer?
    /// The state of the running statement.
    private let running = Locked(Running())

    private struct Running {
      /// Whether a statement is running and can be cancelled.
      var isThere = false
      /// When its cancellation was requested; nil if it was not.
      var cancelled: ContinuousClock.Instant?
      /// Whether the request to cancel the statement is being sent.
      var isOnItsWay = false
    }

    /// How long the server may take to end a cancelled statement. Afterwards this side closes the connection, so that a server that hangs, or a
    /// broken network, does not block the caller.
    private static let patience = Duration.seconds(5)

    /// Connects. The target is a URL, or `host=… dbname=…`, or `service=…`. libpq takes missing parts from the environment (`PGHOST`), from a service
    /// file and from `.pgpass`.
    init(_ target: String) throws(DatabaseIssue) {
      let settings: [(String, String)] = [
        // These are defaults that the target may replace. A host that no longer answers is detected after a minute.
        ("connect_timeout", "10"), ("fallback_application_name", "predicate"),
        ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
        ("dbname", target),
        ("client_encoding", "UTF8"),
      ]
      let connection = Self.withStrings(settings.map(\.0)) { keywords in
        Self.withStrings(settings.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
      }
      guard let connection else { throw DatabaseIssue(.failed, "there is not enough memory for a connection") }
      self.connection = connection
      self.settings = settings
      cancellation = PQgetCancel(connection)
      func word(_ text: UnsafeMutablePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
      let (user, host, port) = (word(PQuser(connection)), word(PQhost(connection)), word(PQport(connection)))
      let database = word(PQdb(connection))
      // libpq reports no parts of a service that no file describes, or of a target with a mistake.
      let isUnknown = user.isEmpty && host.isEmpty && database.isEmpty
      name =
        isUnknown
        ? ServerName.withoutPassword(target)
        : ServerName.text(user: user, host: host, port: port, database: database)
      guard PQstatus(connection) == CONNECTION_OK else {
        throw .refused(
          name, word(PQerrorMessage(connection)), needsPassword: PQconnectionNeedsPassword(connection) == 1,
          usedPassword: PQconnectionUsedPassword(connection) == 1)
      }
      // Notices of the server are dropped. libpq would write them to standard error.
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      do throws(ServerError) {
        searchPath = try firstColumn("SELECT unnest(current_schemas(false))")
      } catch {
        throw error.issue(of: name)
      }
    }

    deinit {
      PQfreeCancel(cancellation)
      PQfinish(connection)
    }

    /// The settings that affect the meaning of statements and the format of results, for one transaction. The search path is `pg_catalog`, so that no
    /// function or operator of another schema is found; each table's name has its schema.
    ///
    /// They are set in each transaction, because a pooler such as PgBouncer shares a session among several clients.
    ///
    /// - Parameter isForeign: Whether the user wrote the statement, which then uses the user's own search path.
    static func settings(isReadOnly: Bool, isForeign: Bool = false, joinsPartitions: Bool = false) -> String {
      let values =
        (isForeign ? [] : [("search_path", "pg_catalog")]) + [
          ("TimeZone", "UTC"), ("DateStyle", "ISO, YMD"), ("IntervalStyle", "postgres"),
          ("bytea_output", "hex"), ("extra_float_digits", "1"), ("standard_conforming_strings", "on"),
          ("transform_null_equals", "off"), ("jit", "off"),
        ]
      let partitions = ["enable_partitionwise_join", "enable_partitionwise_aggregate"].map { ($0, "on") }
      let all = values + (joinsPartitions ? partitions : []) + (isReadOnly ? [("transaction_read_only", "on")] : [])
      let calls = all.map { name, value in
        "set_config('\(name)', '\(value)', true)"
      }
      let timeout = "current_setting('statement_timeout')"
      return "SELECT \(calls.joined(separator: ", ")), "
        + "set_config('statement_timeout', CASE \(timeout) WHEN '0' THEN '5min' ELSE \(timeout) END, true)"
    }

    /// Whether the connection to the server was still open after the last statement.
    private var isAlive: Bool { PQstatus(connection) == CONNECTION_OK }

    /// Whether another statement can run: the connection is open, the last statement was sent completely, and no cancellation is being sent that
    /// would end the next statement.
    var isReusable: Bool { isAlive && !awaitsCancellation && PQpipelineStatus(connection) == PQ_PIPELINE_OFF }
    private var awaitsCancellation = false

    /// Whether the server has ended the connection while no statement ran. Messages that the server has sent since then are read first.
    var hasEnded: Bool {
      while predicate_wait_for_input(PQsocket(connection), 0) {
        if PQconsumeInput(connection) == 0 { return true }
        // This handles messages that belong to no statement.
        _ = PQisBusy(connection)
      }
      return !isAlive
    }

    // MARK: Running

    /// The texts of a statement's first column.
    private func firstColumn(_ statement: String) throws(ServerError) -> [String] {
      guard let result = PQexec(connection, statement) else { throw lastError() }
      defer { PQclear(result) }
      try check(result)
      return (0..<PQntuples(result)).compactMap { PQgetvalue(result, $0, 0).map { String(cString: $0) } }
    }

    /// Runs statements without parameters. Their results are ignored.
    func runAll(_ statements: String) throws(ServerError) {
      guard let result = PQexec(connection, statements) else { throw lastError() }
      defer { PQclear(result) }
      try check(result)
    }

    /// Runs a statement with parameters within the open transaction. Its result is ignored.
    func execute(_ statement: String, _ parameters: [ServerParameter]) throws(ServerError) {
      let types = parameters.map(\.type)
      let result = Self.withStrings(parameters.map(\.text)) { values in
        PQexecParams(connection, statement, Int32(parameters.count), types, values, nil, nil, 0)
      }
      guard let result else { throw lastError() }
      defer { PQclear(result) }
      try check(result)
    }

    /// Writes rows by `COPY … FROM STDIN` within the open transaction.
    ///
    /// - Parameter body: Receives a function that takes rows (``CopyRow``).
    func copy(_ statement: String, _ body: ((_ rows: [UInt8]) throws -> Void) throws -> Void) throws {
      guard let start = PQexec(connection, statement) else { throw lastError() }
      defer { PQclear(start) }
      guard PQresultStatus(start) == PGRES_COPY_IN else { throw Self.error(in: start) ?? lastError() }
      var ended: Result<Void, any Error> = .success(())
      do {
        try body { rows in
          let wasSent = rows.withUnsafeBytes {
            PQputCopyData(connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
          }
          if wasSent != 1 { throw lastError() }
        }
        if PQputCopyEnd(connection, nil) != 1 { throw lastError() }
      } catch {
        ended = .failure(error)
        PQputCopyEnd(connection, "the rows ended")
      }
      var failure: ServerError?
      while let result = PQgetResult(connection) {
        failure = failure ?? Self.error(in: result)
        PQclear(result)
      }
      // The server's reason why the connection ended explains more than libpq's error about the connection.
      if let failure, failure.endsConnection { throw failure }
      try ended.get()
      if let failure { throw failure }
    }

    /// Runs a statement in its own read-only transaction, and passes each row to the body as it arrives, until the body returns false.
    ///
    /// The settings, the statement and the end of the transaction are sent together, so that only one round trip is needed. A transaction with a
    /// statement of the user is rolled back, because a function that it calls may write large objects: a read-only transaction of PostgreSQL 15 does
    /// not prevent that.
    ///
    /// - Parameters:
    ///   - place: The transaction that the statement runs in.
    ///   - joinsPartitions: Whether joins and groups of partitioned tables are planned partition by partition.
    ///   - heading: Receives the names of the columns before the first row, and also for a result without rows.
    ///   - isStopped: Whether the caller does not need the result any more. It is called repeatedly while the server sends nothing.
    /// - Throws: ``ServerError``, `CancellationError` for a statement that was stopped before it began, and the errors of the body.
    func run(
      _ statement: String, _ parameters: [ServerParameter] = [], in place: ServerTransaction = .own,
      joinsPartitions: Bool = false, heading: (([String]) -> Void)? = nil, isStopped: () -> Bool = { false },
      _ body: (ServerRow) throws -> Bool
    ) throws {
      // A cancellation before this line has no statement to cancel. So `isStopped` is checked after it.
      running.withLock { $0 = Running(isThere: true) }
      var failure: ServerError?
      defer {
        // A cancellation that begins now waits for the lock, and then has no statement to cancel.
        let last = running.withLock { running in
          defer { running = Running() }
          return running
        }
        if last.cancelled != nil, last.isOnItsWay || failure?.isCancellation != true { awaitsCancellation = true }
      }
      if isStopped() { throw CancellationError() }
      PQenterPipelineMode(connection)
      let beginning = place.beginning(joinsPartitions: joinsPartitions)
      let isForeign = place == .foreign
      for each in beginning { try send(each, []) }
      try send(statement, parameters)
      if PQpipelineSync(connection) != 1 { throw lastError() }
      if isForeign {
        try send("ROLLBACK", [])
        if PQpipelineSync(connection) != 1 { throw lastError() }
      }
      for _ in beginning {
        while let result = nextResult(isStopped) {
          failure = failure ?? Self.error(in: result)
          PQclear(result)
        }
      }
      PQsetSingleRowMode(connection)
      var ended: Result<Void, any Error>?
      var unread = 0
      var heading = heading
      while let result = nextResult(isStopped, isWanted: ended == nil || place == .inner) {
        defer { PQclear(result) }
        if let first = heading, PQnfields(result) > 0 {
          heading = nil
          first((0..<PQnfields(result)).map { PQfname(result, $0).map { String(cString: $0) } ?? "" })
        }
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE where ended == nil:
          do {
            if try !body(ServerRow(result)) { ended = .success(()) }
          } catch {
            ended = .failure(error)
          }
        case PGRES_SINGLE_TUPLE:
          unread += 1
          // A cancellation would end the transaction for the statements after this one.
          if unread == 256, place != .inner { cancel() }
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_ABORTED: break
        default: failure = failure ?? Self.error(in: result) ?? lastError()
        }
      }
      readEnd(&failure)
      if isForeign {
        while let result = nextResult({ false }) { PQclear(result) }
        readEnd(&failure)
      }
      PQexitPipelineMode(connection)
      if let ended { return try ended.get() }
      if let failure { throw failure }
      if !isAlive { throw lastError() }
    }

    /// Reads results up to the end of the statements that were sent together.
    private func readEnd(_ failure: inout ServerError?) {
      while let result = nextResult({ false }) {
        defer { PQclear(result) }
        if PQresultStatus(result) == PGRES_PIPELINE_SYNC { return }
        failure = failure ?? Self.error(in: result)
      }
    }

    /// The next part of a result; nil after the last part. A statement whose result is not wanted is cancelled, unless it has almost ended.
    private func nextResult(_ isStopped: () -> Bool, isWanted: Bool = true) -> OpaquePointer? {
      var hasWaited = false
      var heard = ContinuousClock.now
      while PQisBusy(connection) == 1 {
        if isWanted ? isStopped() : hasWaited { cancel() }
        if let cancelled = running.withLock({ $0.cancelled }), max(cancelled, heard).duration(to: .now) > Self.patience
        {
          // The connection is shut down, which libpq then detects.
          shutdown(PQsocket(connection), Int32(SHUT_RDWR))
        }
        if predicate_wait_for_input(PQsocket(connection), isWanted ? 100 : 10) { heard = .now }
        if PQconsumeInput(connection) == 0 { break }
        hasWaited = true
      }
      return PQgetResult(connection)
    }

    /// Makes the running statement end with the code 57014, at most once. May be called from any thread.
    ///
    /// The request needs its own connection, and libpq waits for it without a limit. So another thread makes the request.
    func cancel() {
      let isFirst = running.withLock { running in
        guard running.isThere, running.cancelled == nil else { return false }
        (running.cancelled, running.isOnItsWay) = (.now, true)
        return true
      }
      if !isFirst { return }
      Thread.detachNewThread { [self] in
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancellation, &message, Int32(message.count))
        running.withLock { $0.isOnItsWay = false }
      }
    }

    private func send(_ statement: String, _ parameters: [ServerParameter]) throws(ServerError) {
      let types = parameters.map(\.type)
      let wasSent = Self.withStrings(parameters.map(\.text)) { values in
        PQsendQueryParams(connection, statement, Int32(parameters.count), types, values, nil, nil, 0)
      }
      if wasSent != 1 { throw lastError() }
    }

    /// Calls a function with an array of C strings that a null pointer ends.
    fileprivate static func withStrings<Value>(
      _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
      // All texts in one buffer, each with a terminating zero.
      var bytes: [CChar] = []
      let offsets = texts.map { text -> Int? in
        guard let text else { return nil }
        defer {
          bytes += text.utf8.map { CChar(bitPattern: $0) }
          bytes.append(0)
        }
        return bytes.count
      }
      return bytes.withUnsafeBufferPointer { buffer in
        body(offsets.map { offset in offset.flatMap { buffer.baseAddress?.advanced(by: $0) } } + [nil])
      }
    }

    // MARK: Errors

    /// Throws the error of a result. If the connection ended, the last result has no error of the server.
    private func check(_ result: OpaquePointer) throws(ServerError) {
      if let error = Self.error(in: result) { throw error }
      if !isAlive { throw lastError() }
    }

    private static func error(in result: OpaquePointer) -> ServerError? {
      func field(_ code: Character) -> String? {
        PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
      }
      guard let message = field("M") else { return nil }
      return ServerError(
        code: field("C") ?? "", message: message, detail: field("D"), hint: field("H"),
        position: field("P").flatMap { Int($0) }, isOfStatement: field("V") == "ERROR")
    }

    /// The error that libpq itself reports. Without a connection, the error has no code.
    private func lastError() -> ServerError {
      var message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      if !isAlive {
        message = Self.reason(message)
        // After a cancellation the state of the server is not requested, because the caller no longer waits.
        if running.withLock({ $0.cancelled == nil }) { message += ", and \(serverState)" }
      }
      return ServerError(
        code: isAlive ? "" : ServerError.connectionFailure, message: message, detail: nil, hint: nil, position: nil,
        isOfStatement: false)
    }
  }

  extension ServerConnection {
    /// The reason why a connection ended, from libpq's message. The message is empty if the server was ended while the client did not read its rows.
    fileprivate static func reason(_ message: String) -> String {
      let fatal = "FATAL:  "
      if let line = message.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(fatal) }) {
        return ServerError.line(String(line.dropFirst(fatal.count)))
      }
      return message.contains("server closed the connection unexpectedly")
        ? "the server closed the connection without a message" : ServerError.line(message)
    }

    /// The end of a sentence that states whether the server accepts connections.
    fileprivate var serverState: String {
      // The second of two equal settings is used.
      let settings = settings + [("connect_timeout", "2")]
      let state = Self.withStrings(settings.map(\.0)) { keywords in
        Self.withStrings(settings.map(\.1)) { values in PQpingParams(keywords, values, 1) }
      }
      return switch state {
      case PQPING_OK: "it still answers"
      case PQPING_REJECT: "it is starting or stopping"
      default: "it does not answer any more"
      }
    }
  }
#endif
