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
