import PredicateTestSupport
import PredicateValues

extension WideGenerator {
  mutating func value(_ kind: Kind, _ places: [Place], _ depth: Int) -> String {
    if depth <= 0 || number(upTo: 10) < 5 {
      let names = places.flatMap { attributes(kind, of: $0) }
      if !names.isEmpty, number(upTo: 3) > 0 { return random.pick(names) }
      return constant(kind)
    }
    if random.oneIn(4) { return ofMany(kind, places, depth) }
    if random.oneIn(6) {
      let test = condition(places, depth: min(depth - 1, 1))
      return "TERNARY(\(test), \(value(kind, places, depth - 1)), \(value(kind, places, depth - 1)))"
    }
    switch kind {
    case .number: return computedNumber(places, depth - 1)
    case .string: return computedString(places, depth - 1)
    case .date: return computedDate(places, depth - 1)
    }
  }

  private mutating func constant(_ kind: Kind) -> String {
    switch kind {
    case .number:
      if random.oneIn(3) { return given(givenNumber()) }
      return random.pick([
        "0", "1", "2", "-1", "7.5", "8", "1990", "1972.0", "2001", "1e3", "YES", "NO", "0.1", "9007199254740993",
        "9223372036854775807", "99999999999999999999", "-0.0", "1e300", "nil",
      ])
    case .string:
      if random.oneIn(3) {
        return given(
          random.pick([
            .string("Drama"), .string("café"), .string("e\u{301}"), .string("x' OR 1=1 --"), .string("a\u{0}b"),
            .string("😀"), .string(""), .null, .string("classic"), .string("ß"), .string("İ"),
          ]))
      }
      return random.pick([
        "'a'", "'The '", "'the'", "'e'", "'É'", "''", "'o'", "'Drama'", "'classic'", "'1994'", "'Anna'", "'e\\u0301'",
      ])
    case .date:
      if random.oneIn(3) { return given(random.pick([.date(600_000_000.5), .date(0), .null])) }
      return random.pick([
        "CAST(700000000, 'NSDate')", "CAST('2020-03-01', 'NSDate')", "CAST(0, 'NSDate')", "now()",
      ])
    }
  }

  private mutating func givenNumber() -> QueryValue {
    let decimals = ["0.1", "7.5", "1994", "12345678901234567890.5"].compactMap { QueryDecimal($0) }
    return random.pick(
      [
        .integer(0), .integer(1994), .double(7.5), .double(8.1), .boolean(true), .null, .double(.infinity),
        .double(.nan),
      ]
        + decimals.map { .decimal($0) })
  }

  /// One value of a collection.
  private mutating func ofMany(_ kind: Kind, _ places: [Place], _ depth: Int) -> String {
    let way = random.oneIn(3) ? subquery(places, 0) : many(places)
    let name = attribute(kind, behind: way.entity)
    switch number(upTo: 5) {
    case 0: return "(\(collection(kind, places, depth - 1)))[\(index())]"
    case 1:
      if let name = attributes(kind, of: Place(entity: way.entity, prefix: "", object: "", shapes: shapes), depth: 0)
        .randomElement(using: &random)
      {
        return "(\(way.text))[\(index())].\(name)"
      }
    case 2 where kind == .number:
      return random.pick(["\(way.text).@count", "(\(way.text))[SIZE]", "count:(\(way.text))"])
    case 3 where kind == .number:
      let function = random.pick(["sum", "min", "max", "average", "median", "stddev", "count", "sum:", "max:"])
      return "\(function)(\(collection(.number, places, depth - 1)))"
    default: break
    }
    guard let name else { return constant(kind) }
    let operators = kind == .number ? ["sum", "avg", "min", "max"] : ["min", "max"]
    return "\(way.text).@\(random.pick(operators)).\(name)"
  }

  private mutating func computedNumber(_ places: [Place], _ depth: Int) -> String {
    let a = value(.number, places, depth)
    switch number(upTo: 9) {
    case 0, 1, 2:
      let op = random.pick(["+", "-", "*", "/", "/", "**", "&", "|", "^", "<<", ">>"])
      return "(\(a) \(op) \(value(.number, places, depth)))"
    case 3: return "-(\(a))"
    case 4:
      let text = value(.string, places, depth)
      return random.pick(["length(\(text))", "length:(\(text))", "FUNCTION(\(text), 'length')"])
    case 5:
      let function = random.pick([
        "abs", "floor", "ceiling", "trunc", "sqrt", "ln", "log", "exp", "onesComplement", "chs", "noindex",
      ])
      return random.oneIn(2) ? "\(function)(\(a))" : "\(function):(\(a))"
    case 6:
      let function = random.pick([
        "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:", "bitwiseAnd:with:",
        "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:", "min", "max",
      ])
      return "\(function)(\(a), \(value(.number, places, depth)))"
    case 7:
      if let name = places.flatMap({ attributes(.string, of: $0) }).randomElement(using: &random) {
        return "\(name).\(random.pick(["length", "integerValue", "doubleValue"]))"
      }
      return a
    default:
      let source = value(random.pick(Kind.allCases), places, depth)
      return "CAST(\(source), '\(random.pick(["NSNumber", "NSDecimalNumber", "Int", "Double", "Bool"]))')"
    }
  }

  private mutating func computedString(_ places: [Place], _ depth: Int) -> String {
    let a = value(.string, places, depth)
    switch number(upTo: 5) {
    case 0: return "\(random.pick(["uppercase", "lowercase", "canonical", "uppercase:"]))(\(a))"
    case 1: return "CAST(\(value(random.pick(Kind.allCases), places, depth)), '\(random.pick(["NSString", "String"]))')"
    case 2:
      let properties = [
        "lowercaseString", "uppercaseString", "capitalizedString", "lastPathComponent", "pathExtension",
        "stringByDeletingLastPathComponent",
      ]
      if let name = places.flatMap({ attributes(.string, of: $0) }).randomElement(using: &random) {
        return "\(name).\(random.pick(properties))"
      }
      return a
    case 3: return "FUNCTION(\(a), '\(random.pick(["uppercaseString", "lowercaseString", "capitalizedString"]))')"
    default: return "groupConcat:separator:(\(collection(.string, places, depth)), \(value(.string, places, 0)))"
    }
  }

  private mutating func computedDate(_ places: [Place], _ depth: Int) -> String {
    switch number(upTo: 2) {
    case 0: return "CAST(\(value(random.pick(Kind.allCases), places, depth)), '\(random.pick(["NSDate", "Date"]))')"
    default:
      return "FUNCTION(\(value(.date, places, depth)), 'dateByAddingTimeInterval:', \(value(.number, places, depth)))"
    }
  }
}
