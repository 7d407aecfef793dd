/// The answer to `textDocument/completion`.
struct CompletionList: Encodable {
  let isIncomplete = false
  let items: [CompletionItem]

  private enum CodingKeys: String, CodingKey {
    case isIncomplete, items
  }
}
