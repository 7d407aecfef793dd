import FlyingFox

/// Accepts only requests of the page that was opened at the address that the program has printed.
///
/// Any site in a browser can send requests to a server on the same machine. So a request needs a cookie that only the server sets. Its host must also
/// be this server, because the name of another site may resolve to 127.0.0.1.
struct RequestGuard: Sendable {
  /// The token in the address that the program prints.
  let token: String
  /// The value of the cookie. It is not the token, because the token stays in the histories of browsers and terminals.
  private let secret: String

  init() {
    (token, secret) = (Self.random(), Self.random())
  }

  /// 128 random bits as hexadecimal digits, which cannot be guessed.
  private static func random() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
  }

  /// Whether a request has this server as its host, and comes from one of its pages or from the address bar.
  func isFromHere(_ request: HTTPRequest, port: UInt16) -> Bool {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers[.host], hosts.contains(host) else { return false }
    if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site != "same-origin", site != "none" { return false }
    guard let origin = request.headers[HTTPHeader("Origin")] else { return request.method != .POST }
    return origin == "http://\(host)"
  }

  /// Whether a request contains the cookie.
  func isKnown(_ request: HTTPRequest, port: UInt16) -> Bool {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    return cookies.contains { Self.isSame(String($0), "\(Self.name(port))=\(secret)") }
  }

  /// Whether a request is the first one, whose address contains the token.
  func hasToken(_ request: HTTPRequest) -> Bool {
    request.query["token"].map { Self.isSame($0, token) } ?? false
  }

  /// The header that sets the cookie, which is valid for the browser's session.
  func cookie(port: UInt16) -> String {
    "\(Self.name(port))=\(secret); Path=/; HttpOnly; SameSite=Strict"
  }

  /// The name of the cookie. It contains the port, because browsers send cookies to all ports of a host.
  private static func name(_ port: UInt16) -> String { "predicate-\(port)" }

  /// Compares two texts. The time does not depend on how many bytes are equal.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
