import PredicateValues

/// How a column stores an attribute's type. The name is also its word in a model file.
public enum AttributeStorage: String, Sendable, Codable, CaseIterable {
  /// Whatever the column holds is the value: for attributes of any type.
  case dynamic
  /// 0 and 1. Another number stays that number: it is of the family, and equal to neither.
  case zeroOrOne
  /// Booleans as words of either case: `true` and `false`, `yes` and `no`, `t` and `f`, `y` and `n`, `on` and `off`. Beside them numbers,
  /// as in ``zeroOrOne``.
  case booleanWords
  /// Whole numbers. A column that also holds fractions gives them as they are.
  case integer
  /// Floating-point numbers; whole numbers read as such where that is exact.
  case real
  /// Characters.
  case text
  /// Bytes.
  case blob
  /// Decimal numbers as text: `-12.50`.
  case decimalText
  /// Dates as seconds since 2001-01-01 00:00:00 UTC.
  case secondsSince2001
  /// Dates as seconds since 1970-01-01 00:00:00 UTC.
  case secondsSince1970
  /// Dates as milliseconds since 1970-01-01 00:00:00 UTC.
  case millisecondsSince1970
  /// Dates as Julian days: days since noon of 24 November 4714 BC, UTC, which SQLite's `julianday` gives.
  case julianDay
  /// Dates as text: `2024-01-31`, `2024-01-31 12:00:00`, `2024-01-31T12:00:00.5Z`. Without a zone they are UTC.
  case iso8601Text
  /// UUIDs as text of 36 characters, of either case.
  case uuidText
  /// UUIDs as 16 bytes.
  case uuidBytes

  /// The usual storage of a type: the one that the demo database and new databases use.
  public static func standard(for type: QueryType) -> AttributeStorage {
    switch type {
    case .boolean: .zeroOrOne
    case .integer: .integer
    case .double: .real
    case .decimal: .decimalText
    case .string, .url: .text
    case .date: .secondsSince2001
    case .data: .blob
    case .uuid: .uuidText
    case .any, .object, .collection, .dictionary: .dynamic
    }
  }

  /// Whether a column of this storage can hold an attribute of that type.
  public func fits(_ type: QueryType) -> Bool {
    switch self {
    case .dynamic: type == .any
    case .zeroOrOne, .booleanWords: type == .boolean
    case .integer: type == .integer
    case .real: type == .double
    case .text: type == .string || type == .url
    case .blob: type == .data
    case .decimalText: type == .decimal
    case .secondsSince2001, .secondsSince1970, .millisecondsSince1970, .julianDay, .iso8601Text: type == .date
    case .uuidText, .uuidBytes: type == .uuid
    }
  }
}
