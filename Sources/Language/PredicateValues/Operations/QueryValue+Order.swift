extension QueryValue {
  /// The order of two values of one family.
  ///
  /// Numbers are ordered by value, dates by time, data and UUIDs by their bytes. Strings and URLs are ordered by Unicode scalar values, which is the
  /// order of UTF-8 bytes. The result is nil if there is no order: for nil and NaN, between families, and for objects, collections and dictionaries.
  ///
  /// ```swift
  /// QueryValue.string("Z").order(.string("a"))  // .less
  /// QueryValue.integer(1).order(.string("a"))   // nil
  /// ```
  public func order(_ other: QueryValue) -> ValueOrder? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): return ValueOrder(a, b)
    case (.string(let a), .string(let b)), (.url(let a), .url(let b)): return StringSearch.order(a, b)
    case (.date(let a), .date(let b)): return NumberOrder.compare(a, b)
    case (.data(let a), .data(let b)):
      return a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { StringSearch.order(a, $0) } }
    case (.uuid(let a), .uuid(let b)): return ValueOrder((a.high, a.low), (b.high, b.low))
    default:
      guard let a = NumberValue(self), let b = NumberValue(other) else { return nil }
      return NumberOrder.compare(a, b)
    }
  }
}

extension ValueOrder {
  /// The order of two pairs: by the first parts, then by the second.
  init<First: Comparable, Second: Comparable>(_ left: (First, Second), _ right: (First, Second)) {
    let order = ValueOrder(left.0, right.0)
    self = order == .equal ? ValueOrder(left.1, right.1) : order
  }
}

extension ValueFamily {
  /// The position of the family among the families when rows are sorted.
  ///
  /// Conditions compare values of one family only, but a column without a type may have values of several families. Then numbers sort before strings,
  /// and strings before data, as in SQLite.
  package var rank: UInt8 {
    switch self {
    case .number: 1
    case .date: 2
    case .string: 3
    case .url: 4
    case .uuid: 5
    case .data: 6
    case .object: 7
    case .collection: 8
    case .dictionary: 9
    }
  }

  /// Whether values of the family have an order.
  ///
  /// ```swift
  /// ValueFamily.date.isOrdered           // true
  /// ValueFamily.object("Movie").isOrdered  // false
  /// ```
  public var isOrdered: Bool {
    switch self {
    case .number, .string, .date, .data, .uuid, .url: true
    case .object, .collection, .dictionary: false
    }
  }
}

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

/// A value prints as a column shows it: `1990`, `Heat`, `nil`. So `"\(section.name)"` is a title. Where Swift debugs, and in an array that is printed, it
/// shows the case: `integer(1990)`, `string("Heat")`, `null`.
extension QueryValue: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without quotes, a date in ISO 8601, `nil`, `YES`, `{1, "x"}`.
  public var description: String { shown }

  /// The case and its content, without the names of modules.
  public var debugDescription: String {
    guard let content = Mirror(reflecting: self).children.first, let name = content.label else { return "null" }
    return "\(name)(\(String(reflecting: content.value)))"
  }
}
