/// A value that can be an argument of a predicate. It can be an interpolation (`try QueryPredicate("year > \(minimum)")`), the value of a variable
/// (`["minimum": minimum]`), or the right side of an operator.
///
/// These types conform: numbers, strings, booleans, optionals, arrays, sets, dictionaries with strings as keys, ranges (for BETWEEN and IN), and
/// Foundation's values with their `NS` classes. An enum or another type with raw values only declares its conformance:
///
/// ```swift
/// enum Genre: String, QueryArgumentConvertible { case noir, drama }
/// try movies.filter("genre == \(Genre.noir)")
/// ```
///
/// A type of an application conforms in one line:
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
  /// The argument as it is.
  public var queryArgument: QueryArgument { self }
}

extension QueryExpression: QueryArgumentConvertible {
  /// The expression itself, which becomes a part of the tree.
  public var queryArgument: QueryArgument { .expression(self) }
}

extension QueryPredicate: QueryArgumentConvertible {
  /// The condition itself, which becomes a part of the tree.
  public var queryArgument: QueryArgument { .predicate(self) }
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

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: QueryArgumentConvertible {
    /// A double of the same value.
    public var queryArgument: QueryArgument { .literal(.double(Double(self))) }
  }
#endif

#if (arch(i386) || arch(x86_64)) && !os(Windows) && !os(Android)
  extension Float80: QueryArgumentConvertible {
    /// The nearest double.
    public var queryArgument: QueryArgument { .literal(.double(Double(self))) }
  }
#endif

extension Character: QueryArgumentConvertible {
  /// A string of the one character.
  public var queryArgument: QueryArgument { .literal(.string(String(self))) }
}

extension QueryArgumentConvertible where Self: BinaryInteger {
  /// An integer, or a decimal for a value beyond Int64.
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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: QueryArgumentConvertible {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: QueryArgumentConvertible {}

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

extension ContiguousArray: QueryArgumentConvertible where Element: QueryArgumentConvertible {
  /// A list.
  public var queryArgument: QueryArgument { .array(map { $0.queryArgument }) }
}

extension ClosedRange: QueryArgumentConvertible where Bound: QueryArgumentConvertible {
  /// The bounds of BETWEEN: `try movies.filter("year BETWEEN \(1990...1999)")`. IN means the same. Any other operator refuses a range.
  public var queryArgument: QueryArgument { .range(lowerBound.queryArgument, upperBound.queryArgument) }
}

extension Range: QueryArgumentConvertible where Bound: BinaryInteger & QueryArgumentConvertible {
  /// The bounds of BETWEEN, which are both included: 1990 and 1999 for `1990..<2000`. An empty range has the bounds 1 and 0, so no value is between
  /// them.
  public var queryArgument: QueryArgument {
    isEmpty ? .range(1.queryArgument, 0.queryArgument) : (lowerBound...(upperBound - 1)).queryArgument
  }
}

/// A type whose values are arguments that are ranges. A cast to it recognises such a value without making a ``QueryArgument`` from it.
package protocol RangeArgument: QueryArgumentConvertible {}

extension ClosedRange: RangeArgument where Bound: QueryArgumentConvertible {}
extension Range: RangeArgument where Bound: BinaryInteger & QueryArgumentConvertible {}

extension Set: QueryArgumentConvertible where Element: QueryArgumentConvertible {
  /// A set. Strings and integers are sorted in ascending order, so that equal sets give equal trees.
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
  /// A dictionary. Its keys are in ascending order of their bytes.
  public var queryArgument: QueryArgument {
    .dictionary(
      sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { (key: $0.key, value: $0.value.queryArgument) })
  }
}

extension QueryArgumentConvertible where Self: RawRepresentable, RawValue: QueryArgumentConvertible {
  /// The raw value. An enum only declares its conformance: `enum Genre: String, QueryArgumentConvertible { … }`.
  public var queryArgument: QueryArgument { rawValue.queryArgument }
}
