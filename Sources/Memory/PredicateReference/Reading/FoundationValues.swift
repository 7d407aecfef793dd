import Foundation
import PredicateBinding

extension Date: QueryPropertyValue {
  /// A date.
  public static var queryType: QueryType { .date }

  /// The seconds since 2001-01-01 00:00:00 UTC.
  public var queryValue: QueryValue {
    timeIntervalSinceReferenceDate.isNaN ? .null : .date(timeIntervalSinceReferenceDate)
  }
}

extension UUID: QueryPropertyValue {
  /// A UUID.
  public static var queryType: QueryType { .uuid }

  /// The same sixteen bytes.
  public var queryValue: QueryValue { .uuid(queryUUID) }

  var queryUUID: QueryUUID {
    withUnsafeBytes(of: uuid) { bytes in
      QueryUUID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}

extension URL: QueryPropertyValue {
  /// A URL.
  public static var queryType: QueryType { .url }

  /// The absolute string.
  public var queryValue: QueryValue { .url(absoluteString) }
}

extension Data: QueryPropertyValue {
  /// Data.
  public static var queryType: QueryType { .data }

  /// The bytes.
  public var queryValue: QueryValue { .data(Array(self)) }
}

extension Decimal: QueryPropertyValue {
  /// A decimal number.
  public static var queryType: QueryType { .decimal }

  /// The number, exactly; NaN is nil.
  public var queryValue: QueryValue { exactly.map { .decimal($0) } ?? .null }

  /// The same number as a ``QueryDecimal``; nil for NaN.
  package var exactly: QueryDecimal? { isNaN ? nil : QueryDecimal(description) }
}

extension CGFloat: QueryArgumentConvertible {
  /// A double.
  public var queryArgument: QueryArgument { .literal(.double(Double(self))) }
}

/// Foundation's boxed numbers, which `JSONSerialization` and property lists use in `[String: Any]`.
extension NSNumber: QueryPropertyValue {
  /// The type is not known: only the box knows the type of its number.
  public static var queryType: QueryType { .any }

  /// A boolean, an integer, a double or a decimal, depending on the type that was boxed. An integer beyond Int64 is a decimal.
  public var queryValue: QueryValue {
    if let decimal = self as? NSDecimalNumber { return decimal.decimalValue.queryValue }
    if isBoolean { return .boolean(boolValue) }
    switch UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): return doubleValue.queryValue
    case UInt8(ascii: "Q"): return uint64Value.queryValue
    default: return .integer(int64Value)
    }
  }

  private var isBoolean: Bool {
    #if canImport(ObjectiveC)
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      // On this platform a boxed Int8 has the code of a wider integer, so this code means a boolean.
      objCType.pointee == CChar(UInt8(ascii: "c")) || objCType.pointee == CChar(UInt8(ascii: "B"))
    #endif
  }
}

extension NSNull: QueryPropertyValue {
  /// Any type, because nil fits every type.
  public static var queryType: QueryType { .any }
  /// Nil.
  public var queryValue: QueryValue { .null }
}

extension NSString: QueryPropertyValue {
  /// A string.
  public static var queryType: QueryType { .string }
  /// The string.
  public var queryValue: QueryValue { .string(String(describing: self)) }
}

extension NSDate: QueryPropertyValue {
  /// A date.
  public static var queryType: QueryType { .date }
  /// The date.
  public var queryValue: QueryValue {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate).queryValue
  }
}

extension NSData: QueryPropertyValue {
  /// Data.
  public static var queryType: QueryType { .data }
  /// The bytes.
  public var queryValue: QueryValue { Data(referencing: self).queryValue }
}

extension NSUUID: QueryPropertyValue {
  /// A UUID.
  public static var queryType: QueryType { .uuid }
  /// The same sixteen bytes.
  public var queryValue: QueryValue { UUID(uuidString: uuidString)?.queryValue ?? .null }
}

extension NSURL: QueryPropertyValue {
  /// A URL.
  public static var queryType: QueryType { .url }
  /// The absolute form.
  public var queryValue: QueryValue {
    // The declared type makes it compile everywhere: the property is optional on Apple's platforms only.
    let text: String? = absoluteString
    return text.map { .url($0) } ?? .null
  }
}

extension NSArray: QueryPropertyValue, DynamicContainer {
  /// The type is not known.
  public static var queryType: QueryType { .any }
  /// The elements, each converted by its own type.
  public var queryValue: QueryValue { QueryValue(reading: self, .values) }

  func converted(_ depth: Int, _ reading: BindingOptions.Reading) -> QueryValue? {
    QueryValue.converted(map { $0 }, depth, reading).map { .array($0) }
  }
}

extension NSSet: QueryPropertyValue, DynamicContainer {
  /// The type is not known.
  public static var queryType: QueryType { .any }
  /// The elements, each converted by its own type.
  public var queryValue: QueryValue { QueryValue(reading: self, .values) }

  func converted(_ depth: Int, _ reading: BindingOptions.Reading) -> QueryValue? {
    QueryValue.converted(map { $0 }, depth, reading).map { .set($0) }
  }
}

extension NSDictionary: QueryPropertyValue, DynamicContainer {
  /// Names and values.
  public static var queryType: QueryType { .dictionary }
  /// The values of keys that are strings.
  public var queryValue: QueryValue { QueryValue(reading: self, .values) }

  func converted(_ depth: Int, _ reading: BindingOptions.Reading) -> QueryValue? {
    let pairs = compactMap { key, value -> (String, Any)? in
      guard let name = (key as? String) ?? (key as? NSString).map({ String(describing: $0) }) else { return nil }
      return (name, value)
    }
    return QueryValue.converted(pairs.map(\.1), depth, reading).map {
      .dictionary(QueryDictionary(names: pairs.map(\.0), values: $0))
    }
  }
}

/// The components by their names. Components that are not set are nil: `due.year == 2025 AND due.hour == nil`.
extension DateComponents: QueryableProperties {
  /// The components from `era` to `isLeapMonth`, and `date`, which needs a calendar.
  public static let queryProperties: [QueryProperty<DateComponents>] = [
    QueryProperty("era", \.era), QueryProperty("year", \.year), QueryProperty("month", \.month),
    QueryProperty("day", \.day), QueryProperty("hour", \.hour), QueryProperty("minute", \.minute),
    QueryProperty("second", \.second), QueryProperty("nanosecond", \.nanosecond),
    QueryProperty("weekday", \.weekday), QueryProperty("weekdayOrdinal", \.weekdayOrdinal),
    QueryProperty("quarter", \.quarter), QueryProperty("weekOfMonth", \.weekOfMonth),
    QueryProperty("weekOfYear", \.weekOfYear), QueryProperty("yearForWeekOfYear", \.yearForWeekOfYear),
    QueryProperty("isLeapMonth", \.isLeapMonth), QueryProperty("date", \.date),
  ]
}
