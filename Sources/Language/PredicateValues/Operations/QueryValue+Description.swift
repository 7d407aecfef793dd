/// Values for display, in tables and explanations.
extension QueryValue {
  /// The value for display: a text without quotes, a date in ISO 8601, `nil`, `YES`, `{1, "x"}`.
  package var shown: String {
    switch self {
    case .string(let text), .url(let text): text
    default: shownWithQuotes
    }
  }

  /// The value for display, with quotes around a text. Texts in collections are shown like this.
  package var shownWithQuotes: String {
    switch self {
    case .null: "nil"
    case .boolean(let flag): flag ? "YES" : "NO"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): number.description
    case .string(let text), .url(let text): QueryExpression.literal(.string(text)).canonicalFormat
    case .date(let seconds): ISODate.format(seconds)
    case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    case .uuid(let value): value.description
    case .array(let elements), .set(let elements):
      "{" + elements.map(\.shownWithQuotes).joined(separator: ", ") + "}"
    case .dictionary(let table):
      "{" + zip(table.keys, table.values).map { "\($0): \($1.shownWithQuotes)" }.joined(separator: ", ") + "}"
    case .object(let object): String(describing: Swift.type(of: object))
    case .reference(let reference): QueryExpression.literal(.object(reference)).canonicalFormat
    }
  }
}

/// A value prints as its case: `integer(1990)`, `string("Heat")`, `null`, also in an array that is printed.
extension QueryValue: CustomDebugStringConvertible {
  /// The case and its content, without the names of modules.
  public var debugDescription: String {
    guard let content = Mirror(reflecting: self).children.first, let name = content.label else { return "null" }
    return "\(name)(\(String(reflecting: content.value)))"
  }
}
