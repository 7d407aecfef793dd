#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateMemory
import PredicateValues

#if canImport(FoundationEssentials) || canImport(Foundation)
  extension Date: QueryPropertyValue, QueryArgumentConvertible {
    /// A date.
    public static var queryType: QueryType { .date }

    /// The seconds since 2001-01-01 00:00:00 UTC.
    public var queryValue: QueryValue {
      timeIntervalSinceReferenceDate.isNaN ? .null : .date(timeIntervalSinceReferenceDate)
    }

    /// A date.
    public var queryArgument: QueryArgument { .literal(.date(timeIntervalSinceReferenceDate)) }
  }

  extension UUID: QueryPropertyValue, QueryArgumentConvertible {
    /// A UUID.
    public static var queryType: QueryType { .uuid }

    /// The same sixteen bytes.
    public var queryValue: QueryValue { .uuid(queryUUID) }

    /// A UUID.
    public var queryArgument: QueryArgument { .literal(.uuid(queryUUID)) }

    var queryUUID: QueryUUID {
      withUnsafeBytes(of: uuid) { bytes in
        QueryUUID(
          high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
    }
  }

  extension URL: QueryPropertyValue, QueryArgumentConvertible {
    /// A URL.
    public static var queryType: QueryType { .url }

    /// The absolute string.
    public var queryValue: QueryValue { .url(absoluteString) }

    /// A URL.
    public var queryArgument: QueryArgument { .literal(.url(absoluteString)) }
  }

  extension Data: QueryPropertyValue, QueryArgumentConvertible {
    /// Data.
    public static var queryType: QueryType { .data }

    /// The bytes.
    public var queryValue: QueryValue { .data(Array(self)) }

    /// Data.
    public var queryArgument: QueryArgument { .literal(.data(Array(self))) }
  }

  extension Decimal: QueryPropertyValue, QueryArgumentConvertible {
    /// A decimal number.
    public static var queryType: QueryType { .decimal }

    /// The number, exactly; NaN is nil.
    public var queryValue: QueryValue { exactly.map { .decimal($0) } ?? .null }

    /// The same number as a ``QueryDecimal``; nil for NaN.
    package var exactly: QueryDecimal? { isNaN ? nil : QueryDecimal(description) }

    /// A decimal number.
    public var queryArgument: QueryArgument { .literal(exactly.map { .decimal($0) } ?? .null) }
  }
#endif
