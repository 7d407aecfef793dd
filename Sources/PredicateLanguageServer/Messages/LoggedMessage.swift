/// The parameters of `window/logMessage`.
struct LoggedMessage: Encodable {
  /// The protocol's number of an error.
  let type = 1
  let message: String

  private enum CodingKeys: String, CodingKey {
    case type, message
  }
}
