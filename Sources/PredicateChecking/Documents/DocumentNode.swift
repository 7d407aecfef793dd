/// A value of a property list, JSON or YAML, as far as predicates may stand in it.
enum DocumentNode: Sendable {
  /// A text.
  case text(MappedText)
  /// A list.
  case list([DocumentNode])
  /// A table of keys and values in the order of the file.
  case table([DocumentMember])
  /// A number, a date, a boolean, nothing.
  case other
}

/// A key and its value.
struct DocumentMember: Sendable {
  let key: String
  let value: DocumentNode
}
