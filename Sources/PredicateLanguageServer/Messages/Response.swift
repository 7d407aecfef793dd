/// The answer to a request. A result that is nil is written as null.
struct Response<Result: Encodable>: Encodable {
  let id: MessageID?
  let result: Result?

  private enum CodingKeys: String, CodingKey {
    case jsonrpc, id, result
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("2.0", forKey: .jsonrpc)
    try container.encode(id, forKey: .id)
    try container.encode(result, forKey: .result)
  }
}
