/// Dates as text, in the proleptic Gregorian calendar and without Foundation.
///
/// Accepted texts are `2024-01-31`, `2024-01-31T09:30` and `2024-01-31T09:30:15`. Seconds may have a fraction, and a space may replace the T. A zone
/// may follow the time, also after a space: `Z`, `+01`, `+0100`, `+01:00`. Without a zone the time is UTC.
///
/// ```swift
/// ISODate.parse("2001-01-02")            // 86400.0
/// ISODate.parse("2001-01-01T01:00+01:00")  // 0.0
/// ISODate.parse("2001-02-30")            // nil
/// ISODate.format(86400)                  // 2001-01-02T00:00:00Z
/// ```
public enum ISODate {
  /// Seconds since 2001-01-01 00:00:00 UTC; nil for any other text, and for days and times that do not exist.
  public static func parse(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// The seconds of a date given as the UTF-8 bytes of its text; nil if the text is not a date.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var reader = Reader(bytes: bytes)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), (1...12).contains(month),
      (1...CalendarDay.count(inMonth: month, of: year)).contains(day)
    else { return nil }
    let start = Double(CalendarDay(year: year, month: month, day: day).number * 86_400)
    if reader.isAtEnd { return start }
    guard reader.take("T") || reader.take("t") || reader.take(" "), let time = reader.time() else { return nil }
    if reader.isAtEnd { return start + time }
    _ = reader.take(" ")
    guard let offset = reader.zone(), reader.isAtEnd else { return nil }
    return start - Double(offset) + time
  }

  /// `2024-01-31T09:30:15Z`. A fraction of a second is rounded to microseconds, and shown unless it is 0. Reading the text gives the rounded date
  /// back.
  ///
  /// Years before 0 and after 9999 do not fit four digits; they have a sign and cannot be read. A date more than 10^15 seconds
  /// away is written as a number, and an infinite date as `inf`.
  public static func format(_ seconds: Double) -> String {
    guard let date = DateBytes(seconds) else { return "\(seconds)" }
    return String(unsafeUninitializedCapacity: DateBytes.capacity) { date.write(to: $0).count }
  }

  /// Appends the UTF-8 bytes of ``format(_:)``, without a string in between: an answer may have millions of dates.
  package static func append(_ seconds: Double, to bytes: inout [UInt8]) {
    guard let date = DateBytes(seconds) else {
      bytes.append(contentsOf: "\(seconds)".utf8)
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DateBytes.capacity) { buffer in
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: buffer[..<date.write(to: buffer).count]))
    }
  }

  /// Replaces each digit of a text by 0: `0000-00-00T00:00`. Date texts of one form (``ISODateForm``) have the same template.
  package static func template(of text: String) -> String {
    String(decoding: text.utf8.map { $0.isDigit ? 0x30 : $0 }, as: UTF8.self)
  }

  /// Replaces the zeros of a template, from left to right, by the digits of a date. Also returns the digits of the fraction of a second. Nil if the
  /// year does not have four digits.
  package static func fill(_ template: String, with date: Double) -> (text: String, fraction: String)? {
    let all = format(date).utf8
    guard all.first?.isDigit == true, all.count >= 20 else { return nil }
    let digits = all.filter(\.isDigit)
    var next = digits.makeIterator()
    let text = template.utf8.map { $0 == 0x30 ? next.next() ?? 0x30 : $0 }
    return (String(decoding: text, as: UTF8.self), String(decoding: digits[14...], as: UTF8.self))
  }

  /// A number with leading zeros up to a width.
  package static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// Reads a text from left to right.
  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// The digit at `place`; nil for another byte and at the end.
    private var digit: Int? {
      guard place < bytes.count, bytes[place].isDigit else { return nil }
      return Int(bytes[place] - 0x30)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
      place += 1
      return true
    }

    /// A number of exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit else { return nil }
        number = number * 10 + digit
        place += 1
      }
      return number
    }

    /// `09:30`, `09:30:15`, `09:30:15.25` in seconds.
    mutating func time() -> Double? {
      guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
      var seconds = Double(hour * 3600 + minute * 60)
      guard take(":") else { return seconds }
      guard let second = number(2), second < 60 else { return nil }
      seconds += Double(second)
      guard take(".") || take(",") else { return seconds }
      let start = place
      while digit != nil { place += 1 }
      guard place > start, place - start <= 18 else { return nil }
      return seconds + (Double("0." + String(decoding: bytes[start..<place], as: UTF8.self)) ?? 0)
    }

    /// `Z`, `+01`, `-0130`, `+01:30` in seconds east of UTC.
    mutating func zone() -> Int? {
      if take("Z") || take("z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2) else { return nil }
      var minutes = 0
      if !isAtEnd {
        _ = take(":")
        guard let read = number(2) else { return nil }
        minutes = read
      }
      guard hours < 24, minutes < 60 else { return nil }
      return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
  }
}

/// A form of date texts: how many digits they have, and which characters are between the digits. The texts of one form sort in the order of their
/// dates.
///
/// ```swift
/// ISODateForm(of: "2024-01-31 12:00:00")?.template                   // "0000-00-00 00:00:00"
/// ISODateForm(of: "2024-01-31")?.text(from: 86_401, isIncluded: true)  // "2001-01-03"
/// ```
package struct ISODateForm: Sendable, Hashable {
  /// A text of the form with all digits 0.
  package let template: String

  /// Nil if the text is not a date, if its zone is not `Z` (another text may have another zone), and if more than three digits follow the seconds (two such
  /// texts can be the same date).
  package init?(of text: String) {
    guard ISODate.parse(text) != nil else { return nil }
    let template = ISODate.template(of: text)
    let behindDay = template.utf8.dropFirst(10)
    let digits = behindDay.count { $0 == 0x30 }
    guard digits <= 9, !behindDay.contains(where: { $0 == 0x2B || $0 == 0x2D }) else { return nil }
    self.template = template
  }

  /// Whether a text is a date of the form.
  package static func has(_ bytes: UnsafeBufferPointer<UInt8>, _ template: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == template.count else { return false }
    for place in bytes.indices {
      let byte = bytes[place]
      guard (byte.isDigit ? 0x30 : byte) == template[place] else { return false }
    }
    return isUsual(bytes) || ISODate.parse(bytes) != nil
  }

  /// Whether a text with the marks of a date has a day and a time that exist. Only the digits are compared, which is fast: a proof reads millions of
  /// texts. False for some days at the end of a month, too.
  private static func isUsual(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func number(_ place: Int) -> UInt8 { (bytes[place] &- 0x30) &* 10 &+ (bytes[place + 1] &- 0x30) }
    guard bytes.count >= 10, case let (month, day) = (number(5), number(8)), 1...12 ~= month,
      1...28 ~= day || 29...30 ~= day && month != 2
    else { return false }
    guard bytes.count > 10 else { return true }
    guard bytes.count >= 16, number(11) < 24, number(14) < 60 else { return false }
    return bytes.count < 19 || bytes[16] == 0x3A && number(17) < 60
  }

  /// The least text of the form whose date is later than `date`. If `isIncluded` is true, a text whose date equals `date` counts too. Nil if the year
  /// does not have four digits.
  package func text(from date: Double, isIncluded: Bool) -> String? {
    guard date.isFinite, abs(date) < 1e12 else { return nil }
    let step = distance
    let first = SystemLibrary.floored(date / step) - 1
    for number in 0..<4 {
      guard let text = ISODate.fill(template, with: (first + Double(number)) * step)?.text,
        let found = ISODate.parse(text)
      else { continue }
      if isIncluded ? found >= date : found > date { return text }
    }
    return nil
  }

  /// The seconds between the dates of two successive texts.
  private var distance: Double {
    switch template.utf8.count(where: { $0 == 0x30 }) {
    case ...8: 86_400
    case ...12: 60
    case let digits: SystemLibrary.power(10, Double(14 - digits))
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

/// Dates for display in UTC, the zone of literals without a zone.
package enum DateText {
  /// How much of the time of day is shown.
  package enum Precision: Comparable {
    case day
    case minute
    case second
  }

  /// The least precision that shows a date completely, to the second.
  package static func precision(of date: Double) -> Precision {
    // A number that is too large for a date has no time.
    guard let second = DateBytes(date)?.secondOfDay, second > 0 else { return .day }
    return second % 60 == 0 ? .minute : .second
  }

  /// `2024-05-01`, `2024-05-01 20:15` or `2024-05-01 20:15:30`, of seconds since 2001-01-01 UTC.
  package static func text(of date: Double, precision: Precision) -> String {
    guard let parts = DateBytes(date) else { return ISODate.format(date) }
    return String(unsafeUninitializedCapacity: DateBytes.capacity) { buffer in
      let day = parts.write(to: buffer).dayCount
      buffer[day] = UInt8(ascii: " ")
      return switch precision {
      case .day: day
      case .minute: day + 6
      case .second: day + 9
      }
    }
  }
}

/// The parts of a date in UTC, which are written as the bytes of a text.
private struct DateBytes {
  /// The greatest number of bytes of a text: a year has at most eight digits and a sign.
  static let capacity = 40

  private let day: CalendarDay
  /// The second of the day, from 0.
  let secondOfDay: Int
  private let micros: Int

  /// The parts of a date, rounded to microseconds. Nil for a number that is too large for a date.
  init?(_ seconds: Double) {
    guard abs(seconds) < 1e15 else { return nil }
    var whole = Int(SystemLibrary.floored(seconds))
    var micros = Int(SystemLibrary.floored((seconds - Double(whole)) * 1e6 + 0.5))
    if micros == 1_000_000 {
      whole += 1
      micros = 0
    }
    let number = CalendarDay.number(ofSecond: whole)
    day = CalendarDay(number: number)
    secondOfDay = whole - number * 86_400
    self.micros = micros
  }

  /// Writes the text of ``ISODate/format(_:)``. Returns the number of bytes before the T, and of the whole text.
  func write(to buffer: UnsafeMutableBufferPointer<UInt8>) -> (dayCount: Int, count: Int) {
    var place = 0
    func add(_ byte: UInt8) {
      buffer[place] = byte
      place += 1
    }
    func add(_ number: Int, digits: Int) {
      var (number, rest) = (number, digits)
      while rest > 0 {
        rest -= 1
        buffer[place + rest] = 0x30 + UInt8(number % 10)
        number /= 10
      }
      place += digits
    }
    if !(0...9999).contains(day.year) { add(UInt8(ascii: day.year < 0 ? "-" : "+")) }
    var (yearDigits, limit) = (4, 10_000)
    while abs(day.year) >= limit {
      yearDigits += 1
      limit *= 10
    }
    add(abs(day.year), digits: yearDigits)
    add(UInt8(ascii: "-"))
    add(day.month, digits: 2)
    add(UInt8(ascii: "-"))
    add(day.day, digits: 2)
    let dayCount = place
    add(UInt8(ascii: "T"))
    add(secondOfDay / 3600, digits: 2)
    add(UInt8(ascii: ":"))
    add(secondOfDay / 60 % 60, digits: 2)
    add(UInt8(ascii: ":"))
    add(secondOfDay % 60, digits: 2)
    if micros > 0 {
      add(UInt8(ascii: "."))
      add(micros, digits: 6)
      while buffer[place - 1] == 0x30 { place -= 1 }
    }
    add(UInt8(ascii: "Z"))
    return (dayCount, place)
  }
}
