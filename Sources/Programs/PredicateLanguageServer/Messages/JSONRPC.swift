/// The members that every message of a client begins with. A request has a method and an id, a notification only a method, and a response only an id.
struct MessageHead: Decodable {
  let id: MessageID?
  let method: String?
}

/// The id of a request, which its answer repeats.
enum MessageID: Codable, Hashable {
  case integer(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .integer(try container.decode(Int.self))
    } catch DecodingError.typeMismatch {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

struct Request<Parameters: Decodable>: Decodable {
  let params: Parameters
}

/// An answer to a request, with a result or an error. A nil id or content is written as null.
struct Response<Content: Encodable>: Encodable {
  enum Part: String, CodingKey {
    case jsonrpc, id, result, error
  }

  let id: MessageID?
  let part: Part
  let content: Content?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Part.self)
    try container.encode("2.0", forKey: .jsonrpc)
    try container.encode(id, forKey: .id)
    try container.encode(content, forKey: part)
  }
}

/// The reason why a request gets no result, with the error code of JSON-RPC or of the language server protocol.
struct ResponseError: Error, Encodable {
  let code: Int
  let message: String

  /// The message is not JSON.
  static func parse(_ message: String) -> ResponseError { ResponseError(code: -32_700, message: message) }
  /// The message is not a request, or arrives at the wrong time.
  static func invalidRequest(_ message: String) -> ResponseError { ResponseError(code: -32_600, message: message) }
  /// The server does not have the method.
  static func unknownMethod(_ method: String) -> ResponseError {
    ResponseError(code: -32_601, message: "the method \(method) is not offered")
  }
  /// The parameters do not fit the method.
  static func invalidParameters(_ message: String) -> ResponseError { ResponseError(code: -32_602, message: message) }
  /// A request arrived before `initialize`.
  static let notInitialized = ResponseError(code: -32_002, message: "expected initialize first")
}

/// A message of the server that expects no answer.
struct Notification<Parameters: Encodable>: Encodable {
  let jsonrpc = "2.0"
  let method: String
  let params: Parameters
}
