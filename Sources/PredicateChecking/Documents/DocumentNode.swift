import PredicateValues

/// A value of a property list, JSON or YAML.
package enum DocumentNode: Sendable {
  /// A text.
  case text(MappedText)
  /// A text of YAML without quotes. It may stand for a number, a boolean or nothing: `14`, `true`, `~`.
  case plain(MappedText)
  /// A list.
  case list([DocumentNode])
  /// A table of keys and values in the order of the file.
  case table([DocumentMember])
  /// Data of a property list in XML, with its digits in Base64.
  case data(MappedText, QueryValue)
  /// A number, a date, a boolean, data of a binary property list, nothing.
  case value(QueryValue)

  /// The text with its places, with quotes or without; nil for what is no text.
  var text: MappedText? {
    switch self {
    case .text(let text), .plain(let text): text
    default: nil
    }
  }
}

/// A key and its value.
package struct DocumentMember: Sendable {
  package let key: String
  package let value: DocumentNode
}
