import PredicateSyntax
import PredicateValues

/// The unit in which dates are stored as numbers: its size, and the time that is 0.
package struct DateUnit: Sendable, Hashable {
  /// Units per second: 1,000 for milliseconds.
  package let perSecond: Double
  /// Seconds from the time that is 0 to 2001-01-01 00:00:00 UTC.
  package let secondsTo2001: Double

  /// The number that represents 2001-01-01 00:00:00 UTC, if it is subtracted before the division. Nil if the division comes first.
  ///
  /// The order matters for units smaller than a second: `13344523200000001 / 1000000.0` loses the last digits, which a subtraction of integers keeps.
  /// Nanoseconds since 1601 are divided first, because their number for 2001 is not an `Int64`.
  package var zeroOf2001: Int64? {
    perSecond > 1 && secondsTo2001 != 0 ? Int64(exactly: secondsTo2001 * perSecond) : nil
  }

  /// The date that a floating-point number represents, in seconds since 2001. SQL computes it with the same operations in the same order.
  package func seconds(of number: Double) -> Double {
    if let zeroOf2001 { return (number - Double(zeroOf2001)) / perSecond }
    let seconds = perSecond == 1 ? number : number / perSecond
    return secondsTo2001 == 0 ? seconds : seconds - secondsTo2001
  }

  /// The date that a whole number represents, in seconds since 2001. It subtracts integers exactly, and doubles if the difference is not an
  /// `Int64`.
  ///
  ///     AttributeStorage.microsecondsSince1601.dateUnit?.seconds(of: Int64(12_622_780_800_000_001))  // 1e-06
  package func seconds(of number: Int64) -> Double {
    guard let zeroOf2001 else { return seconds(of: Double(number)) }
    let (difference, overflows) = number.subtractingReportingOverflow(zeroOf2001)
    return overflows ? seconds(of: Double(number)) : Double(difference) / perSecond
  }

  /// The number that represents a date, given in seconds since 2001.
  package func number(of seconds: Double) -> Double {
    if let zeroOf2001 { return seconds * perSecond + Double(zeroOf2001) }
    return (seconds + secondsTo2001) * perSecond
  }

  /// The whole number that represents a date, given in seconds since 2001, or the nearest one. If a neighbour is exactly the date, it is returned: the
  /// multiplication may round. Nil if the number is not an `Int64`.
  package func wholeNumber(of seconds: Double) -> Int64? {
    guard let fromZero = Int64(exactly: ((zeroOf2001 == nil ? seconds + secondsTo2001 : seconds) * perSecond).rounded())
    else { return nil }
    let (number, overflows) = fromZero.addingReportingOverflow(zeroOf2001 ?? 0)
    guard !overflows else { return nil }
    return [number, number &- 1, number &+ 1].first { self.seconds(of: $0) == seconds } ?? number
  }
}

extension AttributeStorage {
  /// Seconds from 1601-01-01 to 2001-01-01, both at 00:00 UTC.
  package static let secondsFrom1601To2001 = 12_622_780_800.0
  /// Seconds from 0001-01-01 to 2001-01-01, both at 00:00 UTC.
  package static let secondsFrom0001To2001 = 63_113_904_000.0

  /// The unit of dates stored as numbers; nil for any other storage, and for Julian days.
  package var dateUnit: DateUnit? {
    switch self {
    case .secondsSince2001: DateUnit(perSecond: 1, secondsTo2001: 0)
    case .millisecondsSince2001: DateUnit(perSecond: 1e3, secondsTo2001: 0)
    case .microsecondsSince2001: DateUnit(perSecond: 1e6, secondsTo2001: 0)
    case .nanosecondsSince2001: DateUnit(perSecond: 1e9, secondsTo2001: 0)
    case .secondsSince1970: DateUnit(perSecond: 1, secondsTo2001: Self.secondsFrom1970To2001)
    case .millisecondsSince1970: DateUnit(perSecond: 1e3, secondsTo2001: Self.secondsFrom1970To2001)
    case .microsecondsSince1970: DateUnit(perSecond: 1e6, secondsTo2001: Self.secondsFrom1970To2001)
    case .nanosecondsSince1970: DateUnit(perSecond: 1e9, secondsTo2001: Self.secondsFrom1970To2001)
    case .secondsSince1601: DateUnit(perSecond: 1, secondsTo2001: Self.secondsFrom1601To2001)
    case .millisecondsSince1601: DateUnit(perSecond: 1e3, secondsTo2001: Self.secondsFrom1601To2001)
    case .microsecondsSince1601: DateUnit(perSecond: 1e6, secondsTo2001: Self.secondsFrom1601To2001)
    case .nanosecondsSince1601: DateUnit(perSecond: 1e9, secondsTo2001: Self.secondsFrom1601To2001)
    case .ticksSince1601: DateUnit(perSecond: 1e7, secondsTo2001: Self.secondsFrom1601To2001)
    case .ticksSince0001: DateUnit(perSecond: 1e7, secondsTo2001: Self.secondsFrom0001To2001)
    default: nil
    }
  }
}

/// Numbers and dates stored as text.
extension AttributeStorage {
  /// The number that a text of ``integerText`` represents: `2006`, `-7`. Nil for any other text.
  static func integer(ofText text: String) -> Int64? {
    isNumber(text, isWhole: true) ? Int64(text) : nil
  }

  /// The number that a text of ``realText`` represents: `12.5`, `-1e3`, `.5`. Nil for any other text, and for a number beyond the range of doubles.
  static func real(ofText text: String) -> Double? {
    guard isNumber(text, isWhole: false), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Whether a text is a number in decimal digits. This check is needed because Swift's initialisers also read `0x1p3` and `nan`.
  private static func isNumber(_ text: String, isWhole: Bool) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    var bytes = Array(text.utf8)[...]
    func takeSign() { if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() } }
    func takeDigits() -> Int {
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      return digits.count
    }
    takeSign()
    var digits = takeDigits()
    if isWhole { return digits > 0 && bytes.isEmpty }
    if bytes.first == UInt8(ascii: ".") {
      bytes.removeFirst()
      digits += takeDigits()
    }
    guard digits > 0 else { return false }
    guard let exponent = bytes.first else { return true }
    guard exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") else { return false }
    bytes.removeFirst()
    takeSign()
    return takeDigits() > 0 && bytes.isEmpty
  }

  /// The date that a text of ``basicISO8601Text`` represents, in seconds since 2001; nil for any other text.
  static func date(ofBasicText text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 8, bytes.count <= 40, !bytes.contains(UInt8(ascii: ":")),
      bytes.prefix(8).allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let day = part(0..<4) + "-" + part(4..<6) + "-" + part(6..<8)
    if bytes.count == 8 { return ISODate.parse(day) }
    let digits = bytes[9...].prefix { (0x30...0x39).contains($0) }.count
    guard digits == 4 || digits == 6 else { return nil }
    let time = part(9..<11) + ":" + part(11..<13) + (digits == 6 ? ":" + part(13..<15) : "")
    return ISODate.parse(day + part(8..<9) + time + part(9 + digits..<bytes.count))
  }

  /// The date that a number of ``basicISO8601Number`` represents, in seconds since 2001; nil for any other number.
  static func date(ofDigits number: Double) -> Double? {
    guard let whole = Int64(exactly: number), (1000_01_01...9999_12_31).contains(whole) else { return nil }
    return date(ofBasicText: "\(whole)")
  }

  /// The number of a day in ``basicISO8601Number``: `20240131`. Nil for a moment inside a day, and if the year does not have four digits.
  static func digits(of seconds: Double) -> Int64? {
    guard seconds.truncatingRemainder(dividingBy: 86_400) == 0, let text = basicText(of: seconds),
      let number = Int64(text.prefix(8)), number >= 1000_01_01
    else { return nil }
    return number
  }

  /// The text of a date in ``basicISO8601Text``: `20240131T120000Z`. Nil if the year does not fit four digits.
  static func basicText(of seconds: Double) -> String? {
    let text = ISODate.format(seconds)
    guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
    return String(decoding: text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }
}

/// A value that a column stores, before the model gives it a type: NULL, a number, a text or bytes. A database with columns of further types converts
/// their values from and to these forms by the column's ``AttributeStorage``.
public enum StoredValue: Sendable {
  /// SQL's NULL, which reads as nil.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Characters.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension StoredValue: Hashable {
  /// Compares texts by their scalars. An integer never equals a real.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.text(let a), .text(let b)): a.hasSameScalars(as: b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }

  /// Hashes the storage class and the value. A text is hashed by its bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let value): value.hashScalars(into: &hasher)
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension StoredValue {
  /// Whether writing one of the values over the other leaves the column unchanged: they are equal, or an integer and the same number as a real.
  package func isSame(as other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)):
      Int64(exactly: number) == whole
    default: self == other
    }
  }
}

/// The storage classes of values other than NULL.
public enum StorageClass: String, Sendable, Hashable, CaseIterable {
  /// Whole numbers.
  case integer
  /// Floating-point numbers.
  case real
  /// Characters.
  case text
  /// Bytes.
  case blob
}
