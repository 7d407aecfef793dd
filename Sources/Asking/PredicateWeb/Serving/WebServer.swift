import Dispatch
import FlyingFox
import FlyingSocks
import PredicateDatabases
import PredicateOutput
import PredicateValues

/// An HTTP server for the page of a database. Only browsers on the same machine can connect.
///
/// ```swift
/// let server = try WebServer(database)
/// let running = Task { try await server.run() }
/// print(try await server.address())  // http://127.0.0.1:43817/?token=…
/// ```
package final class WebServer: Sendable {
  private let server: HTTPServer
  private let handler: WebHandler

  /// A server that will listen on a port. For 0, the system chooses a free port.
  package init(_ database: any QueryDatabase, port: UInt16 = 0) throws {
    handler = WebHandler(session: WebSession(database), guarding: RequestGuard(), port: Locked(0))
    // The server's timeout is long, because every reply has its own, shorter time limit.
    server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try .inet(ip4: "127.0.0.1", port: port), timeout: 600, logger: .disabled),
      handler: handler)
  }

  /// Serves until the task is cancelled. Throws if the port is taken.
  package func run() async throws { try await server.run() }

  /// Waits until the port is open, and returns the address to open first. Its token gives a browser the cookie that every other request needs.
  package func address() async throws -> String {
    // The timeout is longer than a busy machine needs.
    try await server.waitUntilListening(timeout: 600)
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
    handler.port.withLock { $0 = port }
    return "http://127.0.0.1:\(port)/?token=\(handler.guarding.token)"
  }
}

/// `predicate web`: serves a page for queries of a database.
package enum WebProgram {
  /// Serves until the program is ended, and writes the address of the page to `output`. Returns only if the server cannot start.
  package static func run(
    database: any QueryDatabase, port: UInt16, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    // The calling thread waits until the task ends. So only the task writes.
    nonisolated(unsafe) let output = output
    let reason = Locked("")
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await serve(database, port: port) { address in
          output.write(
            "\(CellText.escaped(database.displayName)) is shown at the address \(address)\nPress Ctrl-C to end the server.\n"
          )
          output.flush()
        }
      } catch {
        reason.withLock { $0 = CellText.escaped(String(describing: error)) }
      }
      ended.signal()
    }
    ended.wait()
    errors.write("predicate: port \(port) cannot be opened: \(reason.withLock { $0 })\n")
    return .failure
  }

  private static func serve(
    _ database: any QueryDatabase, port: UInt16, _ isOpen: (String) -> Void
  ) async throws {
    let server = try WebServer(database, port: port)
    let running = Task { try await server.run() }
    do {
      isOpen(try await server.address())
    } catch {
      // The error of the server itself contains the reason.
      try await running.value
      throw error
    }
    try await running.value
  }
}
