import FlyingFox

/// Lets in the requests of the page that the program's own address opened, and no others.
///
/// Any site that a browser shows can send requests to a server of the same machine. So a request needs a cookie that only this address sets, and has
/// to name this server as its host: a name of another site may lead to 127.0.0.1 as well.
struct RequestGuard: Sendable {
  /// What the first address has.
  let token: String
  /// What the cookie has. The token stays in the histories of browsers and terminals, the secret does not.
  private let secret: String

  init() {
    (token, secret) = (Self.random(), Self.random())
  }

  /// 128 random bits as digits of base 16, too many to guess.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Whether a request names this server as its host, and comes from a page of it or from the address bar.
  func isFromHere(_ request: HTTPRequest, port: UInt16) -> Bool {
    guard let host = request.headers[.host], Self.hosts(port).contains(host) else { return false }
    if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site != "same-origin", site != "none" { return false }
    guard let origin = request.headers[HTTPHeader("Origin")] else { return request.method != .POST }
    return origin == "http://\(host)"
  }

  /// Whether a request has the cookie.
  func isKnown(_ request: HTTPRequest, port: UInt16) -> Bool {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    return cookies.contains { Self.isSame(String($0), "\(Self.name(port))=\(secret)") }
  }

  /// Whether a request is the first: its address has the token.
  func hasToken(_ request: HTTPRequest) -> Bool {
    request.query["token"].map { Self.isSame($0, token) } ?? false
  }

  /// The header that sets the cookie, for this browser session.
  func cookie(port: UInt16) -> String {
    "\(Self.name(port))=\(secret); Path=/; HttpOnly; SameSite=Strict"
  }

  /// Browsers send cookies to all ports of a host, so each server has its own name.
  private static func name(_ port: UInt16) -> String { "predicate-\(port)" }

  private static func hosts(_ port: UInt16) -> [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Compares two texts in a time that does not show how many bytes are right.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
