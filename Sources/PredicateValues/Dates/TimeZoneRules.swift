/// When a zone changes its distance from UTC: a table, so that no system library is called for each date.
final class TimeZoneRules: Sendable {
  /// The moments of changes, ascending, in seconds since 2001.
  private let moments: [Int]
  /// The distance from UTC before the first change, and from each change on.
  private let offsets: [Int]

  /// How far the table goes: the year 2500.
  private static let end = CalendarDay(year: 2500, month: 1, day: 1).number * 86_400
  /// The Gregorian calendar repeats after 400 years, weekdays included, and with it the rules for changes of a zone.
  private static let cycle = 146_097 * 86_400

  private init(moments: [Int], offsets: [Int]) {
    self.moments = moments
    self.offsets = offsets
  }

  private static let known = Locked<[[UInt8]: TimeZoneRules]>([:])

  /// The rules of a zone; nil where the platform does not know it. Each zone is read once.
  static func named(_ identifier: String) -> TimeZoneRules? {
    let key = Array(identifier.utf8)
    if let found = known.withLock({ $0[key] }) { return found }
    guard let changes = TimeZoneLibrary.changes(of: identifier, until: end) else { return nil }
    let rules = TimeZoneRules(
      moments: changes.dropFirst().map(\.moment), offsets: changes.map(\.offset))
    known.withLock { $0[key] = rules }
    return rules
  }

  /// How many seconds local time is ahead of UTC at a moment.
  func offset(at moment: Int) -> Int {
    let moment = moment < Self.end ? moment : Self.end - Self.cycle + (moment - Self.end) % Self.cycle
    var low = 0
    var high = moments.count
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return offsets[low]
  }
}

/// A moment from which on a zone is so many seconds ahead of UTC.
struct TimeZoneChange: Sendable {
  let moment: Int
  let offset: Int
}
