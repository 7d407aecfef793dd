#if PostgreSQL
  import CLibPQ
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
  /// The class is safe to share because a lock guards the only function that another thread calls while a statement runs (``cancel()``). Everything
  /// else is called by the one caller that ``ConnectionPool`` gave the connection to.
  final class ServerConnection: @unchecked Sendable {
    /// The server, the user and the database, without the password.
    let name: String
    /// The schemas in which the server looks for names without one, for the user that connected.
    private(set) var searchPath: [String] = []
    /// The version of the server: 150018 is 15.18.
    var version: Int { Int(PQserverVersion(connection)) }

    /// Whether the server keeps texts in UTF-8.
    var isUTF8: Bool {
      PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } == "UTF8"
    }

    private let connection: OpaquePointer
    private let cancellation: OpaquePointer?
    /// Whether a statement runs.
    private let isRunning = Locked(false)

    /// Connects. A string is a URL, or `host=… dbname=…`, or `service=…`. libpq takes everything that it lacks from the environment (`PGHOST`), from a
    /// service file and from `.pgpass`.
    init(_ target: String) throws(DatabaseIssue) {
      let settings: [(String, String)] = [
        // The target may name other values for these two.
        ("connect_timeout", "10"), ("fallback_application_name", "predicate"),
        ("dbname", target),
        ("client_encoding", "UTF8"),
      ]
      let connection = Self.withStrings(settings.map(\.0)) { keywords in
        Self.withStrings(settings.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
      }
      guard let connection else { throw DatabaseIssue(.failed, "there is no memory for a connection") }
      self.connection = connection
      cancellation = PQgetCancel(connection)
      func word(_ text: UnsafeMutablePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
      let (user, host, port) = (word(PQuser(connection)), word(PQhost(connection)), word(PQport(connection)))
      name = ServerName.text(user: user, host: host, port: port, database: word(PQdb(connection)))
      guard PQstatus(connection) == CONNECTION_OK else {
        throw .refused(
          name, word(PQerrorMessage(connection)), needsPassword: PQconnectionNeedsPassword(connection) == 1,
          usedPassword: PQconnectionUsedPassword(connection) == 1)
      }
      // libpq would write notices of the server to standard error.
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      do throws(ServerError) {
        searchPath = try firstColumn("SELECT unnest(current_schemas(false))")
        try runAll(Self.sessionSettings)
      } catch {
        throw error.issue(of: name)
      }
    }

    deinit {
      PQfreeCancel(cancellation)
      PQfinish(connection)
    }

    /// The settings that the meaning of statements and the form of answers depend on. Every statement is a transaction that only reads. Each table's name has
    /// its schema, so that no function or operator of another schema is found.
    private static let sessionSettings = """
      SET default_transaction_read_only = on; SET search_path = ''; SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; \
      SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1; \
      SET standard_conforming_strings = on; SET transform_null_equals = off; SET jit = off; \
      SELECT set_config('statement_timeout', '5min', false) WHERE current_setting('statement_timeout') = '0'
      """

    /// Whether the server is still there, as far as the last statement showed.
    var isAlive: Bool { PQstatus(connection) == CONNECTION_OK }

    // MARK: Running

    /// The texts of a statement's first column.
    private func firstColumn(_ statement: String) throws(ServerError) -> [String] {
      guard let result = PQexec(connection, statement) else { throw lastError() }
      defer { PQclear(result) }
      if let error = Self.error(in: result) { throw error }
      return (0..<PQntuples(result)).compactMap { PQgetvalue(result, $0, 0).map { String(cString: $0) } }
    }

    /// Runs statements without parameters, and reads no rows.
    func runAll(_ statements: String) throws(ServerError) {
      guard let result = PQexec(connection, statements) else { throw lastError() }
      defer { PQclear(result) }
      if let error = Self.error(in: result) { throw error }
    }

    /// Runs a statement and hands over its rows as they come, until the body returns false.
    ///
    /// - Parameter heading: Gets the names of the columns, before the first row. It is called for an answer without rows as well.
    /// - Throws: ``ServerError``, and everything that the body throws.
    func run(
      _ statement: String, _ parameters: [ServerParameter] = [], heading: (([String]) -> Void)? = nil,
      _ body: (ServerRow) throws -> Bool
    ) throws {
      // First, so that a cancellation finds a statement that the server has begun. One that comes before changes nothing.
      isRunning.withLock { $0 = true }
      do throws(ServerError) {
        try send(statement, parameters)
      } catch {
        isRunning.withLock { $0 = false }
        throw error
      }
      PQsetSingleRowMode(connection)
      var ended: Result<Void, any Error>?
      var failure: ServerError?
      var unread = 0
      var heading = heading
      while let result = PQgetResult(connection) {
        defer { PQclear(result) }
        if let first = heading, PQnfields(result) > 0 {
          heading = nil
          first((0..<PQnfields(result)).map { PQfname(result, $0).map { String(cString: $0) } ?? "" })
        }
        switch PQresultStatus(result) {
        case PGRES_SINGLE_TUPLE:
          if ended != nil {
            // The rest of a short answer is there already. A long one is cancelled.
            unread += 1
            if unread == 256 { cancel() }
            continue
          }
          do {
            if try !body(ServerRow(result)) { ended = .success(()) }
          } catch {
            ended = .failure(error)
          }
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
        default: failure = Self.error(in: result) ?? lastError()
        }
      }
      // A cancellation that begins now waits for the lock, and then finds nothing to cancel.
      isRunning.withLock { $0 = false }
      if let ended { return try ended.get() }
      if let failure { throw failure }
      if !isAlive { throw lastError() }
    }

    /// Makes the statement that runs at the moment end with the code 57014. Called from any thread.
    func cancel() {
      isRunning.withLock { [self] isRunning in
        guard isRunning else { return }
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancellation, &message, Int32(message.count))
      }
    }

    private func send(_ statement: String, _ parameters: [ServerParameter]) throws(ServerError) {
      let types = parameters.map(\.type)
      let wasSent = Self.withStrings(parameters.map(\.text)) { values in
        PQsendQueryParams(connection, statement, Int32(parameters.count), types, values, nil, nil, 0)
      }
      if wasSent != 1 { throw lastError() }
    }

    /// Calls a function with C strings, which nil ends.
    private static func withStrings<Value>(
      _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
      // All texts one after the other, each with its end.
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

    private static func error(in result: OpaquePointer) -> ServerError? {
      func field(_ code: Character) -> String? {
        PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
      }
      guard let message = field("M") else { return nil }
      return ServerError(
        code: field("C") ?? "", message: message, detail: field("D"), hint: field("H"),
        position: field("P").flatMap { Int($0) })
    }

    /// An error of libpq itself. Without a server it has no code.
    private func lastError() -> ServerError {
      let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      return ServerError(
        code: isAlive ? "" : ServerError.connectionFailure, message: message, detail: nil, hint: nil, position: nil)
    }
  }

  /// A row of an answer, as long as the body that gets it runs.
  struct ServerRow {
    private let result: OpaquePointer

    fileprivate init(_ result: OpaquePointer) { self.result = result }

    var columnCount: Int { Int(PQnfields(result)) }

    /// The number of a column's type in the server's catalogue.
    func type(_ column: Int) -> UInt32 { PQftype(result, Int32(column)) }

    /// The text of a value; nil for NULL.
    func text(_ column: Int) -> String? {
      withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a value's text; nil for NULL.
    func bytes(_ column: Int) -> [UInt8]? { withBytes(column) { Array($0) } }

    /// A whole number; nil for NULL and for everything else.
    func integer(_ column: Int) -> Int64? {
      withBytes(column) { bytes -> Int64? in
        var (value, position): (Int64, Int) = (0, 0)
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { position = 1 }
        guard position < bytes.count, bytes.count <= 20 else { return nil }
        while position < bytes.count {
          guard case let digit = bytes[position] &- 0x30, digit < 10 else { return nil }
          let (product, isOver) = value.multipliedReportingOverflow(by: 10)
          let (sum, isAbove) = product.subtractingReportingOverflow(Int64(digit))
          if isOver || isAbove { return nil }
          value = sum
          position += 1
        }
        // Counted below zero, where one number more is.
        return isNegative ? value : value == .min ? nil : -value
      } ?? nil
    }

    /// A whole number that is there; 0 for everything else.
    func number(_ column: Int) -> Int { Int(integer(column) ?? 0) }

    /// A boolean; false for NULL.
    func flag(_ column: Int) -> Bool { withBytes(column) { $0.first == UInt8(ascii: "t") } ?? false }

    private func withBytes<Value>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
      let column = Int32(column)
      guard PQgetisnull(result, 0, column) == 0, let start = PQgetvalue(result, 0, column) else { return nil }
      return body(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, 0, column))))
    }
  }
#endif
