/// Why a request is not answered, by the numbers of JSON-RPC and of the protocol.
struct ResponseError: Error, Encodable {
  let code: Int
  let message: String

  /// The message is no JSON.
  static func parse(_ message: String) -> ResponseError { ResponseError(code: -32_700, message: message) }
  /// The message is no request, or comes at the wrong time.
  static func invalidRequest(_ message: String) -> ResponseError { ResponseError(code: -32_600, message: message) }
  /// The server does not have the method.
  static func unknownMethod(_ method: String) -> ResponseError {
    ResponseError(code: -32_601, message: "the method \(method) is not offered")
  }
  /// The parameters are not those of the method.
  static func invalidParameters(_ message: String) -> ResponseError { ResponseError(code: -32_602, message: message) }
  /// A request came before `initialize`.
  static let notInitialized = ResponseError(code: -32_002, message: "expected initialize first")
}
