/// The parameters of a message.
struct Request<Parameters: Decodable>: Decodable {
  let params: Parameters
}
