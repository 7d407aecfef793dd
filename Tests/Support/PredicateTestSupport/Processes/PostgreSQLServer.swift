import Foundation

#if PostgreSQL
  import CLibPQ
#endif

/// A PostgreSQL server for the tests of one process: in a temporary folder, on a private socket, run by an unprivileged user.
///
/// ```swift
/// let server = try #require(PostgreSQLServer.shared)
/// let url = try server.makeDatabase("shop", script: "CREATE TABLE film (id int PRIMARY KEY, title text)")
/// // postgresql://postgres@/shop?host=…
/// ```
///
/// A shell starts the server and waits for the end of its standard input, which ends with this process, even if the process is killed. The shell then
/// stops the server and removes the folder.
public final class PostgreSQLServer: Sendable {
  /// The server; nil if PostgreSQL is not installed. The output then contains one line about it.
  public static let shared: PostgreSQLServer? = {
    guard let programs = findPrograms() else {
      print("PostgreSQL is not installed, so the tests that need a server are skipped.")
      return nil
    }
    do {
      return try PostgreSQLServer(programs)
    } catch {
      print("The PostgreSQL server for the tests did not start: \(error)")
      return nil
    }
  }()

  /// Whether PostgreSQL is installed, so that ``shared`` has to start.
  public static var isInstalled: Bool { findPrograms() != nil }

  /// The folder of the socket.
  public let socketFolder: String
  private let input: FileHandle
  private let process: Process
  private let number = NSLock()
  nonisolated(unsafe) private var databaseCount = 0
  #if PostgreSQL
    nonisolated(unsafe) private var idleConnections: [OpaquePointer] = []
    private let keepsConnections: Bool
  #endif

  private struct Failure: Error, CustomStringConvertible { let description: String }

  /// Starts another server, which a test may stop.
  public static func start(_ name: String) throws -> PostgreSQLServer {
    guard let programs = findPrograms() else { throw Failure(description: "PostgreSQL is not installed") }
    return try PostgreSQLServer(programs, name)
  }

  /// Stops the server immediately, and removes its folder.
  public func stop() {
    guard process.isRunning else { return }
    input.closeFile()
    process.waitUntilExit()
  }

  private init(_ programs: String, _ name: String = "") throws {
    // The path of a socket has at most 107 bytes.
    let folder = "\(Self.base)/predicate-pg-\(ProcessInfo.processInfo.processIdentifier)\(name)"
    socketFolder = folder + "/socket"
    #if PostgreSQL
      keepsConnections = name.isEmpty
    #endif
    let script = """
      set -e
      as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp "$@"; else "$@"; fi; }
      trap 'as "$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1; rm -rf "$2"' EXIT
      trap '' INT TERM HUP
      rm -rf "$2"
      mkdir -m 0755 "$2"
      if [ "$(id -u)" = 0 ]; then chown postgres "$2"; fi
      cd "$2"
      as mkdir -m 0700 socket data
      if [ "$(id -u)" = 0 ]; then chmod 0755 socket; fi
      as "$1/initdb" -D data -A trust -U postgres --no-sync -E UTF8 --locale=C.UTF-8 >log 2>&1
      as "$1/pg_ctl" -D data -w -t 60 -l "$2/data/log" start -o "-k $2/socket -c listen_addresses='' -c fsync=off \\
        -c full_page_writes=off -c synchronous_commit=off -c jit=off -c autovacuum=off -c max_connections=300 -c shared_buffers=64MB" >>log 2>&1
      echo ready
      read -r line || true
      """
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", programs, folder]
    let (inputPipe, outputPipe) = (Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = FileHandle.nullDevice
    // The signal mask is reset, because test threads block all signals and a program would inherit that.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try process.run()
    input = inputPipe.fileHandleForWriting
    // The word “ready”, or the end of the output, is awaited.
    guard outputPipe.fileHandleForReading.availableData.starts(with: Data("ready".utf8)) else {
      let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
      throw Failure(description: log.isEmpty ? "initdb or pg_ctl failed" : log)
    }
  }

  /// The folder of the servers' folders. A file system in memory makes the hundreds of files of a new database in a tenth of the time.
  private static let base: String = {
    let memory = "/dev/shm"
    let size = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? Int
    return (size ?? 0) > 4 << 30 && FileManager.default.isWritableFile(atPath: memory) ? memory : "/tmp"
  }()

  /// The folder of the server's programs, or nil.
  private static func findPrograms() -> String? {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let root = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted { $0 > $1 }
    return (versions.map { "\(root)/\($0)/bin" } + paths).first {
      FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
        && FileManager.default.isExecutableFile(atPath: $0 + "/pg_ctl")
    }
  }

  // MARK: Databases

  /// Makes a database and runs a script in it. Returns its URL.
  ///
  /// - Parameters:
  ///   - options: The text after its name in CREATE DATABASE, as `TEMPLATE shop`.
  ///   - settings: Settings of the connections, as `enable_seqscan=off`.
  public func makeDatabase(
    _ name: String? = nil, options: String = "", script: String = "", settings: [String] = []
  ) throws -> String {
    let name =
      name
      ?? number.withLock {
        databaseCount += 1
        return "test\(databaseCount)"
      }
    try run("CREATE DATABASE \"\(name)\" \(options)", in: "postgres")
    if !script.isEmpty { try run(script, in: name) }
    return url(of: name, settings: settings)
  }

  /// The URL of a database.
  public func url(of name: String, settings: [String] = []) -> String {
    let options = settings.map { "-c%20" + $0.replacingOccurrences(of: "=", with: "%3D") }.joined(separator: "%20")
    return "postgresql://postgres@/\(name)?host=\(socketFolder)" + (options.isEmpty ? "" : "&options=\(options)")
  }

  /// The name of the database of a URL that ``url(of:settings:)`` made.
  public static func name(of url: String) -> String {
    String(url.drop { $0 != "@" }.dropFirst(2).prefix { $0 != "?" })
  }

  /// Runs SQL on a connection of its own, and returns the values of its rows: a line per row, with `|` between two values. All statements of a script are
  /// one transaction.
  @discardableResult
  public func run(_ script: String, in database: String) throws -> String {
    #if PostgreSQL
      let connection = try connect(to: database)
      defer { disconnect(connection, from: database) }
      guard PQsendQuery(connection, script) == 1 else {
        throw Failure(description: String(cString: PQerrorMessage(connection)))
      }
      var (lines, failure): (String, Failure?) = ("", nil)
      while let result = PQgetResult(connection) {
        defer { PQclear(result) }
        if PQresultStatus(result) == PGRES_FATAL_ERROR {
          failure = failure ?? Failure(description: String(cString: PQresultErrorMessage(result)))
        }
        for row in 0..<PQntuples(result) {
          let values = (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
          lines += values.joined(separator: "|") + "\n"
        }
      }
      if let failure { throw failure }
      return lines
    #else
      throw Failure(description: "a server is reached with the trait PostgreSQL alone")
    #endif
  }

  #if PostgreSQL
    /// A connection to a database. Those to the administrator's database are kept, because tests that wait ask there many times. A server of a test
    /// keeps none, because the test may kill it.
    private func connect(to database: String) throws -> OpaquePointer {
      if database == "postgres", let kept = number.withLock({ idleConnections.popLast() }) { return kept }
      let name = database.replacingOccurrences(of: "\\", with: #"\\"#).replacingOccurrences(of: "'", with: #"\'"#)
      let connection = PQconnectdb("host=\(socketFolder) user=postgres dbname='\(name)' client_encoding=UTF8")
      guard let connection, PQstatus(connection) == CONNECTION_OK else {
        defer { PQfinish(connection) }
        throw Failure(description: String(cString: PQerrorMessage(connection)))
      }
      let noticesDropped: PQnoticeProcessor = { _, _ in }
      PQsetNoticeProcessor(connection, noticesDropped, nil)
      return connection
    }

    private func disconnect(_ connection: OpaquePointer, from database: String) {
      guard keepsConnections, database == "postgres", PQstatus(connection) == CONNECTION_OK else {
        return PQfinish(connection)
      }
      number.withLock { idleConnections.append(connection) }
    }
  #endif

  /// Ends the connections to a database, like an administrator.
  ///
  /// - Parameter waits: Whether to wait until the connections have ended.
  public func endConnections(to database: String, waits: Bool) throws {
    let limit = waits ? ", 60000" : ""
    try run(
      "SELECT pg_terminate_backend(pid\(limit)) FROM pg_stat_activity WHERE datname = '\(database)'", in: "postgres")
  }

  /// Whether a statement runs in a database.
  public func hasRunningStatement(in database: String) throws -> Bool {
    try run(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND state = 'active' AND pid <> pg_backend_pid()",
      in: "postgres") != "0\n"
  }

  /// Waits until a statement runs in a database, then calls a function. Both run on a separate thread, because the statement may block a thread of
  /// the pool until the function cancels it.
  public func waitForStatement(in database: String, then body: @escaping @Sendable () -> Void = {}) async throws {
    try await TestProcess.onThread { [self] in
      while try !hasRunningStatement(in: database) { Thread.sleep(forTimeInterval: 0.05) }
      body()
    }
  }
}
