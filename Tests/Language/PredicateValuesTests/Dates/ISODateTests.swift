import PredicateValues
import Testing

@Suite("Dates as text")
struct ISODateTests {
  static let readable: [(String, Double)] = [
    ("2001-01-01", 0), ("2001-01-01T00:00:00Z", 0), ("2001-01-02", 86_400), ("2000-12-31T23:59:59Z", -1),
    ("2023-03-08T08:10:00Z", 699_955_800), ("1970-01-01", -978_307_200), ("2000-02-29", -26_524_800),
    ("2024-02-29", 730_857_600),
    ("2001-01-01 00:00:01", 1), ("2001-01-01T00:01", 60), ("2001-01-01 00:00:00 +0000", 0),
    ("2001-01-01 01:00:00 +0100", 0),
    ("2001-01-01T01:30:00+01:30", 0), ("2000-12-31T19:00:00-05:00", 0), ("2001-01-01T01:00:00+01", 0),
    ("2001-01-01T00:00:00.25Z", 0.25),
    ("2001-01-01t00:00:00z", 0), ("0001-01-01", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
  ]

  @Test("are read", arguments: readable)
  func read(text: String, seconds: Double) { #expect(ISODate.parse(text) == seconds) }

  @Test(
    "are not read where no calendar has them, or in other forms",
    arguments: [
      "", "2023", "2023-1-1", "2023-02-29", "1900-02-29", "2023-13-01", "2023-00-10", "2023-04-31", "2023-01-00",
      "2023-01-01T24:00:00Z",
      "2023-01-01T12:60:00Z", "2023-01-01T12:00:60Z", "2023-01-01T12", "2023-01-01T12:00:00.Z", "2023-01-01T12:00:00+1",
      "2023-01-01T12:00:00+99:00",
      "2023-01-01T12:00:00Zx", "2023-01-01 ", " 2023-01-01", "2023/01/01", "٢٠٢٣-01-01", "2023-01-01T12:00:00 ",
      "yesterday",
    ])
  func refuse(text: String) { #expect(ISODate.parse(text) == nil) }

  static let printed: [(Double, String)] = [
    (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"), (0.25, "2001-01-01T00:00:00.25Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"),
    (699_993_000, "2023-03-08T18:30:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
    (0.999_999_9, "2001-01-01T00:00:01Z"),
    (252_423_993_600, "+10000-01-01T00:00:00Z"), (.infinity, "inf"),
  ]

  @Test("are printed", arguments: printed)
  func format(seconds: Double, text: String) { #expect(ISODate.format(seconds) == text) }

  @Test("come back from what they print, and follow one another day by day")
  func roundTrip() {
    var expected = (year: 1896, month: 1, day: 1)
    let start = ISODate.parse("1896-01-01") ?? .nan
    for day in 0..<(210 * 366) {
      let seconds = start + Double(day) * 86_400
      let text = ISODate.format(seconds)
      guard text.hasPrefix("\(expected.year)-"), ISODate.parse(text) == seconds,
        Self.monthAndDay(text) == [expected.month, expected.day]
      else {
        Issue.record("day \(day): \(text), expected \(expected)")
        return
      }
      expected.day += 1
      let isLeap = expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      if expected.day > lengths[expected.month - 1] {
        expected.day = 1
        expected.month += 1
      }
      if expected.month > 12 {
        expected.month = 1
        expected.year += 1
      }
    }
  }

  private static func monthAndDay(_ text: String) -> [Int] {
    text.dropFirst(5).prefix(5).split(separator: "-").compactMap { Int($0) }
  }
}
