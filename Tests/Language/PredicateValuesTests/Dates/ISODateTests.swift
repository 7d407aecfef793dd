import PredicateTestSupport
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
    "are not read if they do not exist, or in other forms",
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

  @Test("read back as the same date, and follow one another day by day")
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

  @Test(
    "have a form whose order is theirs",
    arguments: [
      ("2024-01-31", "0000-00-00"), ("2024-01-31 12:34", "0000-00-00 00:00"),
      ("2024-01-31T12:34:56Z", "0000-00-00T00:00:00Z"),
      ("2024-01-31 12:34:56.789", "0000-00-00 00:00:00.000"),
    ])
  func form(text: String, template: String) throws {
    let form = try #require(ISODateForm(of: text))
    #expect(form.template == template)
    let date = try #require(ISODate.parse(text))
    #expect(form.text(from: date, isIncluded: true) == text)
    let next = try #require(form.text(from: date, isIncluded: false))
    #expect(ISODateForm(of: next) == form && next.utf8.lexicographicallyPrecedes(text.utf8) == false && next != text)
    #expect(form.text(from: date + 0.0004, isIncluded: true) == next)
    #expect(form.text(from: date - 0.0004, isIncluded: true) == text)
  }

  @Test(
    "have no form with a zone, with a fine fraction, or without a date",
    arguments: [
      "2024-01-31T12:34:56+01:00", "2024-01-31T12:34:56 -0100", "2024-01-31T12:34:56.7890", "2024-02-31", "noon",
    ])
  func noForm(text: String) { #expect(ISODateForm(of: text) == nil) }

  /// For dates near the ends of days, minutes and seconds, the text that a form gives is the first text that is not before the date.
  @Test("begin at their date") func formsBegin() throws {
    for seed in RandomRun(rounds: 500).seeds {
      var random = SplitMix64(seed: seed)
      let unit = random.pick([86_400.0, 60, 1, 0.001])
      let date =
        (Double.random(in: -3e9...3e9, using: &random) / unit).rounded() * unit + random.pick([0, 0, 1e-4, -1e-4, 0.5])
      for (sample, step) in [
        ("2024-01-31", 86_400), ("2024-01-31T12:34", 60), ("2024-01-31 12:34:56", 1), ("2024-01-31 12:34:56,7", 0.1),
        ("2024-01-31 12:34:56.789Z", 0.001),
      ] {
        let form = try #require(ISODateForm(of: sample))
        let at = try #require(form.text(from: date, isIncluded: true))
        let after = try #require(form.text(from: date, isIncluded: false))
        let first = try #require(ISODate.parse(at))
        let second = try #require(ISODate.parse(after))
        #expect(first >= date && second > date, "seed \(seed)")
        #expect(first == date ? first < second : at == after, "seed \(seed)")
        // No text of the form is between the date and the first text.
        let before = try #require(form.text(from: first - 1.5 * step, isIncluded: true))
        #expect(try #require(ISODate.parse(before)) < date, "seed \(seed)")
      }
    }
    let day = try #require(ISODateForm(of: "2024-01-31"))
    #expect(day.text(from: .infinity, isIncluded: true) == nil && day.text(from: 1e11 * 3, isIncluded: true) == nil)
    #expect(day.text(from: -1e11, isIncluded: true) == nil)
  }

  /// The text of a date, computed from its parts without ``ISODate/format(_:)``.
  private static func text(_ seconds: Double) -> String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let whole = Int(seconds.rounded(.down))
    let number = Int((Double(whole) / 86_400).rounded(.down))
    let (day, time) = (CalendarDay(number: number), whole - number * 86_400)
    let sign = day.year < 0 ? "-" : day.year > 9999 ? "+" : ""
    return sign + padded(abs(day.year), 4) + "-" + padded(day.month, 2) + "-" + padded(day.day, 2) + "T"
      + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2) + "Z"
  }

  @Test("Texts, bytes and shown texts of whole seconds, near and far")
  func writtenDates() {
    var seconds = 1.0
    var dates: [Double] = [0, 60, 61, 3_600, 86_399, 86_400, 252_455_615_999, 252_455_616_000, -63_113_904_001]
    while seconds < 1e15 {
      dates += [seconds, -seconds, seconds * 60]
      seconds = (seconds * 1.7).rounded(.up)
    }
    for date in dates where abs(date) < 1e15 {
      let text = Self.text(date)
      #expect(ISODate.format(date) == text)
      var bytes = Array("x".utf8)
      ISODate.append(date, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "x" + text)
      let parts = text.dropLast().split(separator: "T").map(String.init)
      #expect(DateText.text(of: date, precision: .day) == parts[0])
      #expect(DateText.text(of: date, precision: .minute) == parts[0] + " " + parts[1].prefix(5))
      #expect(DateText.text(of: date, precision: .second) == parts[0] + " " + parts[1])
      let precision: DateText.Precision = parts[1] == "00:00:00" ? .day : parts[1].hasSuffix(":00") ? .minute : .second
      #expect(DateText.precision(of: date) == precision)
    }
    #expect(ISODate.format(0.25) == "2001-01-01T00:00:00.25Z" && ISODate.format(-1e-7) == "2001-01-01T00:00:00Z")
    #expect(DateText.precision(of: 0.25) == .day && DateText.precision(of: 60.25) == .minute)
    #expect(
      DateText.text(of: 1e15, precision: .minute) == ISODate.format(1e15) && DateText.precision(of: -.infinity) == .day)
  }
}
