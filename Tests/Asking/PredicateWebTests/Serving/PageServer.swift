import FlyingFox
import FlyingSocks
import Foundation
import GRDB
import PredicateDatabases
import PredicateDemo
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

@testable import PredicateWeb

/// A server on a free port, with requests like those of a browser.
struct PageServer {
  let port: UInt16
  let token: String

  /// Runs a server on a database while the body runs.
  static func run(
    _ database: any QueryDatabase, _ body: (PageServer) async throws -> Void
  ) async throws {
    let server = try WebServer(database)
    let running = Task { try await server.run() }
    defer { running.cancel() }
    let address = try await server.address()
    let numbers = address.split { !$0.isHexDigit && !$0.isLetter }
    guard let port = UInt16(numbers[5]), let token = numbers.last else { throw CocoaError(.coderInvalidValue) }
    try await body(PageServer(port: port, token: String(token)))
  }

  var origin: String { "http://127.0.0.1:\(port)" }

  /// Sends a request. Additional headers replace those of the server's own page.
  func send(
    _ method: HTTPMethod, _ path: String, _ body: String = "", cookie: String? = nil, headers: [String: String] = [:]
  ) async throws -> HTTPResponse {
    var all = HTTPHeaders()
    all[.host] = "127.0.0.1:\(port)"
    all[HTTPHeader("Origin")] = method == .POST ? origin : nil
    all[.cookie] = cookie
    for (name, value) in headers { all[HTTPHeader(name)] = value.isEmpty ? nil : value }
    let parts = path.split(separator: "?", maxSplits: 1)
    let request = HTTPRequest(
      method: method, version: .http11,
      target: HTTPRequest.Target(path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : ""), headers: all,
      body: HTTPBodySequence(data: Data(body.utf8)))
    return try await HTTPClient.reply(to: request, port: port)
  }

  /// The cookie that the server sets for the first address.
  func cookie() async throws -> String {
    let header = try await send(.GET, "/?token=\(token)").headers[.setCookie] ?? ""
    return String(header.prefix { $0 != ";" })
  }

  /// Sends bytes that no client would send as a request, and returns the reply.
  func sendRaw(_ text: String) async throws -> String {
    let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 600)
    defer { try? socket.close() }
    try await socket.write(Data(text.utf8))
    var bytes: [UInt8] = []
    // The server closes the connection.
    while let part = try? await socket.read(atMost: 4_096), !part.isEmpty { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPClient {
  /// The reply of a server on this machine.
  ///
  /// A client connects within five seconds or fails. A machine that runs many tests may need longer, so the client tries again.
  static func reply(to request: HTTPRequest, port: UInt16) async throws -> HTTPResponse {
    while true {
      var client = HTTPClient()
      do {
        return try await client.sendHTTPRequest(request, to: .inet(ip4: "127.0.0.1", port: port))
      } catch SocketError.timeout {
        try Task.checkCancellation()
      }
    }
  }
}

enum TestedDatabase {
  static func demo() throws -> PredicateDatabase { try .demo() }

  static func sample(_ sample: SampleDatabase) throws -> PredicateDatabase {
    try make(sample.sql(), name: sample.rawValue)
  }

  static func make(_ sql: String, name: String = "tested") throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    return try PredicateDatabase(name: name, queue: queue)
  }
}
