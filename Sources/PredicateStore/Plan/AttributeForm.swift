import PredicateModel
import PredicateSyntax
import PredicateValues

/// What changing and saving have to know of an attribute for each value, without its names.
struct AttributeForm: Sendable {
  private let storage: AttributeStorage
  private let kind: Kind
  /// Whether the value stands in the record alone: it is neither the row's key, nor a foreign key, nor given by the table.
  let isPlain: Bool

  /// The attributes whose usual values are accepted at sight.
  private enum Kind {
    case text
    case integer
    case real
    case boolean
    case date
    case other
  }

  init(_ attribute: Attribute, isPlain: Bool) {
    storage = attribute.storage
    self.isPlain = isPlain
    kind =
      switch (attribute.storage, attribute.type) {
      case (.text, .string): .text
      case (.integer, .integer): .integer
      case (.real, .double): .real
      case (.zeroOrOne, .boolean): .boolean
      case (.secondsSince2001, .date): .date
      default: .other
      }
  }

  /// Whether a value is of the attribute's own type, so that `Attribute.accepting(_:)` would return it as it is.
  func isUsual(_ value: QueryValue) -> Bool {
    switch (kind, value) {
    case (_, .null), (.text, .string), (.integer, .integer), (.real, .double), (.boolean, .boolean), (.date, .date):
      true
    default: false
    }
  }

  /// Whether two values are stored alike.
  func isSame(_ value: QueryValue, _ other: QueryValue) -> Bool {
    switch (kind, value, other) {
    case (_, .null, .null): true
    case (.text, .string(let a), .string(let b)): a.hasSameScalars(as: b)
    case (.integer, .integer(let a), .integer(let b)): a == b
    case (.real, .double(let a), .double(let b)), (.date, .date(let a), .date(let b)): a == b
    case (.boolean, .boolean(let a), .boolean(let b)): a == b
    default: storage.stored(value) == storage.stored(other)
    }
  }

  /// What the column holds for a value. A value that a column cannot hold was refused when it was set.
  func stored(_ value: QueryValue) -> StoredValue { storage.stored(value) ?? .null }
}
