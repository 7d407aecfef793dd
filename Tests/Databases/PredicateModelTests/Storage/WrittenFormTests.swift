import PredicateModel
import PredicateValues
import Testing

@Suite("The forms of a column's texts")
struct WrittenFormTests {
  private static func date(_ text: String) -> QueryValue { ISODate.parse(text).map { .date($0) } ?? .null }

  @Test(arguments: [
    (["2024-01-31", "1999-12-01"], "2024-02-03", "2024-02-03"),
    (["2024-01-31 10:00"], "2024-02-03T11:30", "2024-02-03 11:30"),
    (["2024-01-31 10:00:00"], "2024-02-03", "2024-02-03 00:00:00"),
    (["2024-01-31T10:00:00Z", "2024-01-31T10:00:01Z"], "2024-02-03T11:30:15", "2024-02-03T11:30:15Z"),
    (["2023-11-14T22:13:20+01:00", "2023-11-14T22:13:20-05:00"], "2024-02-03T11:30:15", "2024-02-03T11:30:15+00:00"),
    (
      ["2019-09-27 14:29:39.743305+00:00", "2019-09-27 14:29:39+00:00"], "2024-02-03T11:30:15",
      "2024-02-03 11:30:15+00:00"
    ),
    (
      ["2019-09-27 14:29:39.743305+00:00", "2019-09-27 14:29:39+00:00"], "2024-02-03T11:30:15.25",
      "2024-02-03 11:30:15.25+00:00"
    ),
    (["2019-09-27 14:29:39.039080"], "2024-02-03T11:30:15.25", "2024-02-03 11:30:15.250000"),
    (["2019-09-27 14:29:39,039"], "2024-02-03T11:30:15", "2024-02-03 11:30:15,000"),
  ])
  func dates(texts: [String], date: String, written: String) throws {
    let form = try #require(WrittenForm.dates(texts))
    #expect(form.text(of: Self.date(date)) == written)
    #expect(ISODate.parse(written) == ISODate.parse(date))
    #expect(WrittenForm(named: form.name) == form)
  }

  /// A time cannot be written in a column of days, and seconds cannot be written in a column of minutes.
  @Test(arguments: [
    (["2024-01-31"], "2024-02-03T11:30:15"), (["2024-01-31 10:00"], "2024-02-03T11:30:15"),
  ])
  func datesThatDoNotFit(texts: [String], date: String) {
    let text = WrittenForm.dates(texts)?.text(of: Self.date(date))
    #expect(text == nil)
  }

  @Test(arguments: [
    [], ["2024-01-31", "2024-01-31 10:00:00"], ["2024-01-31T10:00:00Z", "2024-01-31 10:00:00"], ["2024-01-31", "soon"],
  ])
  func datesWithoutOneForm(texts: [String]) { #expect(WrittenForm.dates(texts) == nil) }

  /// A column of whole numbers gets whole numbers, rounded to the unit.
  @Test(arguments: [
    (AttributeStorage.secondsSince1970, 978_307_200 as Int64), (.millisecondsSince1970, 978_307_200_401),
    (.microsecondsSince1970, 978_307_200_400_600), (.secondsSince2001, 0),
  ])
  func wholeNumbers(storage: AttributeStorage, number: Int64) {
    let attribute = Attribute(name: "at", type: .date, storage: storage)
    let values: [[StoredValue]] = [[.integer(7), .integer(8)], [.integer(7), .real(8.5)], []]
    let whole = [
      attribute.written(like: values[0], declared: .wholeNumbers),
      attribute.written(like: values[2], declared: .wholeNumbers),
    ]
    for attribute in whole {
      #expect(attribute.stored(.date(0.4006)) == .integer(number))
      // An object has the date that its row will have.
      #expect(attribute.accepting(.date(0.4006))?.equals(attribute.value(of: .integer(number))) == true)
      #expect(attribute.stored(.null) == .null)
      #expect(attribute.writtenForm.map { WrittenForm(named: $0.name) } == attribute.writtenForm)
    }
    // If a column is not declared as an integer column, its seconds may have fractions in other rows.
    let undeclared = attribute.written(like: values[0])
    let isWhole = storage != .secondsSince1970 && storage != .secondsSince2001
    #expect(undeclared.stored(.date(0.4006)) == (isWhole ? .integer(number) : storage.stored(.date(0.4006))))
    for attribute in [attribute, attribute.written(like: values[1], declared: .wholeNumbers)] {
      #expect(attribute.stored(.date(0.4006)) == storage.stored(.date(0.4006)))
    }
  }

  /// A date that was read from a whole number is written as the same number.
  @Test(arguments: [
    (AttributeStorage.microsecondsSince1601, 13_344_523_203_333_333 as Int64),
    (.microsecondsSince1601, 13_344_672_678_144_061),
    (.microsecondsSince1970, 1_700_000_000_000_001), (.millisecondsSince1601, 13_344_523_203_333),
    (.nanosecondsSince1970, 978_307_200_000_000_007), (.ticksSince1601, 130_000_000_000_000_001),
    (.ticksSince0001, 635_000_000_000_000_007), (.microsecondsSince2001, 721_742_403_333_333),
  ])
  func wholeNumbersComeBack(storage: AttributeStorage, number: Int64) {
    let attribute = Attribute(name: "at", type: .date, storage: storage).written(like: [.integer(7)])
    for number in number - 50...number + 50 {
      #expect(attribute.stored(attribute.value(of: .integer(number))) == .integer(number))
    }
  }

  /// The part of a date that the column's form cannot represent is dropped.
  @Test(arguments: [
    (["2024-01-31"], "2024-02-03T11:30:15.25", "2024-02-03"),
    (["2024-01-31 10:00"], "2024-02-03T11:30:15.25", "2024-02-03T11:30"),
    (["2024-01-31T10:00:00Z"], "2024-02-03T11:30:15.25", "2024-02-03T11:30:15"),
    (["2024-01-31 10:00:00.1"], "2024-02-03T11:30:15.25", "2024-02-03T11:30:15.2"),
    (["2024-01-31 10:00:00", "soon"], "2024-02-03T11:30:15.25", "2024-02-03T11:30:15"),
    (["2024-01-31", "2024-01-31 10:00"], "2024-02-03T11:30:15.25", "2024-02-03T11:30:15.25"),
    (
      ["2024-01-31 10:00:00.5", "2024-01-31T10:00:00Z", "2024-01-31T11:00:00Z"], "2024-02-03T11:30:15.25",
      "2024-02-03T11:30:15"
    ),
    (["2024-01-31", "2024-02-01", "2024-01-31 10:00"], "2024-02-03T11:30:15.25", "2024-02-03T11:30:15.25"),
  ])
  func shortenedMoments(texts: [String], moment: String, shortened: String) {
    let attribute = Attribute(name: "at", type: .date, storage: .iso8601Text).written(like: texts.map { .text($0) })
    #expect(attribute.shortened(Self.date(moment)).equals(Self.date(shortened)))
  }

  /// A column of several forms gets new dates in the most frequent form. Days and equally frequent forms are no such form.
  @Test(arguments: [
    (["2022-01-01T00:00:00Z", "2022-01-01T00:00:05Z", "2022-01-01 00:00:00.000+00:00"], "2001-01-02T00:00:00Z"),
    (["2022-01-01", "2022-01-01T00:00:00.000", "2022-01-02T00:00:00.250"], "2001-01-02T00:00:00.000"),
    (["2022-01-01T00:00:00Z", "2022-01-01 00:00:00"], "2001-01-02 00:00:00"),
    (["2022-01-01", "2022-01-02", "2022-01-01T00:00:00Z"], "2001-01-02 00:00:00"),
  ])
  func severalForms(texts: [String], written: String) {
    let attribute = Attribute(name: "at", type: .date, storage: .iso8601Text).written(like: texts.map { .text($0) })
    #expect(attribute.stored(.date(86_400)) == .text(written))
  }

  /// The declaration decides the form of a column without values.
  @Test func daysByDeclaration() {
    let plain = Attribute(name: "day", type: .date, storage: .iso8601Text)
    let day = plain.written(like: [], declared: .days)
    #expect(day.stored(.date(86_400)) == .text("2001-01-02"))
    #expect(day.stored(.date(86_460)) == .text("2001-01-02 00:01:00"))
    #expect(
      plain.written(like: [.text("2024-01-31 10:00:00")], declared: .days).stored(.date(0))
        == .text("2001-01-01 00:00:00"))
  }

  @Test(arguments: [
    (["t", "f"], "t", "f"), (["Y"], "Y", "N"), (["FALSE"], "TRUE", "FALSE"), (["True", "False"], "True", "False"),
    (["no", "yes"], "yes", "no"), (["Off"], "On", "Off"),
  ])
  func booleans(texts: [String], yes: String, no: String) throws {
    let form = try #require(WrittenForm.booleans(texts))
    #expect(form.text(of: .boolean(true)) == yes)
    #expect(form.text(of: .boolean(false)) == no)
    #expect(WrittenForm(named: form.name) == form)
  }

  @Test(arguments: [[], ["t", "no"], ["T", "f"], ["1", "0"], ["tRUE"], ["maybe"]])
  func booleansWithoutOneForm(texts: [String]) { #expect(WrittenForm.booleans(texts) == nil) }

  @Test func anAttributeWritesLikeItsColumn() {
    let plain = Attribute(name: "day", type: .date, storage: .iso8601Text)
    let days = plain.written(like: [.text("2024-01-31")])
    #expect(plain.stored(.date(86_400)) == .text("2001-01-02 00:00:00"))
    #expect(days.stored(.date(86_400)) == .text("2001-01-02"))
    #expect(days.stored(.date(86_460)) == .text("2001-01-02 00:01:00"))
    // Texts that are not dates do not affect the form of the dates.
    let others: [StoredValue] = [.text("n/a"), .text("2024-01-31"), .text("0000-00-00"), .text("01/02/2024")]
    #expect(plain.written(like: others).stored(.date(86_400)) == .text("2001-01-02"))
    #expect(plain.written(like: [.text("n/a")], declared: .days).stored(.date(86_400)) == .text("2001-01-02"))
    let word = Attribute(name: "ok", type: .boolean, storage: .booleanWords)
    #expect(word.written(like: [.text("T"), .text("maybe"), .text("F")]).stored(.boolean(true)) == .text("T"))
    // A number among the texts shows that the programs read both, so the full form is used.
    #expect(plain.written(like: [.text("2024-01-31"), .integer(7)]).stored(.date(0)) == .text("2001-01-01 00:00:00"))
    #expect(days.named("other").stored(.date(86_400)) == .text("2001-01-02"))
  }
}
