import PredicateDocuments
import PredicateValues

/// The storage of an attribute's type in a column. The case's name is its word in model files.
public enum AttributeStorage: String, Sendable, Codable, CaseIterable {
  /// Any value of the column is the attribute's value. For attributes of type any.
  case dynamic
  /// 0 and 1. Other numbers are read as numbers: they belong to the family of booleans, but equal neither of them.
  case zeroOrOne
  /// Booleans as words in any case: `true` and `false`, `yes` and `no`, `t` and `f`, `y` and `n`, `on` and `off`, `1` and `0`. Numbers are read as in
  /// ``zeroOrOne``.
  case booleanWords
  /// Whole numbers. Fractions in the column are read unchanged.
  case integer
  /// Floating-point numbers. Whole numbers are read as doubles if that is exact.
  case real
  /// Characters.
  case text
  /// Bytes.
  case blob
  /// Decimal numbers as text: `-12.50`.
  case decimalText
  /// Whole numbers as text: `2006`. Numbers in the column are read unchanged.
  case integerText
  /// Floating-point numbers as text: `12.5`, `-1e3`. Numbers in the column are read as in ``real``.
  case realText
  /// Dates as seconds since 2001-01-01 00:00:00 UTC, as Core Data writes them.
  case secondsSince2001
  /// Dates as milliseconds since 2001-01-01 00:00:00 UTC.
  case millisecondsSince2001
  /// Dates as microseconds since 2001-01-01 00:00:00 UTC.
  case microsecondsSince2001
  /// Dates as nanoseconds since 2001-01-01 00:00:00 UTC.
  case nanosecondsSince2001
  /// Dates as seconds since 1970-01-01 00:00:00 UTC, the time of Unix.
  case secondsSince1970
  /// Dates as milliseconds since 1970-01-01 00:00:00 UTC.
  case millisecondsSince1970
  /// Dates as microseconds since 1970-01-01 00:00:00 UTC.
  case microsecondsSince1970
  /// Dates as nanoseconds since 1970-01-01 00:00:00 UTC.
  case nanosecondsSince1970
  /// Dates as seconds since 1601-01-01 00:00:00 UTC, the time of Windows.
  case secondsSince1601
  /// Dates as milliseconds since 1601-01-01 00:00:00 UTC.
  case millisecondsSince1601
  /// Dates as microseconds since 1601-01-01 00:00:00 UTC.
  case microsecondsSince1601
  /// Dates as nanoseconds since 1601-01-01 00:00:00 UTC.
  case nanosecondsSince1601
  /// Dates as units of 100 nanoseconds since 1601-01-01 00:00:00 UTC: FILETIME of Windows.
  case ticksSince1601
  /// Dates as units of 100 nanoseconds since 0001-01-01 00:00:00 UTC: the ticks of .NET.
  case ticksSince0001
  /// Dates as Julian days: days since noon of 24 November 4714 BC, UTC, as the SQL function `julianday` returns.
  case julianDay
  /// Dates as text: `2024-01-31`, `2024-01-31 12:00:00`, `2024-01-31T12:00:00.5Z`. Dates without a zone are UTC.
  case iso8601Text
  /// Dates as text without separators: `20240131`, `20240131T120000Z`. Dates without a zone are UTC.
  case basicISO8601Text
  /// Days as whole numbers of eight digits: `20240131`. The date is the beginning of the day in UTC. Other numbers read as nil.
  case basicISO8601Number
  /// UUIDs as text of 36 characters, in any case.
  case uuidText
  /// UUIDs as 16 bytes.
  case uuidBytes
  /// JSON as text, or as the bytes of a text in UTF-8. An object is a dictionary, `null` is nil. A number in the column is read as a number, because
  /// a column that is declared JSON may store the text `7` as a number. Any text that is not JSON reads as nil.
  case json

  /// The standard storage of a type, used by the demo database and by new databases.
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

  /// Whether a column with this storage can hold an attribute of the type.
  public func fits(_ type: QueryType) -> Bool { type == self.type || self == .text && type == .url }

  /// The type that the storage holds; the most common type if there are several.
  package var type: QueryType {
    switch self {
    case .dynamic, .json: .any
    case .zeroOrOne, .booleanWords: .boolean
    case .integer: .integer
    case .real: .double
    case .text: .string
    case .blob: .data
    case .decimalText: .decimal
    case .integerText: .integer
    case .realText: .double
    case .iso8601Text, .basicISO8601Text, .basicISO8601Number, .julianDay: .date
    case .secondsSince2001, .millisecondsSince2001, .microsecondsSince2001, .nanosecondsSince2001, .secondsSince1970,
      .millisecondsSince1970, .microsecondsSince1970, .nanosecondsSince1970, .secondsSince1601, .millisecondsSince1601,
      .microsecondsSince1601, .nanosecondsSince1601, .ticksSince1601, .ticksSince0001:
      .date
    case .uuidText, .uuidBytes: .uuid
    }
  }
}

extension QueryType {
  /// Whether a STRICT table with the type's standard storage can contain only valid values. False for UUIDs, URLs and decimals, whose text columns
  /// accept any text.
  package var isProvenByItsTable: Bool {
    switch self {
    case .boolean, .integer, .double, .string, .date, .data: true
    default: false
    }
  }
}

/// The properties of valid stored values. Memory uses them to read values, SQL tests are generated from them, and CHECK constraints use them.
extension AttributeStorage {
  /// The storage classes of valid values. A value of any other class reads as nil: `AttributeStorage.real.classes` is `[.integer, .real]`.
  public var classes: [StorageClass] {
    switch self {
    case .dynamic, .json: StorageClass.allCases
    case .booleanWords, .integerText, .realText: [.integer, .real, .text]
    case .text, .decimalText, .iso8601Text, .basicISO8601Text, .uuidText: [.text]
    case .blob, .uuidBytes: [.blob]
    // Numbers, and dates stored as numbers.
    default: [.integer, .real]
    }
  }

  /// The number of bytes of a valid value; nil if any length is valid. A value with another length reads as nil.
  public var byteCount: Int? { self == .uuidBytes ? 16 : nil }

  /// Whether only texts or digits of a certain syntax are valid: a date, a decimal number, a UUID, a boolean's word, JSON. Any other value reads as nil.
  public var isParsed: Bool {
    switch self {
    case .booleanWords, .decimalText, .integerText, .realText, .iso8601Text, .basicISO8601Text, .basicISO8601Number,
      .uuidText, .json:
      true
    default: false
    }
  }

  /// Whether a stored value has a valid class and length. NULL is always valid.
  func admits(_ stored: StoredValue) -> Bool {
    guard let storageClass = stored.storageClass else { return true }
    guard classes.contains(storageClass) else { return false }
    if let byteCount, case .blob(let bytes) = stored { return bytes.count == byteCount }
    return true
  }
}

extension StoredValue {
  /// The storage class of the value; nil for NULL.
  public var storageClass: StorageClass? {
    switch self {
    case .null: nil
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

extension AttributeStorage {
  /// Seconds from 1970-01-01 to 2001-01-01, both at 00:00 UTC.
  package static let secondsFrom1970To2001 = 978_307_200.0
  /// 2001-01-01 00:00 UTC as a Julian day.
  public static let julianDayOf2001 = 2_451_910.5

  /// The value that a stored value represents. Nil if it is outside the type's family: a text in a column of numbers, a number in a column of dates
  /// stored as text.
  ///
  /// Within the family any value is valid: 7.5 in a column of integers is 7.5, 2 in a column of booleans is 2.
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
    case (.integerText, .text(let value)): Self.integer(ofText: value).map { .integer($0) } ?? .null
    case (.realText, .text(let value)): Self.real(ofText: value).map { .double($0) } ?? .null
    case (.realText, .integer(let value)):
      Int64(exactly: Double(value)) == value ? .double(Double(value)) : .integer(value)
    case (.basicISO8601Text, .text(let value)): Self.date(ofBasicText: value).map { .date($0) } ?? .null
    case (.basicISO8601Number, _): stored.number.flatMap(Self.date(ofDigits:)).map { .date($0) } ?? .null
    case (.julianDay, _): stored.number.map { .date(($0 - Self.julianDayOf2001) * 86_400) } ?? .null
    case (.iso8601Text, .text(let value)): ISODate.parse(value).map { .date($0) } ?? .null
    case (.uuidText, .text(let value)): QueryUUID(value).map { .uuid($0) } ?? .null
    case (.uuidBytes, .blob(let value)): QueryUUID(bytes: value).map { .uuid($0) } ?? .null
    case (.json, .text(let text)): QueryValue(storedJSON: Array(text.utf8)) ?? .null
    case (.json, .blob(let bytes)): QueryValue(storedJSON: bytes) ?? .null
    case (.integer, _), (.real, _), (.text, _), (.blob, _), (.dynamic, _), (.json, _): stored.dynamicValue
    default:
      if let dateUnit {
        stored.seconds(in: dateUnit).map { .date($0) } ?? .null
      } else {
        stored.dynamicValue
      }
    }
  }

  /// The stored value for a value; nil if this storage cannot hold the value.
  ///
  /// A column of dates, decimal numbers or UUIDs as text may have other texts for the same value. So do not compare stored texts; compare the values
  /// that are read. Dates are written in UTC, like the results of the SQL function `datetime`: `2024-01-31 12:00:00`. ``Attribute/stored(_:)`` writes them
  /// like the column's other texts.
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
    case (.integerText, .boolean(let value)), (.realText, .boolean(let value)): .text(value ? "1" : "0")
    case (.integerText, .integer(let value)), (.realText, .integer(let value)): .text(String(value))
    case (.realText, .double(let value)): .text("\(value)")
    case (.integerText, .double(let value)): .real(value)
    case (.basicISO8601Text, .date(let seconds)): Self.basicText(of: seconds).map { .text($0) }
    case (.basicISO8601Number, .date(let seconds)): Self.digits(of: seconds).map { .integer($0) }
    case (.julianDay, .date(let seconds)): .real(seconds / 86_400 + Self.julianDayOf2001)
    case (.iso8601Text, .date(let seconds)): .text(Self.text(of: seconds))
    case (.uuidText, .uuid(let value)): .text(value.description)
    case (.uuidBytes, .uuid(let value)): .blob(value.bytes)
    case (.json, _): JSONValue(exactly: value).map { .text(JSONWriter.text(of: $0)) }
    case (_, .date(let seconds)): dateUnit.map { .real($0.number(of: seconds)) }
    default: nil
    }
  }

  /// The boolean that a word of ``booleanWords`` means; nil for any other text.
  public static func boolean(ofWord word: String) -> Bool? {
    guard (1...5).contains(word.utf8.count) else { return nil }
    return switch word.utf8.map({ (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) {
    case Array("true".utf8), Array("t".utf8), Array("yes".utf8), Array("y".utf8), Array("on".utf8), [0x31]: true
    case Array("false".utf8), Array("f".utf8), Array("no".utf8), Array("n".utf8), Array("off".utf8), [0x30]: false
    default: nil
    }
  }

  private static func text(of seconds: Double) -> String {
    let scalars = ISODate.format(seconds).unicodeScalars.filter { $0 != "Z" }
    return String(String.UnicodeScalarView(scalars.map { $0 == "T" ? " " : $0 }))
  }
}

extension StoredValue {
  /// The value that the storage class alone determines, without a declared type.
  fileprivate var dynamicValue: QueryValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): value.isNaN ? .null : .double(value)
    case .text(let value): .string(value)
    case .blob(let value): .data(value)
    }
  }

  /// The date that the number represents in a unit, in seconds since 2001; nil for NaN, and for a value of any other class.
  fileprivate func seconds(in unit: DateUnit) -> Double? {
    switch self {
    case .integer(let value): unit.seconds(of: value)
    case .real(let value): value.isNaN ? nil : unit.seconds(of: value)
    default: nil
    }
  }

  /// The number; nil for NaN, and for a value of any other class.
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isNaN ? nil : value
    default: nil
    }
  }
}
