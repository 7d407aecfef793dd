import PredicateValues

extension AttributeStorage {
  /// Seconds from 1970-01-01 to 2001-01-01, both UTC.
  static let secondsFrom1970To2001 = 978_307_200.0
  /// 2001-01-01 00:00 UTC as a Julian day.
  public static let julianDayOf2001 = 2_451_910.5

  /// What a stored value means. Nil where it is not of the type's family: a text in a column of numbers, a number in a column
  /// of dates stored as text.
  ///
  /// Within the family values are never judged: 7.5 in a column of integers is 7.5, 2 in a column of booleans is 2.
  public func value(of stored: StoredValue, as type: QueryType) -> QueryValue {
    guard admits(stored) else { return .null }
    return switch (self, stored) {
    case (_, .null): .null
    case (.zeroOrOne, .integer(0)), (.booleanWords, .integer(0)): .boolean(false)
    case (.zeroOrOne, .integer(1)), (.booleanWords, .integer(1)): .boolean(true)
    case (.booleanWords, .text(let word)): Self.boolean(ofWord: word).map { .boolean($0) } ?? .null
    case (.real, .integer(let value)): Int64(exactly: Double(value)) == value ? .double(Double(value)) : .integer(value)
    case (.text, .text(let value)) where type == .url: .url(value)
    case (.decimalText, .text(let value)): QueryDecimal(value).map { .decimal($0) } ?? .null
    case (.secondsSince2001, _), (.secondsSince1970, _), (.millisecondsSince1970, _), (.julianDay, _):
      stored.number.map { dateValue($0) } ?? .null
    case (.iso8601Text, .text(let value)): ISODate.parse(value).map { .date($0) } ?? .null
    case (.uuidText, .text(let value)): QueryUUID(value).map { .uuid($0) } ?? .null
    case (.uuidBytes, .blob(let value)): QueryUUID(storedBytes: value).map { .uuid($0) } ?? .null
    default: stored.dynamicValue
    }
  }

  /// How a value of the language is written; nil where a column of this storage cannot hold it.
  ///
  /// A column of dates, decimal numbers or UUIDs as text may hold other texts of the same value: compare what is read, not what is
  /// stored. Dates are written as SQLite's own functions write them, in UTC: `2024-01-31 12:00:00`.
  public func stored(_ value: QueryValue) -> StoredValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.dynamic, .boolean(let value)), (.zeroOrOne, .boolean(let value)),
      (.booleanWords, .boolean(let value)), (.integer, .boolean(let value)):
      .integer(value ? 1 : 0)
    case (.real, .boolean(let value)): .real(value ? 1 : 0)
    case (.dynamic, .integer(let value)), (.zeroOrOne, .integer(let value)), (.booleanWords, .integer(let value)),
      (.integer, .integer(let value)), (.real, .integer(let value)):
      .integer(value)
    case (.dynamic, .double(let value)), (.zeroOrOne, .double(let value)), (.booleanWords, .double(let value)),
      (.integer, .double(let value)), (.real, .double(let value)):
      .real(value)
    case (.dynamic, .string(let value)), (.text, .string(let value)), (.text, .url(let value)): .text(value)
    case (.dynamic, .data(let value)), (.blob, .data(let value)): .blob(value)
    case (.decimalText, .decimal(let value)): .text(value.description)
    case (.secondsSince2001, .date(let seconds)): .real(seconds)
    case (.secondsSince1970, .date(let seconds)): .real(seconds + Self.secondsFrom1970To2001)
    case (.millisecondsSince1970, .date(let seconds)): .real((seconds + Self.secondsFrom1970To2001) * 1000)
    case (.julianDay, .date(let seconds)): .real(seconds / 86_400 + Self.julianDayOf2001)
    case (.iso8601Text, .date(let seconds)): .text(Self.text(of: seconds))
    case (.uuidText, .uuid(let value)): .text(value.description)
    case (.uuidBytes, .uuid(let value)): .blob(value.storedBytes)
    default: nil
    }
  }

  /// The boolean that a word of ``booleanWords`` is; nil for any other text.
  public static func boolean(ofWord word: String) -> Bool? {
    guard (1...5).contains(word.utf8.count) else { return nil }
    return switch word.utf8.map({ (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) {
    case Array("true".utf8), Array("t".utf8), Array("yes".utf8), Array("y".utf8), Array("on".utf8): true
    case Array("false".utf8), Array("f".utf8), Array("no".utf8), Array("n".utf8), Array("off".utf8): false
    default: nil
    }
  }

  private static func text(of seconds: Double) -> String {
    let scalars = ISODate.format(seconds).unicodeScalars.filter { $0 != "Z" }
    return String(String.UnicodeScalarView(scalars.map { $0 == "T" ? " " : $0 }))
  }

  private func dateValue(_ number: Double) -> QueryValue {
    switch self {
    case .secondsSince1970: .date(number - Self.secondsFrom1970To2001)
    case .millisecondsSince1970: .date(number / 1000 - Self.secondsFrom1970To2001)
    case .julianDay: .date((number - Self.julianDayOf2001) * 86_400)
    default: .date(number)
    }
  }
}

extension StoredValue {
  /// The value as its storage class tells it, without a declared type.
  fileprivate var dynamicValue: QueryValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): value.isNaN ? .null : .double(value)
    case .text(let value): .string(value)
    case .blob(let value): .data(value)
    }
  }

  /// The number, where it is one.
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isNaN ? nil : value
    default: nil
    }
  }
}

extension QueryUUID {
  /// A UUID from its 16 bytes; nil for any other number of bytes.
  fileprivate init?(storedBytes bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The 16 bytes.
  fileprivate var storedBytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }
}
