import PredicateSyntax
import PredicateValues

/// Values as people read them. Not a form that can be read back: that is what the printers of the language are for.
package struct ValueText {
  /// What stands for no value.
  package static let missing = "nil"

  /// What referenced objects are called.
  package let titles: [ObjectReference: String]
  /// How much of a date is told; nil for as much as the date needs.
  package let datePrecision: DateText.Precision?

  /// A writer of values.
  package init(titles: [ObjectReference: String] = [:], datePrecision: DateText.Precision? = nil) {
    self.titles = titles
    self.datePrecision = datePrecision
  }

  /// The words for a value.
  package func text(of value: QueryValue) -> String {
    switch value {
    case .null: Self.missing
    case .boolean(let value): value ? "YES" : "NO"
    case .integer(let value): String(value)
    case .double(let value): "\(value)"
    case .decimal(let value): value.description
    case .string(let value), .url(let value): value
    case .date(let value): DateText.text(of: value, precision: datePrecision ?? DateText.precision(of: value))
    case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    case .uuid(let value): value.description
    case .array(let values), .set(let values): "{" + values.map(quoted).joined(separator: ", ") + "}"
    case .dictionary(let pairs):
      "{" + zip(pairs.keys, pairs.values).map { "\($0): \(quoted($1))" }.joined(separator: ", ") + "}"
    case .object(let object): object.reference.map(text(of:)) ?? object.entityName
    case .reference(let reference): text(of: reference)
    }
  }

  private func text(of reference: ObjectReference) -> String {
    titles[reference] ?? reference.description
  }

  private func quoted(_ value: QueryValue) -> String {
    if case .string(let text) = value { "\"\(text)\"" } else { text(of: value) }
  }
}
