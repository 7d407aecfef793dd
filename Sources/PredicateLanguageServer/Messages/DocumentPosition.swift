/// A place in a document: both numbers count from 0, characters in the units of the ``PositionEncoding``.
struct DocumentPosition: Codable, Hashable {
  let line: Int
  let character: Int
}
