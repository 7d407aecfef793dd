import PredicateValues

/// A Swift type whose values are values of the language. A property of such a type is an attribute. An array of such values can be filtered by
/// `SELF`. Such a value can be an argument or a variable.
///
/// ```swift
/// extension Money: QueryPropertyValue {
///   static var queryType: QueryType { .integer }
///   var queryValue: QueryValue { .integer(cents) }
/// }
/// try invoices.filter("total > \(Money(cents: 9_900))")
/// ```
///
/// The numbers, strings and booleans of the standard library conform, and so do Foundation's dates, UUIDs, URLs, data and decimals. A type with raw
/// values (an enum, an option set) is read as its raw value without a conformance.
public protocol QueryPropertyValue: QueryArgumentConvertible {
  /// The type of the values in the language.
  static var queryType: QueryType { get }

  /// The value in the language.
  var queryValue: QueryValue { get }
}

extension QueryPropertyValue {
  /// The value as an argument. If a type declares this property itself, its declaration has precedence.
  @_disfavoredOverload
  public var queryArgument: QueryArgument { queryValue.queryArgument }
}

extension QueryPropertyValue where Self: BinaryInteger {
  /// An integer.
  public static var queryType: QueryType { .integer }

  /// The integer, or a decimal of the same value if the integer is beyond Int64.
  public var queryValue: QueryValue { QueryValue(whole: self) }
}

extension QueryValue {
  /// An integer, or a decimal of the same value for a number beyond Int64.
  init(whole number: some BinaryInteger) {
    self =
      if let value = Int64(exactly: number) {
        .integer(value)
      } else {
        QueryDecimal(String(number)).map { .decimal($0) } ?? .null
      }
  }
}

extension Int: QueryPropertyValue {}
extension Int8: QueryPropertyValue {}
extension Int16: QueryPropertyValue {}
extension Int32: QueryPropertyValue {}
extension Int64: QueryPropertyValue {}
extension UInt: QueryPropertyValue {}
extension UInt8: QueryPropertyValue {}
extension UInt16: QueryPropertyValue {}
extension UInt32: QueryPropertyValue {}
extension UInt64: QueryPropertyValue {}

extension QueryPropertyValue where Self: BinaryFloatingPoint {
  /// A double.
  public static var queryType: QueryType { .double }

  /// The double of the same value; NaN is nil.
  public var queryValue: QueryValue { isNaN ? .null : .double(Double(self)) }
}

extension Double: QueryPropertyValue {}
extension Float: QueryPropertyValue {}

extension Duration: QueryPropertyValue {
  /// A double.
  public static var queryType: QueryType { .double }

  /// The number of seconds: `length > 90`, `length.minutes >= 1.5`.
  public var queryValue: QueryValue {
    let (seconds, attoseconds) = components
    return .double(Double(seconds) + Double(attoseconds) / 1e18)
  }
}

extension Bool: QueryPropertyValue {
  /// A boolean.
  public static var queryType: QueryType { .boolean }

  /// The truth value.
  public var queryValue: QueryValue { .boolean(self) }
}

extension QueryPropertyValue where Self: StringProtocol {
  /// A string.
  public static var queryType: QueryType { .string }

  /// The string.
  public var queryValue: QueryValue { .string(String(self)) }
}

extension String: QueryPropertyValue {}
extension Substring: QueryPropertyValue {}

extension Character: QueryPropertyValue {
  /// A string.
  public static var queryType: QueryType { .string }

  /// A string of the one character.
  public var queryValue: QueryValue { .string(String(self)) }
}

extension QueryValue: QueryPropertyValue {
  /// The type is not known.
  public static var queryType: QueryType { .any }

  /// The value as it is.
  public var queryValue: QueryValue { self }
}

extension AnyHashable: QueryPropertyValue {
  /// The type is not known: only the content knows its type.
  public static var queryType: QueryType { .any }

  /// The value inside. Of an instance without a property table only the identity can be used.
  public var queryValue: QueryValue { QueryValue(reading: base, .values) }
}

extension QueryDictionary: QueryPropertyValue {
  /// A dictionary.
  public static var queryType: QueryType { .dictionary }

  /// The dictionary.
  public var queryValue: QueryValue { .dictionary(self) }
}

extension QueryDecimal: QueryPropertyValue {
  /// A decimal number.
  public static var queryType: QueryType { .decimal }

  /// The number.
  public var queryValue: QueryValue { .decimal(self) }
}

extension QueryUUID: QueryPropertyValue {
  /// A UUID.
  public static var queryType: QueryType { .uuid }

  /// The UUID.
  public var queryValue: QueryValue { .uuid(self) }
}

extension ObjectReference: QueryPropertyValue {
  /// The type of an object without a declared entity.
  public static var queryType: QueryType { .object("") }

  /// The reference.
  public var queryValue: QueryValue { .reference(self) }
}
