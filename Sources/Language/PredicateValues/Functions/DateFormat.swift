/// The text of a date by a pattern: `format(lentOn, "yyyy-MM")`. An extension of the language.
///
/// The fields are the fields of Unicode's patterns that do not depend on a language. Letters between apostrophes, and all characters other than ASCII
/// letters, stay as they are. Two apostrophes give one apostrophe.
///
/// ```swift
/// try DateFormat("yyyy-MM").text(of: 0, in: .utc)      // 2001-01
/// try DateFormat("YYYY-'W'ww").text(of: 0, in: .utc)   // 2001-W01
/// ```
struct DateFormat: Sendable {
  private enum Part: Sendable {
    case text(String)
    case field(@Sendable (LocalMoment) -> Int, width: Int)
  }

  /// The spellings of a field, from short to long, and the function that computes its number.
  private static let fields: [(letters: [String], number: @Sendable (LocalMoment) -> Int)] = [
    (["yyyy"], { $0.day.year }), (["Q"], { $0.day.quarter }), (["M", "MM"], { $0.day.month }),
    (["YYYY"], { $0.day.week.year }), (["w", "ww"], { $0.day.week.number }), (["d", "dd"], { $0.day.day }),
    (["D", "DDD"], { $0.day.dayOfYear }), (["H", "HH"], { $0.second / 3_600 }), (["m", "mm"], { $0.second / 60 % 60 }),
    (["s", "ss"], { $0.second % 60 }),
  ]

  private var parts: [Part] = []

  /// Throws an issue of kind `type` for letters that are not a field, and for an apostrophe without its partner.
  init(_ pattern: String) throws(PredicateIssue) {
    var rest = Substring(pattern).unicodeScalars
    while let first = rest.first {
      if first == "'" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else { throw Self.unreadable("an apostrophe without its partner") }
        parts.append(.text(end == rest.startIndex ? "'" : String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else if first.isASCII, first.properties.isAlphabetic {
        let letters = String(rest.prefix { $0 == first })
        guard let field = Self.fields.first(where: { $0.letters.contains(letters) }) else {
          throw Self.unreadable("“\(letters)”")
        }
        parts.append(.field(field.number, width: letters.utf8.count))
        rest = rest.dropFirst(letters.utf8.count)
      } else {
        parts.append(.text(String(first)))
        rest.removeFirst()
      }
    }
  }

  private static func unreadable(_ found: String) -> PredicateIssue {
    .functionArgument(
      "format",
      expected: "a pattern of \(fields.flatMap(\.letters).joined(separator: ", ")) and other text in apostrophes",
      found: found)
  }

  /// The text of a date. Nil for a date that ``LocalMoment`` cannot represent: infinite, or more than 30 million years away.
  func text(of seconds: Double, in zone: QueryTimeZone) -> String? {
    guard let moment = LocalMoment(seconds, in: zone) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    for part in parts {
      switch part {
      case .text(let text): bytes += text.utf8
      case .field(let number, let width):
        let value = number(moment)
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
          bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
          rest /= 10
        } while rest > 0 || bytes.count - start < width
        bytes[start...].reverse()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The last pattern that was read: a statement has the same one for all rows.
  private static let last = Locked<(pattern: String, format: DateFormat)?>(nil)

  /// The format of a pattern, read once for successive calls.
  private static func read(_ pattern: String) throws(PredicateIssue) -> DateFormat {
    if let known = last.withLock({ $0 }), known.pattern.hasSameScalars(as: pattern) { return known.format }
    let format = try DateFormat(pattern)
    last.withLock { $0 = (pattern, format) }
    return format
  }

  static let function = function(
    "format:as:", [.date, .string],
    "A date as a text, formatted by a pattern, in UTC: `yyyy-MM-dd HH:mm:ss`, `YYYY-'W'ww`.",
    "format(CAST('2026-11-21', 'NSDate'), 'yyyy-MM') ⇒ '2026-11'"
  ) { _ in .utc }

  static let zonedFunction = function(
    "format:as:inTimeZone:", [.date, .string, .string],
    "A date as a text, formatted by a pattern, in a time zone such as `Europe/Berlin`.",
    "format(CAST('2026-06-30T23:30', 'NSDate'), 'yyyy-MM', 'Europe/Berlin') ⇒ '2026-07'"
  ) { arguments throws(PredicateIssue) in
    guard case .string(let name) = arguments[2] else { return .utc }
    guard let zone = QueryTimeZone(name) else { throw .unknownTimeZone(name) }
    return zone
  }

  private static func function(
    _ name: String, _ parameters: [FunctionParameter], _ documentation: String, _ example: String,
    _ zone: @escaping @Sendable ([QueryValue]) throws(PredicateIssue) -> QueryTimeZone
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, parameters, result: .string, documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in
      guard case .date(let date) = arguments[0], case .string(let pattern) = arguments[1] else { return .null }
      return try read(pattern).text(of: date, in: zone(arguments)).map { .string($0) } ?? .null
    }.partial().asExtension()
  }
}
