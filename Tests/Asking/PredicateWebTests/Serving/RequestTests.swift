import FlyingFox
import Foundation
import PredicateDocuments
import Testing

@testable import PredicateWeb

/// The server refuses requests that its own page would not send. No request ends the server.
@Suite("Requests of the page")
struct RequestTests {
  private func withServer(_ body: (PageServer) async throws -> Void) async throws {
    try await PageServer.run(TestedDatabase.demo(), body)
  }

  @Test func theTokenBecomesACookie() async throws {
    try await withServer { server in
      let first = try await server.send(.GET, "/?token=\(server.token)")
      #expect(first.statusCode == .seeOther)
      #expect(first.headers[.location] == "/")
      let cookie = first.headers[.setCookie] ?? ""
      #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && !cookie.contains(server.token))
      let page = try await server.send(.GET, "/", cookie: server.cookie())
      #expect(page.statusCode == .ok)
      #expect(page.headers[HTTPHeader("Content-Security-Policy")]?.hasPrefix("default-src 'self';") == true)
      #expect(page.headers[HTTPHeader("X-Content-Type-Options")] == "nosniff")
      #expect(try await String(decoding: page.bodyData, as: UTF8.self).hasPrefix("<!doctype html>"))
    }
  }

  @Test(arguments: ["", "predicate-1=0", "predicate=0123456789abcdef0123456789abcdef"])
  func withoutTheCookieNothingIsAnswered(cookie: String) async throws {
    try await withServer { server in
      for path in ["/", "/?token=", "/?token=00", "/page.js", "/export?format=csv&statement=Movie", "/nothing"] {
        #expect(try await server.send(.GET, path, cookie: cookie).statusCode == .forbidden, "\(path)")
      }
      let reply = try await server.send(.POST, "/api/answer", #"{"statement":"Movie"}"#, cookie: cookie)
      #expect(reply.statusCode == .forbidden)
      #expect(try await reply.bodyData.count < 200)
    }
  }

  /// The server refuses three kinds of requests: for another host name that resolves to this machine, for another port, and from a form on another
  /// site's page.
  @Test(arguments: [
    ["Host": "evil.example"], ["Host": "127.0.0.1"], ["Host": ""], ["Origin": "http://evil.example"],
    ["Origin": "null"], ["Origin": ""], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ["Host": "127.0.0.1:1", "Origin": "http://127.0.0.1:1"],
  ])
  func otherSitesAreRefused(headers: [String: String]) async throws {
    try await withServer { server in
      let cookie = try await server.cookie()
      let reply = try await server.send(.POST, "/api/start", "{}", cookie: cookie, headers: headers)
      #expect(reply.statusCode == .forbidden)
    }
  }

  /// The page refuses a long statement before it sends it.
  @Test func thePageKnowsTheLimit() async throws {
    try await withServer { server in
      let script = try await server.send(.GET, "/page.js", cookie: server.cookie())
      let text = try await String(decoding: script.bodyData, as: UTF8.self)
      #expect(text.contains("const longest = \(WebLimits.statementBytes)\n"))
    }
  }

  @Test func localhostIsAnotherNameOfTheServer() async throws {
    try await withServer { server in
      let headers = ["Host": "localhost:\(server.port)", "Origin": "http://localhost:\(server.port)"]
      let reply = try await server.send(.POST, "/api/start", "{}", cookie: server.cookie(), headers: headers)
      #expect(reply.statusCode == .ok)
    }
  }

  @Test(arguments: [
    (HTTPMethod.POST, "/api/answer", "", HTTPStatusCode.badRequest), (.POST, "/api/answer", "[1]", .badRequest),
    (.POST, "/api/answer", "{\"statement\":", .badRequest), (.POST, "/api/answer", "{\"statement\":3}", .ok),
    (.POST, "/api/answer", "{\"offset\":-9223372036854775808,\"statement\":\"Movie\"}", .ok),
    (.POST, "/api/answer", "{\"offset\":9223372036854775807,\"statement\":\"Movie\"}", .ok),
    (.POST, "/api/complete", "{\"cursor\":1e300,\"statement\":\"\u{1F600}\"}", .ok),
    (.POST, "/api/complete", "{\"cursor\":1,\"statement\":\"\u{1F600}\"}", .ok),
    (.POST, "/api/answer", String(repeating: "[", count: 5_000), .badRequest),
    (.POST, "/api/nothing", "{}", .notFound), (.POST, "/api/", "{}", .notFound),
    (.GET, "/api/start", "", .methodNotAllowed),
    (.POST, "/", "{}", .methodNotAllowed), (.DELETE, "/page.js", "", .methodNotAllowed),
    (.GET, "/nothing", "", .notFound),
    (.GET, "/../../etc/passwd", "", .notFound), (.GET, "/%2e%2e/%00", "", .notFound),
    (.GET, "/favicon.ico", "", .noContent),
    (.GET, "/export?format=html&statement=Movie", "", .badRequest), (.GET, "/export", "", .badRequest),
    (.GET, "/export?format=csv&statement=delete%20Movie", "", .badRequest),
    (.GET, "/export?format=csv&statement=%FF%FE", "", .badRequest),
  ])
  func everyRequestHasAReply(method: HTTPMethod, path: String, body: String, status: HTTPStatusCode) async throws {
    try await withServer { server in
      let cookie = try await server.cookie()
      #expect(try await server.send(method, path, body, cookie: cookie).statusCode == status)
      #expect(try await server.send(.GET, "/", cookie: cookie).statusCode == .ok)
    }
  }

  @Test(arguments: [WebLimits.bodyBytes + 1, 3_000_000])
  func aLongBodyIsReadAndRefused(size: Int) async throws {
    try await withServer { server in
      let cookie = try await server.cookie()
      let body = String(repeating: " ", count: size)
      #expect(try await server.send(.POST, "/api/start", body, cookie: cookie).statusCode == .payloadTooLarge)
      #expect(try await server.send(.GET, "/", cookie: cookie).statusCode == .ok)
    }
  }

  /// The text after a long body is the next request. No part of the refused body is read as a request.
  @Test func aBodyIsNoRequest() async throws {
    try await withServer { server in
      let smuggled = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nCookie: \(try await server.cookie())\r\n\r\n"
      let body = String(repeating: " ", count: 2_500_000) + smuggled
      let replies = try await server.sendRaw(
        "POST /api/start HTTP/1.1\r\nHost: evil\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
          + "GET /page.js HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n")
      #expect(replies.components(separatedBy: "HTTP/1.1 403").count == 3)
      #expect(!replies.contains("200 OK"))
    }
  }

  @Test(arguments: [
    "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: x\r\n\r\n",
    "\u{0}\u{1}\u{2} / x\r\nConnection: close\r\n\r\n", "GET  HTTP/1.1\r\nConnection: close\r\n\r\n",
  ])
  func bytesThatAreNoRequestEndTheConnectionAlone(text: String) async throws {
    try await withServer { server in
      _ = try await server.sendRaw(text)
      #expect(try await server.send(.GET, "/", cookie: server.cookie()).statusCode == .ok)
    }
  }

  @Test func answersAreFiles() async throws {
    try await withServer { server in
      let cookie = try await server.cookie()
      let path = "/export?statement=Movie%20where%20year%20%3C%201905%20show%20title%2C%20year&format="
      let csv = try await server.send(.GET, path + "csv", cookie: cookie)
      #expect(csv.headers[.contentDisposition] == "attachment; filename=\"answer.csv\"")
      #expect(
        try await String(decoding: csv.bodyData, as: UTF8.self)
          == "title,year\nLe Voyage dans la Lune,1902\nThe Great Train Robbery,1903\n")
      let json = try await server.send(.GET, path + "json", cookie: cookie)
      let rows = try await JSONReader.value(of: Array(json.bodyData)).elements
      #expect(rows.compactMap { $0["year"]?.number } == [1902, 1903])
    }
  }
}
