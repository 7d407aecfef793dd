import FlyingFox
import Foundation
import PredicateDocuments
import PredicateOutput
import PredicateStatements
import PredicateValues

/// Answers requests for the three files of the page, for the replies of a session, and for answers as files.
struct WebHandler: HTTPHandler {
  let session: WebSession
  let guarding: RequestGuard
  /// The port that the server listens on.
  let port: Locked<UInt16>

  /// Headers that restrict the browser: it runs only the page's own script, no code in the data, and loads nothing from other sites.
  private static let headers: [(name: String, value: String)] = [
    ("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = await reply(to: request)
    for (name, value) in Self.headers { response.headers[HTTPHeader(name)] = value }
    return response
  }

  private func reply(to request: HTTPRequest) async -> HTTPResponse {
    // The body is read even if the request will be refused, because the next request on the connection begins after it.
    let body: [UInt8]?
    do { body = try await Self.body(of: request) } catch { return Self.text(.badRequest, "The body cannot be read.") }
    let port = port.withLock { $0 }
    guard guarding.isFromHere(request, port: port) else {
      return Self.text(.forbidden, "This server accepts requests only from its own page.")
    }
    if request.method == .GET, request.path == "/", guarding.hasToken(request) {
      let headers: HTTPHeaders = [.location: "/", .setCookie: guarding.cookie(port: port)]
      return HTTPResponse(statusCode: .seeOther, headers: headers)
    }
    guard guarding.isKnown(request, port: port) else {
      return Self.text(
        .forbidden, "Open the address that “predicate web” has printed, because it contains the required token.")
    }
    guard let body else {
      return Self.text(.payloadTooLarge, "A request must not be longer than \(WebLimits.bodyBytes) bytes.")
    }
    return await reply(to: request, body)
  }

  private func reply(to request: HTTPRequest, _ body: [UInt8]) async -> HTTPResponse {
    let parts = request.path.split(separator: "/")
    let isQuestion = parts.first == "api"
    guard request.method == (isQuestion ? .POST : .GET) else { return Self.notAllowed(isQuestion ? "POST" : "GET") }
    switch request.path {
    case "/": return Self.response(.ok, "text/html; charset=utf-8", PackageResources.index_html)
    case "/page.css": return Self.response(.ok, "text/css; charset=utf-8", PackageResources.page_css)
    case "/page.js": return Self.response(.ok, "text/javascript; charset=utf-8", PackageResources.page_js)
    case "/export": return await file(request)
    case "/favicon.ico": return HTTPResponse(statusCode: .noContent)
    default: break
    }
    guard isQuestion else { return Self.text(.notFound, "There is no such page.") }
    guard let question = WebQuestion(body) else {
      return Self.text(.badRequest, "The body of the request must be a JSON object.")
    }
    guard let reply = await session.reply(to: parts.dropFirst().joined(separator: "/"), question) else {
      return Self.text(.notFound, "There is no such question.")
    }
    return Self.response(.ok, reply)
  }

  /// The answer of a statement as a file for downloading.
  private func file(_ request: HTTPRequest) async -> HTTPResponse {
    let types = [OutputMode.csv.rawValue: "text/csv; charset=utf-8", OutputMode.json.rawValue: "application/json"]
    guard let format = request.query["format"], let type = types[format], let mode = OutputMode(rawValue: format) else {
      return Self.text(.badRequest, "The format is csv or json.")
    }
    let statement = request.query["statement"] ?? ""
    do {
      var response = Self.response(.ok, type, Array(try await session.file(mode, of: statement).utf8))
      response.headers[.contentDisposition] = "attachment; filename=\"answer.\(format)\""
      return response
    } catch {
      return Self.response(.badRequest, session.failure(error, in: statement))
    }
  }

  /// The body of a request; nil if it is too long. A body that is too long is read to its end, but does not stay in memory.
  private static func body(of request: HTTPRequest) async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    var isLong = false
    for try await part in request.bodySequence {
      isLong = isLong || bytes.count + part.count > WebLimits.bodyBytes
      if !isLong { bytes += part }
    }
    return isLong ? nil : bytes
  }

  private static func response(_ status: HTTPStatusCode, _ type: String, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: type], body: Data(body))
  }

  private static func response(_ status: HTTPStatusCode, _ reply: PredicateDocuments.JSONValue) -> HTTPResponse {
    response(status, "application/json", Array(JSONWriter.text(of: reply).utf8))
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    response(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }

  private static func notAllowed(_ method: String) -> HTTPResponse {
    var response = text(.methodNotAllowed, "A request for this address must have the method \(method).")
    response.headers[HTTPHeader("Allow")] = method
    return response
  }
}
