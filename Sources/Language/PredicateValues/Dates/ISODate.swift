/// Dates as text, in the proleptic Gregorian calendar and without Foundation.
///
/// Read are `2024-01-31`, `2024-01-31T09:30`, `2024-01-31T09:30:15`, with a fraction of a second, with a space for the
/// T, and with a zone behind the time: `Z`, `+01`, `+0100`, `+01:00`, also behind a space. Without a zone the time is
/// UTC.
///
/// ```swift
/// ISODate.parse("2001-01-02")            // 86400.0
/// ISODate.parse("2001-01-01T01:00+01:00")  // 0.0
/// ISODate.parse("2001-02-30")            // nil
/// ISODate.format(86400)                  // 2001-01-02T00:00:00Z
/// ```
public enum ISODate {
  /// Seconds since 2001-01-01 00:00:00 UTC; nil for any other text, and for days and times that are in no calendar.
  public static func parse(_ text: String) -> Double? {
    var reader = Reader(bytes: Array(text.utf8)[...])
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

  /// `2024-01-31T09:30:15Z`, with as much of a fraction as there is down to the microsecond; reading it gives the date
  /// back.
  ///
  /// Years before 0 and after 9999, which four digits cannot hold, have a sign and are not read; an infinite date is
  /// `inf`.
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

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// Takes a text apart from the left.
  private struct Reader {
    var bytes: ArraySlice<UInt8>

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = bytes.first, UInt32(first) == character.value else { return false }
      bytes.removeFirst()
      return true
    }

    /// A number of exactly so many digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = bytes.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      bytes = bytes.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// `09:30`, `09:30:15`, `09:30:15.25` in seconds.
    mutating func time() -> Double? {
      guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
      var seconds = Double(hour * 3600 + minute * 60)
      guard take(":") else { return seconds }
      guard let second = number(2), second < 60 else { return nil }
      seconds += Double(second)
      guard take(".") || take(",") else { return seconds }
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty, digits.count <= 18 else { return nil }
      bytes = bytes.dropFirst(digits.count)
      return seconds + (Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0)
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

/// Dates as they are shown: in UTC, as literals without a zone are read.
package enum DateText {
  /// How much of the time of day is told.
  package enum Precision: Comparable {
    case day
    case minute
    case second
  }

  /// The least precision that tells everything of a date, to the second.
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

  /// The two sides of the `T`; no time where the number is beyond all calendars.
  private static func parts(of date: Double) -> (day: String, time: Substring) {
    let text = ISODate.format(date)
    guard let mark = text.firstIndex(of: "T") else { return (text, "") }
    return (String(text[..<mark]), text[text.index(after: mark)...])
  }
}
