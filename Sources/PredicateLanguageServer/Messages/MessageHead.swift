/// What every message of a client begins with: a request has a method and an id, a notification a method, a response an id.
struct MessageHead: Decodable {
  let id: MessageID?
  let method: String?
}
