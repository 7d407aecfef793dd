/// A time zone for the properties of dates: when `lentOn.startOfDay` is, and whether `lentOn.hour` is 9 or 10.
///
/// Zones come from the time zone data of ICU, or of Foundation on Apple's platforms. Without either there is only UTC.
///
/// ```swift
/// QueryTimeZone("Europe/Berlin")?.identifier  // Europe/Berlin
/// QueryTimeZone("Europe/Brelin")              // nil
/// let options = BindingOptions(timeZone: QueryTimeZone("Europe/Berlin") ?? .utc)
/// ```
public struct QueryTimeZone: Sendable, Hashable, CustomStringConvertible {
  /// The zone's name in the time zone database: `Europe/Berlin`, `UTC`, `GMT+02:00`.
  public let identifier: String
  /// Nil for UTC.
  private let rules: TimeZoneRules?

  /// The zone without an offset, which is the default.
  public static let utc = QueryTimeZone(utc: "UTC")

  /// The zone's name: `Europe/Berlin`.
  public var description: String { identifier }

  private init(utc identifier: String) {
    self.identifier = identifier
    rules = nil
  }

  /// The zone with exactly this name; nil if it does not exist. Platforms without time zone data have `UTC` only.
  public init?(_ identifier: String) {
    if identifier.hasSameScalars(as: "UTC") {
      self = .utc
      return
    }
    guard let rules = TimeZoneRules.named(identifier) else { return nil }
    self.identifier = identifier
    self.rules = rules
  }

  /// Two zones are equal if their names are.
  public static func == (left: QueryTimeZone, right: QueryTimeZone) -> Bool {
    left.identifier.hasSameScalars(as: right.identifier)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    for byte in identifier.utf8 { hasher.combine(byte) }
  }

  /// Whether this is UTC.
  public var isUTC: Bool { rules == nil }

  /// A date as the clocks of the zone show it, converted as if these clocks showed UTC. For display only: the result is not a moment.
  package func localTime(of date: Double) -> Double {
    guard !isUTC, abs(date) < 1e15 else { return date }
    return date + Double(offset(at: Int(SystemLibrary.floored(date))))
  }

  /// How many seconds local time is ahead of UTC at a moment (in seconds since 2001).
  func offset(at moment: Int) -> Int { rules?.offset(at: moment) ?? 0 }

  /// The first moment of a day. The day's `number` counts from 2001-01-01. If clocks skip midnight, it is the first moment that exists.
  func start(ofDay number: Int) -> Int {
    let midnight = number * 86_400
    guard let rules else { return midnight }
    // No zone is more than a day away from UTC, so the day begins somewhere between these two moments.
    var before = midnight - 2 * 86_400
    var after = midnight + 2 * 86_400
    // Clocks that were set back across midnight show the day twice: the earlier candidate is tried first.
    for moment in [before, after].map({ midnight - rules.offset(at: $0) }).sorted()
    where moment + rules.offset(at: moment) == midnight {
      return moment
    }
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if middle + rules.offset(at: middle) < midnight { before = middle } else { after = middle }
    }
    return after
  }
}

/// The changes of a zone's offset from UTC, in a table, so that no system library is called for each date.
final class TimeZoneRules: Sendable {
  /// The moments of changes, ascending, in seconds since 2001.
  private let moments: [Int]
  /// The offset from UTC before the first change, and from each change on.
  private let offsets: [Int]

  /// The end of the table: the year 2500.
  private static let end = CalendarDay(year: 2500, month: 1, day: 1).number * 86_400
  /// The Gregorian calendar repeats every 400 years, including its weekdays. The rules for a zone's changes repeat with it.
  private static let cycle = 146_097 * 86_400

  private init(moments: [Int], offsets: [Int]) {
    self.moments = moments
    self.offsets = offsets
  }

  private static let known = Locked<[[UInt8]: TimeZoneRules]>([:])

  /// The rules of a zone; nil if the platform does not know it. Each zone is read once.
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
    return offsets[BinarySearch.place(in: moments.count) { moments[$0] <= moment }]
  }
}

/// The day and the time that clocks and calendars of a time zone show at a moment.
struct LocalMoment {
  let day: CalendarDay
  /// The second of the day, by the clock.
  let second: Int

  /// Nil for a date that is not finite, and for a date more than 30 million years away.
  init?(_ seconds: Double, in zone: QueryTimeZone) {
    guard abs(seconds) < 1e15 else { return nil }
    let moment = Int(SystemLibrary.floored(seconds))
    let local = moment + zone.offset(at: moment)
    let number = CalendarDay.number(ofSecond: local)
    day = CalendarDay(number: number)
    second = local - number * 86_400
  }
}
