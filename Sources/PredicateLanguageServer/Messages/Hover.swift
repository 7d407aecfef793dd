/// The answer to `textDocument/hover`.
struct Hover: Encodable {
  struct Contents: Encodable {
    let kind = "plaintext"
    let value: String

    private enum CodingKeys: String, CodingKey {
      case kind, value
    }
  }

  let contents: Contents
  let range: DocumentRange
}
