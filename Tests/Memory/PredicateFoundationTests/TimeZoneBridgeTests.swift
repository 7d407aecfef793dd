import Foundation
import PredicateFoundation
import Testing

/// Foundation's time zones are converted to time zones of the language.
@Suite struct TimeZoneBridgeTests {
  private struct Visit { var at: Date }

  @Test(arguments: ["Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "UTC"])
  func zonesByName(name: String) throws {
    let theirs = try #require(TimeZone(identifier: name))
    let ours = try #require(QueryTimeZone(theirs))
    #expect(ours == QueryTimeZone(theirs.identifier))
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = theirs
    let hour = calendar.component(.hour, from: date)
    let visits = [Visit(at: date)]
    let query = try BoundQuery<Visit>("at.hour == \(hour)", options: BindingOptions(timeZone: ours))
    #expect(try visits.count(where: query) == 1)
  }

  @Test(arguments: [0, 7_200, -12_600])
  func fixedOffsets(seconds: Int) throws {
    let ours = try #require(TimeZone(secondsFromGMT: seconds).flatMap { QueryTimeZone($0) })
    let visits = [Visit(at: Date(timeIntervalSinceReferenceDate: 43_200))]
    let minutes = (43_200 + seconds) / 60
    let query = try BoundQuery<Visit>(
      "at.hour * 60 + at.minute == \(minutes)", options: BindingOptions(timeZone: ours))
    #expect(try visits.count(where: query) == 1)
  }
}
