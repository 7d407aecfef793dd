/// A part of a document, without its end.
struct DocumentRange: Codable, Hashable {
  let start: DocumentPosition
  let end: DocumentPosition
}
