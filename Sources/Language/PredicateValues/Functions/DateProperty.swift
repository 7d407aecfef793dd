import PredicateSyntax

/// The properties of dates in key paths: `lentOn.year`. An extension of the language, which Apple's systems refuse.
///
/// The calendar is proleptic Gregorian, in UTC or in the time zone of the binding (``QueryTimeZone``).
///
/// ```swift
/// DateProperty.year.value(of: 0)                       // .integer(2001)
/// DateProperty.startOfMonth.value(of: 86_400 * 40)     // .date(2_678_400), 2001-02-01
/// DateProperty(name: "era")                            // nil
/// ```
public enum DateProperty: String, Sendable, Hashable, CaseIterable {
  /// The year: 2026.
  case year
  /// The month, from 1 to 12.
  case month
  /// The day of the month, from 1 to 31.
  case day
  /// The hour, from 0 to 23.
  case hour
  /// The minute, from 0 to 59.
  case minute
  /// The whole second, from 0 to 59.
  case second
  /// The day of the week: 0 is Sunday, 6 Saturday.
  case weekday
  /// The day of the year: January 1 is 1.
  case dayOfYear
  /// The quarter of the year, from 1 to 4.
  case quarter
  /// The week of ISO 8601, from 1 to 53: it begins on Monday, and the first week of a year has its first Thursday.
  case week
  /// The year of the week: 2027-01-01 is in week 53 of 2026.
  case weekYear
  /// The first moment of the day.
  case startOfDay
  /// The first moment of the week, a Monday.
  case startOfWeek
  /// The first moment of the month.
  case startOfMonth
  /// The first moment of the quarter.
  case startOfQuarter
  /// The first moment of the year.
  case startOfYear

  /// The property with exactly this name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: name) }) else { return nil }
    self = found
  }

  /// The type of the property: an integer, or a date.
  public var type: QueryType {
    switch self {
    case .startOfDay, .startOfWeek, .startOfMonth, .startOfQuarter, .startOfYear: .date
    default: .integer
    }
  }

  /// The property of a date, in seconds since 2001-01-01 00:00:00 UTC. The result is `.null` for an infinite date, and for a date more than 30
  /// million years away.
  public func value(of seconds: Double, in zone: QueryTimeZone = .utc) -> QueryValue {
    guard let moment = LocalMoment(seconds, in: zone) else { return .null }
    let (day, second) = (moment.day, moment.second)
    func start(month: Int) -> QueryValue {
      .date(Double(zone.start(ofDay: CalendarDay(year: day.year, month: month, day: 1).number)))
    }
    switch self {
    case .year: return .integer(Int64(day.year))
    case .month: return .integer(Int64(day.month))
    case .day: return .integer(Int64(day.day))
    case .hour: return .integer(Int64(second / 3600))
    case .minute: return .integer(Int64(second / 60 % 60))
    case .second: return .integer(Int64(second % 60))
    case .weekday: return .integer(Int64(day.weekday))
    case .dayOfYear: return .integer(Int64(day.dayOfYear))
    case .quarter: return .integer(Int64(day.quarter))
    case .week: return .integer(Int64(day.week.number))
    case .weekYear: return .integer(Int64(day.week.year))
    case .startOfDay: return .date(Double(zone.start(ofDay: day.number)))
    case .startOfWeek: return .date(Double(zone.start(ofDay: day.week.monday)))
    case .startOfMonth: return start(month: day.month)
    case .startOfQuarter: return start(month: day.quarter * 3 - 2)
    case .startOfYear: return start(month: 1)
    }
  }

  /// The property of a value; `.null` if the value is not a date.
  package func value(of value: QueryValue, in zone: QueryTimeZone) -> QueryValue {
    if case .date(let seconds) = value { self.value(of: seconds, in: zone) } else { .null }
  }

  /// The property that a function of the table computes, in UTC or in a zone; nil for any other function.
  package init?(functionNamed name: String) {
    let found = Self.allCases.first {
      name.hasSameScalars(as: $0.functionName) || name.hasSameScalars(as: $0.zonedFunctionName)
    }
    guard let found else { return nil }
    self = found
  }

  /// The range of dates whose property can be between two bounds, in any zone. It may be wider than needed, by up to two days and the length of a
  /// period. An end is nil if its bound is nil or unreadable. Both ends are nil for properties that do not grow with the date, such as the month.
  package func dates(from least: QueryValue?, to greatest: QueryValue?) -> (low: Double?, high: Double?) {
    let day = 86_400.0
    switch self {
    case .year:
      return (
        least.flatMap(Self.start(ofYear:)).map { $0 - 2 * day },
        greatest.flatMap(Self.start(ofYear:)).map { $0 + 368 * day }
      )
    case .startOfDay, .startOfWeek, .startOfMonth, .startOfQuarter, .startOfYear:
      let days: [DateProperty: Int] = [.startOfDay: 2, .startOfWeek: 9, .startOfMonth: 33, .startOfQuarter: 94]
      let length = days[self] ?? 368
      func seconds(_ value: QueryValue?) -> Double? { if case .date(let seconds)? = value { seconds } else { nil } }
      return (seconds(least).map { $0 - 2 * day }, seconds(greatest).map { $0 + Double(length) * day })
    default: return (nil, nil)
    }
  }

  private static func start(ofYear value: QueryValue) -> Double? {
    guard case .integer(let year) = value, year.magnitude < 10_000 else { return nil }
    return Double(CalendarDay(year: Int(year), month: 1, day: 1).number) * 86_400
  }

  /// The function that gives the property in UTC: `year:`.
  public var functionName: String { rawValue + ":" }

  /// The function that gives the property in a named time zone: `year:inTimeZone:`.
  public var zonedFunctionName: String { rawValue + ":inTimeZone:" }

  /// Whether a function of the table is a property of dates, in UTC or in a zone.
  package static func isFunction(_ definition: FunctionDefinition) -> Bool {
    DateProperty(functionNamed: definition.name) != nil
  }

  /// The function for one zone. It has the name of the function that looks the zone up, but it cannot fail, so conditions with it can be reordered.
  package func function(in zone: QueryTimeZone) -> FunctionDefinition {
    FunctionDefinition(
      zonedFunctionName, [.date, .string], result: type, documentation: zonedDocumentation
    ) { arguments, _ throws(PredicateIssue) in
      guard case .date(let date) = arguments[0] else { return .null }
      return value(of: date, in: zone)
    }.asExtension()
  }

  /// One sentence about the property.
  public var documentation: String { guide.documentation }

  /// One sentence about the function with a zone.
  var zonedDocumentation: String {
    documentation.split(separator: ",").first.map { text in
      let bare = text.hasSuffix(".") ? text.dropLast() : text
      return bare + " in a time zone: `Europe/Berlin`."
    } ?? documentation
  }

  /// An example for the documentation: a use of the property and its result.
  public var example: String { "CAST('2026-11-21T09:30:15', 'NSDate').\(rawValue) ⇒ \(written(guide.result))" }

  /// An example for the documentation: a use of the function with a zone, and its result.
  var zonedExample: String {
    "FUNCTION(CAST('2026-07-01T23:30:15', 'NSDate'), '\(zonedFunctionName)', 'Europe/Berlin') ⇒ \(written(guide.zoned))"
  }

  /// A result as the language writes it.
  private func written(_ result: String) -> String { type == .date ? "CAST('\(result)', 'NSDate')" : result }

  /// The sentence of the documentation, and the results of the two examples.
  private var guide: (documentation: String, result: String, zoned: String) {
    switch self {
    case .year: ("The year of a date, in UTC.", "2026", "2026")
    case .month: ("The month of a date from 1 to 12, in UTC.", "11", "7")
    case .day: ("The day of the month of a date from 1 to 31, in UTC.", "21", "2")
    case .hour: ("The hour of a date from 0 to 23, in UTC.", "9", "1")
    case .minute: ("The minute of a date from 0 to 59, in UTC.", "30", "30")
    case .second: ("The whole second of a date from 0 to 59.", "15", "15")
    case .weekday: ("The day of the week of a date, from 0 for Sunday to 6 for Saturday, in UTC.", "6", "4")
    case .dayOfYear: ("The day of the year of a date from 1 to 366, in UTC.", "325", "183")
    case .quarter: ("The quarter of the year of a date from 1 to 4, in UTC.", "4", "3")
    case .week: ("The number of the ISO week of a date from 1 to 53, in UTC.", "47", "27")
    case .weekYear: ("The year of the ISO week of a date, in UTC.", "2026", "2026")
    case .startOfDay: ("The first moment of the day of a date, in UTC.", "2026-11-21", "2026-07-01T22:00")
    case .startOfWeek: ("The first moment of the week of a date, in UTC.", "2026-11-16", "2026-06-28T22:00")
    case .startOfMonth: ("The first moment of the month of a date, in UTC.", "2026-11-01", "2026-06-30T22:00")
    case .startOfQuarter: ("The first moment of the quarter of a date, in UTC.", "2026-10-01", "2026-06-30T22:00")
    case .startOfYear: ("The first moment of the year of a date, in UTC.", "2026-01-01", "2025-12-31T23:00")
    }
  }
}

/// The properties of numbers of seconds in key paths: `(returnedOn - lentOn).days`. An extension of the language, which Apple's systems refuse.
///
/// ```swift
/// DurationProperty.days.value(of: .integer(129_600))  // .double(1.5)
/// ```
public enum DurationProperty: String, Sendable, Hashable, CaseIterable {
  /// The seconds divided by 60.
  case minutes
  /// The seconds divided by 3,600.
  case hours
  /// The seconds divided by 86,400.
  case days

  /// The property with exactly this name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: name) }) else { return nil }
    self = found
  }

  /// The number of seconds in the unit.
  public var seconds: Double {
    switch self {
    case .minutes: 60
    case .hours: 3_600
    case .days: 86_400
    }
  }

  /// A number of seconds in this unit; nil if the value is not a number.
  public func value(of number: QueryValue) -> QueryValue? {
    NumberValue(number).map { QueryValue(nilForNaN: $0.double / seconds) }
  }
}

extension PredicateIssue {
  /// The part of a date that was read from a text: `month` in `name.month`; nil for any other issue.
  package var datePartOfText: DateProperty? {
    guard has(.unknownKey), parameters.first == QueryType.string.description else { return nil }
    return parameters.last.flatMap { DateProperty(name: $0) }
  }

  /// The hint for a part of a date that is read from a text.
  package static func dateHint(_ part: DateProperty, ofText text: String) -> String {
    "to read a date from a text, write CAST(\(text), \"NSDate\").\(part.rawValue)"
  }
}
