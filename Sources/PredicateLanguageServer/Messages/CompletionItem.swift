/// A text that may stand at the cursor.
struct CompletionItem: Encodable {
  /// What stands in the list.
  let label: String
  /// The number of the protocol for what it is: 3 a function, 5 a field, 6 a variable, 12 a value, 14 a word, 24 an operator.
  let kind: Int
  /// A word on its type.
  let detail: String?
  /// A sentence on what it means.
  let documentation: String?
  /// Keeps the order of the server.
  let sortText: String
  /// What the editor compares with what was typed.
  let filterText: String
  let textEdit: DocumentEdit
}
