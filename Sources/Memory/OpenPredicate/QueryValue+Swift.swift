import PredicateValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// A value of the language as a value of Swift, for the rows of a fetch and the keys of groups.
///
/// ```swift
/// let table = try movies.fetch("group by genre show genre, count() as n")
/// for row in table.rows { print(row[0].stringValue ?? "none", row[1].intValue ?? 0) }
/// ```
///
/// Each is nil for nil and for a value of another kind: nothing is parsed and nothing is rounded.
extension QueryValue {
  /// A text; the text of a URL.
  public var stringValue: String? {
    switch self {
    case .string(let text), .url(let text): text
    default: nil
    }
  }

  /// A whole number: 3, and 3.0 of a decimal or a double.
  public var intValue: Int? {
    switch self {
    case .integer(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    case .decimal(let number): Int(number.description)
    default: nil
    }
  }

  /// A number as the nearest double.
  public var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number.isNaN ? nil : number
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }

  /// A truth value.
  public var boolValue: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  #if canImport(FoundationEssentials) || canImport(Foundation)
    /// A date.
    public var dateValue: Date? {
      if case .date(let seconds) = withoutNaN { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
    }

    /// Bytes.
    public var dataValue: Data? { if case .data(let bytes) = self { Data(bytes) } else { nil } }

    /// A UUID.
    public var uuidValue: UUID? { if case .uuid(let value) = self { UUID(uuidString: value.description) } else { nil } }
  #endif
}
