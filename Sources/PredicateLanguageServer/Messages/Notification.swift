/// A message of the server that has no answer.
struct Notification<Parameters: Encodable>: Encodable {
  let jsonrpc = "2.0"
  let method: String
  let params: Parameters

  private enum CodingKeys: String, CodingKey {
    case jsonrpc, method, params
  }
}
