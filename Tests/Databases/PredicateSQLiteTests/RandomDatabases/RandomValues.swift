import PredicateTestSupport

/// The values of random databases. They are few, so that rows and constants often have equal values.
enum RandomValues {
  static let integers = ["0", "1", "2", "3", "4", "5", "7", "-1", "10", "12"]
  static let reals = ["0.5", "1.5", "2.0", "2.5", "-1.25", "3.0", "0.1", "7.5"]
  static let texts = [
    "a", "b", "abc", "A", "Abc", "ab", "the end", "x", "Z", "é", "a ", "B ", "zebra", "1", "The", "o",
  ]
  static let blobs = ["x''", "x'00'", "x'01'", "x'6162'", "x'ff'", "x'00112233445566778899aabbccddeeff'"]
  static let uuids = [
    "00112233-4455-6677-8899-aabbccddeeff", "A0B1C2D3-0000-4000-8000-000000000001",
    "a0b1c2d3-0000-4000-8000-000000000001", "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ]
  static let uuidBlobs = [
    "x'00112233445566778899aabbccddeeff'", "x'a0b1c2d3000040008000000000000001'",
    "x'ffffffffffffffffffffffffffffffff'",
  ]

  /// Texts that are dates, with their seconds since 2001.
  static let dates: [(text: String, seconds: Double)] = [
    ("2020-01-01", 599_529_600), ("2020-01-01 10:00:00", 599_565_600), ("2001-01-01", 0),
    ("2020-01-01T00:00:00Z", 599_529_600), ("1999-12-31", -31_708_800), ("2024-02-29 12:30:00", 730_902_600),
  ]

  /// The days that are used as keys, which are all different, with their seconds since 2001.
  static let days: [(text: String, seconds: Double)] = (0..<60).map { day in
    let (month, day) = (day < 31 ? 1 : 2, day < 31 ? day : day - 31)
    return ("2020-0\(month)-\(day < 9 ? "0" : "")\(day + 1)", 599_529_600 + 86_400 * Double(day + 31 * (month - 1)))
  }

  /// Numbers that a column of dates may hold, a list for each form.
  static let dateNumbers: [[String]] = [
    ["1577836800", "1583020800.5", "978307200", "1709209800"], ["599529600.5", "31536000", "0", "730902600"],
    ["1577836800000", "978307200000", "1709209800123"], ["2458849.5", "2451910.5", "2460370.25"],
    ["20200101", "20240229", "19991231"], ["-31622400", "-1", "1000"],
  ]

  /// Values that fit the type of few columns.
  static let odd: [String] = [
    "NULL", "NULL", "'5'", "'2.5'", "'abc'", "''", "' '", "9e999", "-9e999", "-0.0", "9223372036854775807",
    "-9223372036854775808", "9223372036854775806", "9007199254740993", "1e308", "-1.7976931348623157e308", "1e19",
    "5e-324", "x'01020304050607'", "x''", "x'61'", "zeroblob(16)", "'true'", "'yes'", "'no'", "'FALSE'", "'maybe'",
    "'2020-13-45'", "'not a date'", "'2020-01-01'", "'12:30'", "('a' || char(0) || 'b')", "char(0)",
    "('e' || char(769))", "'é'", "'😀'", "'ﬀ'", "'İ'", "'ß'", "'１'", "'００１'", "2.5", "1.0", "3", "2", "-7", "1e3",
    "'1e3'", "' 7'", "'7 '", "'0x10'", "'Infinity'", "'NaN'", "'NULL'", "('x' || char(10))", "char(65279)",
    "char(1114111)", "'00112233-4455-6677-8899-AABBCCDDEEFF'", "'{\"a\": 1}'", "'ABC'", "'abc  '", "2147483648",
    "1000000",
  ]

  /// Row numbers and keys at the ends of their ranges.
  static let farIntegers = [
    "-9223372036854775808", "9223372036854775807", "9223372036854775806", "-9223372036854775807", "0", "-1",
    "4611686018427387904", "-4611686018427387905", "2147483648", "9007199254740993",
  ]
}
