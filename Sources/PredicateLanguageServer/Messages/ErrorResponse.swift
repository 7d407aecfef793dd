/// The answer to a request that cannot be answered.
struct ErrorResponse: Encodable {
  let jsonrpc = "2.0"
  let id: MessageID?
  let error: ResponseError

  private enum CodingKeys: String, CodingKey {
    case jsonrpc, id, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(jsonrpc, forKey: .jsonrpc)
    // An answer to what has no id says null.
    try container.encode(id, forKey: .id)
    try container.encode(error, forKey: .error)
  }
}
