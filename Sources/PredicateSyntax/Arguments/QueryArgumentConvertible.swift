/// A value that can stand for a `%` specifier: `try QueryPredicate("year > %d", 1990)`.
///
/// Numbers, strings, booleans, optionals, arrays, sets, dictionaries by strings and enums with a raw value conform. A type of
/// an application conforms in a line:
///
/// ```swift
/// extension Film: QueryArgumentConvertible {
///   var queryArgument: QueryArgument { id.queryArgument }
/// }
/// ```
public protocol QueryArgumentConvertible {
  /// The value as an argument.
  var queryArgument: QueryArgument { get }
}

extension QueryArgument: QueryArgumentConvertible {
  /// Itself.
  public var queryArgument: QueryArgument { self }
}

extension QueryExpression: QueryArgumentConvertible {
  /// Spliced in as it is.
  public var queryArgument: QueryArgument { .expression(self) }
}

extension QueryLiteral: QueryArgumentConvertible {
  /// The constant.
  public var queryArgument: QueryArgument { .literal(self) }
}

extension ObjectReference: QueryArgumentConvertible {
  /// A row.
  public var queryArgument: QueryArgument { .literal(.object(self)) }
}

extension QueryDecimal: QueryArgumentConvertible {
  /// A decimal.
  public var queryArgument: QueryArgument { .literal(.decimal(self)) }
}

extension QueryUUID: QueryArgumentConvertible {
  /// A UUID.
  public var queryArgument: QueryArgument { .literal(.uuid(self)) }
}

extension String: QueryArgumentConvertible {
  /// A string.
  public var queryArgument: QueryArgument { .literal(.string(self)) }
}

extension Substring: QueryArgumentConvertible {
  /// A string.
  public var queryArgument: QueryArgument { .literal(.string(String(self))) }
}

extension Bool: QueryArgumentConvertible {
  /// A boolean.
  public var queryArgument: QueryArgument { .literal(.boolean(self)) }
}

extension Double: QueryArgumentConvertible {
  /// A double.
  public var queryArgument: QueryArgument { .literal(.double(self)) }
}

extension Float: QueryArgumentConvertible {
  /// A double of the same value.
  public var queryArgument: QueryArgument { .literal(.double(Double(self))) }
}

extension QueryArgumentConvertible where Self: BinaryInteger {
  /// An integer; a decimal beyond Int64.
  public var queryArgument: QueryArgument {
    if let value = Int64(exactly: self) { return .literal(.integer(value)) }
    return .literal(QueryDecimal(String(self)).map { .decimal($0) } ?? .null)
  }
}

extension Int: QueryArgumentConvertible {}
extension Int8: QueryArgumentConvertible {}
extension Int16: QueryArgumentConvertible {}
extension Int32: QueryArgumentConvertible {}
extension Int64: QueryArgumentConvertible {}
extension UInt: QueryArgumentConvertible {}
extension UInt8: QueryArgumentConvertible {}
extension UInt16: QueryArgumentConvertible {}
extension UInt32: QueryArgumentConvertible {}
extension UInt64: QueryArgumentConvertible {}

extension Optional: QueryArgumentConvertible where Wrapped: QueryArgumentConvertible {
  /// The value, or nil.
  public var queryArgument: QueryArgument { self?.queryArgument ?? .literal(.null) }
}

extension Array: QueryArgumentConvertible where Element: QueryArgumentConvertible {
  /// A list.
  public var queryArgument: QueryArgument { .array(map { $0.queryArgument }) }
}

extension ArraySlice: QueryArgumentConvertible where Element: QueryArgumentConvertible {
  /// A list.
  public var queryArgument: QueryArgument { .array(map { $0.queryArgument }) }
}

extension Set: QueryArgumentConvertible where Element: QueryArgumentConvertible {
  /// A set. Strings and integers come in ascending order, so that one set gives one tree.
  public var queryArgument: QueryArgument {
    .set(
      map { $0.queryArgument }.sorted { left, right in
        switch (left, right) {
        case (.literal(.string(let a)), .literal(.string(let b))): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.literal(.integer(let a)), .literal(.integer(let b))): a < b
        default: false
        }
      })
  }
}

extension Dictionary: QueryArgumentConvertible where Key == String, Value: QueryArgumentConvertible {
  /// A dictionary, its keys in ascending order of their bytes.
  public var queryArgument: QueryArgument {
    .dictionary(
      sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { (key: $0.key, value: $0.value.queryArgument) })
  }
}

extension QueryArgumentConvertible where Self: RawRepresentable, RawValue: QueryArgumentConvertible {
  /// The raw value: `enum Genre: String, QueryArgumentConvertible { … }` is all that an enum needs.
  public var queryArgument: QueryArgument { rawValue.queryArgument }
}
