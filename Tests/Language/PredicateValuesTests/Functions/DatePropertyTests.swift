import Foundation
import PredicateTestSupport
import Testing

@testable import PredicateValues

/// The properties of dates are those that Foundation's calendar gives.
@Suite("Properties of dates")
struct DatePropertyTests {
  private static func date(_ text: String) throws -> Double { try #require(ISODate.parse(text)) }

  private static func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  private static func expected(_ property: DateProperty, _ seconds: Double, _ calendar: Calendar) -> Double? {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    func start(_ component: Calendar.Component) -> Double? {
      calendar.dateInterval(of: component, for: date)?.start.timeIntervalSinceReferenceDate
    }
    return switch property {
    case .year: Double(calendar.component(.year, from: date))
    case .month: Double(calendar.component(.month, from: date))
    case .day: Double(calendar.component(.day, from: date))
    case .hour: Double(calendar.component(.hour, from: date))
    case .minute: Double(calendar.component(.minute, from: date))
    case .second: Double(calendar.component(.second, from: date))
    case .weekday: Double(calendar.component(.weekday, from: date) - 1)
    case .dayOfYear: calendar.ordinality(of: .day, in: .year, for: date).map(Double.init)
    case .quarter: Double((calendar.component(.month, from: date) + 2) / 3)
    case .week: Double(calendar.component(.weekOfYear, from: date))
    case .weekYear: Double(calendar.component(.yearForWeekOfYear, from: date))
    case .startOfDay: start(.day)
    case .startOfWeek: start(.weekOfYear)
    case .startOfMonth: start(.month)
    case .startOfQuarter:
      calendar.date(
        from: DateComponents(
          year: calendar.component(.year, from: date), month: (calendar.component(.month, from: date) - 1) / 3 * 3 + 1)
      )?.timeIntervalSinceReferenceDate
    case .startOfYear: start(.year)
    }
  }

  private static func number(_ value: QueryValue) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .date(let value): value
    default: nil
    }
  }

  @Test(
    "agree with Foundation's calendar, from 1600 to 2400",
    arguments: [
      "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo",
      "Africa/Casablanca", "GMT+05:30",
    ])
  func agree(zone name: String) throws {
    let zone = try #require(QueryTimeZone(name))
    let calendar = try Self.calendar(name)
    var generator = SplitMix64(seed: 11)
    // Before 1970 the language and Foundation differ by fractions of minutes in some time zones.
    let first = try Self.date(name == "UTC" ? "1600-01-01" : "1970-01-02")
    let last = try Self.date(name == "UTC" ? "2400-01-01" : "2037-01-01")
    for _ in 0..<2_000 {
      let seconds = Double.random(in: first..<last, using: &generator)
      for property in DateProperty.allCases {
        #expect(
          Self.number(property.value(of: seconds, in: zone)) == Self.expected(property, seconds, calendar),
          "\(property) of \(ISODate.format(seconds)) in \(name)")
      }
    }
  }

  @Test("keep the last rules of a zone forever")
  func farAway() throws {
    let zone = try #require(QueryTimeZone("Europe/Berlin"))
    let summer = try Self.date("9999-07-01T12:00")
    let winter = try Self.date("9999-01-05T12:00")
    #expect(Self.number(DateProperty.hour.value(of: summer, in: zone)) == 14)
    #expect(Self.number(DateProperty.hour.value(of: winter, in: zone)) == 13)
    #expect(Self.number(DateProperty.hour.value(of: -1e12, in: zone)) != nil)
  }

  @Test("are nil for numbers that are not moments", arguments: [Double.infinity, -.infinity, .nan, 1e15, -1e300])
  func nothing(seconds: Double) {
    for property in DateProperty.allCases { #expect(property.value(of: seconds).isNull) }
  }

  @Test(
    "A zone is found by its exact name", arguments: ["Europe/Brelin", "", "europe", "Etc/Nowhere", "GMT+99"])
  func unknownZones(name: String) { #expect(QueryTimeZone(name) == nil) }

  @Test("The function in a zone gives the property in that zone, and so does the function for a known zone")
  func functions() throws {
    let zone = try #require(QueryTimeZone("Asia/Kolkata"))
    let function = try #require(FunctionTable.standard.definition(named: "hour:inTimeZone:"))
    let arguments: [QueryValue] = [.date(0), .string("Asia/Kolkata")]
    let context = FunctionContext()
    #expect(Self.number(try function.call(arguments, context)) == 5)
    #expect(Self.number(try DateProperty.hour.function(in: zone).call(arguments, context)) == 5)
    #expect(throws: PredicateIssue.self) { try function.call([.date(0), .string("Mars/Base")], context) }
    #expect(function.canFail(for: [.date, .string]))
    #expect(!DateProperty.hour.function(in: zone).canFail(for: [.date, .string]))
  }
}
