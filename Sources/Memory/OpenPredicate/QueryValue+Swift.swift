import Foundation
import PredicateValues

/// Conversions of values of the language to Swift values, for the rows of a fetch and the keys of groups.
///
/// ```swift
/// let table = try movies.fetch("group by genre show genre, count() as n")
/// for row in table.rows { print(row[0].stringValue ?? "none", row[1].intValue ?? 0) }
/// ```
///
/// Each conversion gives nil for nil and for a value of another type: texts are not parsed, and numbers are not rounded.
extension QueryValue {
  /// Unavailable: Foundation reads JSON, and ``init(dynamically:)`` takes its dictionaries and arrays.
  @available(
    *, unavailable,
    message:
      "write QueryValue(dynamically: try JSONSerialization.jsonObject(with: data)). An array of type [[String: Any]] needs no conversion, because it has the method filter"
  )
  public init(json data: some Sequence<UInt8>) { self = .null }

  /// The value as a text; for a URL, its text.
  public var stringValue: String? {
    switch self {
    case .string(let text), .url(let text): text
    default: nil
    }
  }

  /// The value as a whole number. The double or decimal 3.0 gives 3.
  public var intValue: Int? {
    switch self {
    case .integer(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    case .decimal(let number): Int(number.description)
    default: nil
    }
  }

  /// The value as the nearest double.
  public var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number.isNaN ? nil : number
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }

  /// The value as a truth value.
  public var boolValue: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The value as a date.
  public var dateValue: Date? {
    if case .date(let seconds) = withoutNaN { Date(timeIntervalSinceReferenceDate: seconds) } else { nil }
  }

  /// The value as bytes.
  public var dataValue: Data? { if case .data(let bytes) = self { Data(bytes) } else { nil } }

  /// The value as a UUID.
  public var uuidValue: UUID? { if case .uuid(let value) = self { UUID(uuidString: value.description) } else { nil } }
}
