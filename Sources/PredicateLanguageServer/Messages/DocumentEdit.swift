/// A text in the place of a part of a document.
struct DocumentEdit: Encodable, Hashable {
  let range: DocumentRange
  let newText: String
}
