import PredicateModel
import PredicateValues
import Testing

@Suite("Stored values and their meanings")
struct AttributeStorageTests {
  private static let sevenInTheEvening = 757_450_800.0

  @Test(
    "A stored value is read by its storage; outside of the family it is nil",
    arguments: [
      (QueryType.any, AttributeStorage.dynamic, StoredValue.text("7"), #"string("7")"#),
      (.any, .dynamic, .integer(7), "integer(7)"),
      (.any, .dynamic, .null, "null"),
      (.boolean, .zeroOrOne, .integer(1), "boolean(true)"),
      (.boolean, .zeroOrOne, .integer(0), "boolean(false)"),
      (.boolean, .zeroOrOne, .integer(2), "integer(2)"),
      (.boolean, .zeroOrOne, .real(1), "double(1.0)"),
      (.boolean, .zeroOrOne, .text("1"), "null"),
      (.integer, .integer, .integer(.min), "integer(-9223372036854775808)"),
      (.integer, .integer, .real(7.5), "double(7.5)"),
      (.integer, .integer, .text("7"), "null"),
      (.integer, .integer, .blob([55]), "null"),
      (.double, .real, .real(7.5), "double(7.5)"),
      (.double, .real, .integer(7), "double(7.0)"),
      (.double, .real, .integer(9_007_199_254_740_993), "integer(9007199254740993)"),
      (.double, .real, .text("x"), "null"),
      (.string, .text, .text("a\0b"), #"string("a\0b")"#),
      (.string, .text, .integer(7), "null"),
      (.string, .text, .blob([97]), "null"),
      (.url, .text, .text("https://a.b"), #"url("https://a.b")"#),
      (.data, .blob, .blob([1, 2]), "data([1, 2])"),
      (.data, .blob, .text("x"), "null"),
      (.decimal, .decimalText, .text("x"), "null"),
      (.date, .secondsSince2001, .real(1.5), "date(1.5)"),
      (.date, .secondsSince2001, .integer(1), "date(1.0)"),
      (.date, .secondsSince2001, .text("2025-01-01"), "null"),
      (.date, .secondsSince1970, .integer(978_307_201), "date(1.0)"),
      (.date, .millisecondsSince1970, .integer(978_307_201_500), "date(1.5)"),
      (.date, .microsecondsSince1970, .integer(978_307_201_500_000), "date(1.5)"),
      (.date, .nanosecondsSince1970, .integer(978_307_201_000_000_000), "date(1.0)"),
      (.date, .millisecondsSince2001, .integer(1_500), "date(1.5)"),
      (.date, .microsecondsSince2001, .real(1_500_000), "date(1.5)"),
      (.date, .nanosecondsSince2001, .integer(-500_000_000), "date(-0.5)"),
      (.date, .secondsSince1601, .integer(12_622_780_801), "date(1.0)"),
      (.date, .millisecondsSince1601, .integer(12_622_780_801_500), "date(1.5)"),
      (.date, .microsecondsSince1601, .integer(12_622_780_801_000_000), "date(1.0)"),
      (.date, .nanosecondsSince1601, .real(12_622_780_801e9), "date(1.0)"),
      // The last digit of an integer is kept: the time that is 0 is subtracted before the division.
      (.date, .microsecondsSince1601, .integer(12_622_780_800_000_001), "date(1e-06)"),
      (.date, .microsecondsSince1970, .integer(978_307_200_000_003), "date(3e-06)"),
      (.date, .nanosecondsSince1970, .integer(978_307_200_000_000_007), "date(7e-09)"),
      (.date, .ticksSince1601, .integer(126_227_808_000_000_001), "date(1e-07)"),
      (.date, .ticksSince0001, .integer(631_139_040_000_000_001), "date(1e-07)"),
      (.date, .microsecondsSince1601, .integer(.min), "date(-9235994817654.775)"),
      (.date, .microsecondsSince1970, .text("978307201500000"), "null"),
      (.date, .basicISO8601Text, .text("20010101"), "date(0.0)"),
      (.date, .basicISO8601Text, .text("20250101T200000+0100"), "date(757450800.0)"),
      (.date, .basicISO8601Text, .text("20250101T190000.5Z"), "date(757450800.5)"),
      (.date, .basicISO8601Text, .text("20250101 1900"), "date(757450800.0)"),
      (.date, .basicISO8601Text, .text("20250230"), "null"),
      (.date, .basicISO8601Text, .text("20250101T19"), "null"),
      (.date, .basicISO8601Text, .text("2025-01-01"), "null"),
      (.date, .basicISO8601Number, .integer(20_010_102), "date(86400.0)"),
      (.date, .basicISO8601Number, .real(20_010_102), "date(86400.0)"),
      (.date, .basicISO8601Number, .real(20_010_102.5), "null"),
      (.date, .basicISO8601Number, .integer(20_250_230), "null"),
      (.date, .basicISO8601Number, .integer(2_025_010), "null"),
      (.date, .basicISO8601Number, .integer(202_501_010), "null"),
      (.date, .basicISO8601Number, .text("20010101"), "null"),
      (.boolean, .booleanWords, .text("1"), "boolean(true)"),
      (.boolean, .booleanWords, .text("0"), "boolean(false)"),
      (.boolean, .booleanWords, .text("N"), "boolean(false)"),
      (.boolean, .booleanWords, .text("2"), "null"),
      (.integer, .integerText, .text("2006"), "integer(2006)"),
      (.integer, .integerText, .text("-7"), "integer(-7)"),
      (.integer, .integerText, .text("7.5"), "null"),
      (.integer, .integerText, .text(""), "null"),
      (.integer, .integerText, .text("99999999999999999999"), "null"),
      (.integer, .integerText, .integer(7), "integer(7)"),
      (.double, .realText, .text("-1.5e3"), "double(-1500.0)"),
      (.double, .realText, .text(".5"), "double(0.5)"),
      (.double, .realText, .text("7"), "double(7.0)"),
      (.double, .realText, .text("0x10"), "null"),
      (.double, .realText, .text("nan"), "null"),
      (.double, .realText, .text("1e999"), "null"),
      (.double, .realText, .text("1 "), "null"),
      (.double, .realText, .integer(7), "double(7.0)"),
      (.date, .iso8601Text, .text("2025-01-01 19:00:00"), "date(757450800.0)"),
      (.date, .iso8601Text, .text("2025-01-01T20:00:00+01:00"), "date(757450800.0)"),
      (.date, .iso8601Text, .text("2001-01-01"), "date(0.0)"),
      (.date, .iso8601Text, .text("2025-02-30"), "null"),
      (.date, .iso8601Text, .integer(7), "null"),
      (.uuid, .uuidText, .text("no"), "null"),
      (.uuid, .uuidBytes, .blob([1]), "null"),
      (.any, .json, .text(" 2.0 "), "double(2.0)"),
      (.any, .json, .text("12345678901234567890"), "decimal(12345678901234567890)"),
      (.any, .json, .text("[]"), "array([])"),
      (.any, .json, .blob(Array("true".utf8)), "boolean(true)"),
      (.any, .json, .text(" null "), "null"),
      (.any, .json, .text("{'a': 1}"), "null"),
      (.any, .json, .text(""), "null"),
      (.any, .json, .blob([0x1B, 0x61]), "null"),
      (.any, .json, .real(7.5), "double(7.5)"),
    ])
  func reading(type: QueryType, storage: AttributeStorage, stored: StoredValue, expected: String) {
    let value = Attribute(name: "x", type: type, storage: storage).value(of: stored)
    #expect(value.debugDescription == expected)
  }

  @Test(
    "Written values read back",
    arguments: [
      (AttributeStorage.dynamic, QueryType.any, QueryValue.string("x")), (.zeroOrOne, .boolean, .boolean(true)),
      (.integer, .integer, .integer(-3)), (.real, .double, .double(0.1)), (.text, .string, .string("ß")),
      (.text, .url, .url("a:b")), (.blob, .data, .data([])), (.secondsSince2001, .date, .date(-0.25)),
      (.secondsSince1970, .date, .date(sevenInTheEvening)), (.millisecondsSince1970, .date, .date(sevenInTheEvening)),
      (.microsecondsSince1970, .date, .date(sevenInTheEvening)), (.nanosecondsSince2001, .date, .date(-0.5)),
      (.microsecondsSince1601, .date, .date(sevenInTheEvening)), (.secondsSince1601, .date, .date(0.5)),
      (.basicISO8601Text, .date, .date(sevenInTheEvening)), (.basicISO8601Text, .date, .date(-1_000_000_000.5)),
      (.basicISO8601Number, .date, .date(757_382_400)), (.basicISO8601Number, .date, .date(-86_400)),
      (.integerText, .integer, .integer(-3)), (.realText, .double, .double(0.1)),
      (.booleanWords, .boolean, .boolean(true)),
      (.iso8601Text, .date, .date(sevenInTheEvening)), (.iso8601Text, .date, .date(-1_000_000_000.5)),
      (.decimalText, .decimal, .decimal(QueryDecimal(isNegative: true, digits: [1, 2, 5], exponent: -1))),
      (.uuidText, .uuid, .uuid(QueryUUID(high: 1, low: .max))),
      (.uuidBytes, .uuid, .uuid(QueryUUID(high: .max, low: 2))),
      (.integer, .integer, .null), (.json, .any, .string("x")), (.json, .any, .array([1, .null, .boolean(true)])),
      (.json, .any, .dictionary(QueryDictionary([("a", 1.5), ("b", .array([]))]))),
    ])
  func writing(storage: AttributeStorage, type: QueryType, value: QueryValue) throws {
    let stored = try #require(storage.stored(value))
    #expect(storage.value(of: stored, as: type).debugDescription == value.debugDescription)
  }

  @Test("A value of another family has no stored form")
  func impossible() {
    #expect(AttributeStorage.integer.stored(.string("1")) == nil)
    #expect(AttributeStorage.text.stored(.integer(1)) == nil)
    #expect(AttributeStorage.secondsSince2001.stored(.double(1)) == nil)
    #expect(AttributeStorage.zeroOrOne.stored(.date(1)) == nil)
    #expect(AttributeStorage.basicISO8601Number.stored(.date(1)) == nil)
    #expect(AttributeStorage.basicISO8601Number.stored(.date(1e12)) == nil)
    #expect(AttributeStorage.json.stored(.array([.date(1)])) == nil)
    #expect(AttributeStorage.json.stored(.double(.infinity)) == nil)
  }

  @Test("Stored texts are equal when their scalars are")
  func identity() {
    #expect(StoredValue.text("\u{E9}") != .text("e\u{301}"))
    #expect(Set([StoredValue.text("\u{E9}"), .text("e\u{301}"), .integer(1), .real(1)]).count == 4)
  }
}
