#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateMemory
import PredicateValues

#if canImport(FoundationEssentials) || canImport(Foundation)
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
#endif
