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

  /// The same for the UTF-8 bytes of a text.
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
    guard abs(seconds) < 1e15 else { return "\(seconds)" }
    var whole = Int(SystemLibrary.floored(seconds))
    var micros = Int(SystemLibrary.floored((seconds - Double(whole)) * 1e6 + 0.5))
    if micros == 1_000_000 {
      whole += 1
      micros = 0
    }
    let dayNumber = CalendarDay.number(ofSecond: whole)
    let second = whole - dayNumber * 86_400
    let day = CalendarDay(number: dayNumber)
    let yearText =
      (0...9999).contains(day.year) ? padded(day.year, 4) : (day.year < 0 ? "-" : "+") + padded(abs(day.year), 4)
    var fraction = ""
    if micros > 0 {
      fraction = "." + padded(micros, 6)
      while fraction.hasSuffix("0") { fraction.removeLast() }
    }
    return "\(yearText)-\(padded(day.month, 2))-\(padded(day.day, 2))T\(padded(second / 3600, 2))"
      + ":\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\(fraction)Z"
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

  /// Whether a text with the marks of a date has a day and a time that exist, by its digits alone: a proof reads millions of texts. False for some days at the
  /// end of a month, too.
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
    let time = parts(of: date).time
    if time.hasPrefix("00:00:00") || time.isEmpty { return .day }
    return time.dropFirst(5).hasPrefix(":00") ? .minute : .second
  }

  /// `2024-05-01`, `2024-05-01 20:15` or `2024-05-01 20:15:30`, of seconds since 2001-01-01 UTC.
  package static func text(of date: Double, precision: Precision) -> String {
    let (day, time) = parts(of: date)
    switch precision {
    case _ where time.isEmpty: return day
    case .day: return day
    case .minute: return "\(day) \(time.prefix(5))"
    case .second: return "\(day) \(time.prefix(8))"
    }
  }

  /// The text before the `T` and the text after it. The time is empty if the number is too large for a date.
  private static func parts(of date: Double) -> (day: String, time: Substring) {
    let text = ISODate.format(date)
    guard let mark = text.firstIndex(of: "T") else { return (text, "") }
    return (String(text[..<mark]), text[text.index(after: mark)...])
  }
}
