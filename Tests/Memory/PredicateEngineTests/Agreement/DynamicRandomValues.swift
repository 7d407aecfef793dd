import Foundation
import OpenPredicate
import PredicateTestSupport

/// Random dictionaries of anything: mostly of the types that the names suggest, sometimes of others, sometimes nil or
/// not there.
struct RandomDictionaries {
  var random: SplitMix64

  mutating func dictionary(_ depth: Int = 2) -> [String: Any] {
    var result: [String: Any] = [:]
    for name in ["i", "j", "d", "b", "s", "t", "tags", "numbers", "mixed", "é", "K", "a name of many letters"]
    where random.chance(80) {
      result[name] = value(name, depth)
    }
    for name in ["o", "list"] where depth > 0 && random.chance(75) { result[name] = value(name, depth) }
    // A short name that still uses the storage of a longer one.
    if random.chance(10), let value = result.removeValue(forKey: "i") {
      var name = "i" + String(repeating: "x", count: 40)
      name.removeLast(40)
      result[name] = value
    }
    // Large tables are hashed, not scanned.
    if random.chance(5) { for index in 0..<40 { result["filler \(index)"] = index } }
    return result
  }

  private mutating func value(_ name: String, _ depth: Int) -> Any {
    if random.chance(8) { return stray(depth) }
    switch name {
    case "i", "j", "K": return random.integer()
    case "d": return random.double()
    case "b": return random.chance(50)
    case "s", "t", "é", "a name of many letters": return random.text()
    case "tags":
      let tags = (0..<random.next() % 4).map { _ in random.text() }
      return random.chance(50) ? tags : tags as [Any]
    case "numbers": return (0..<random.next() % 4).map { _ in random.pick([0, 1, 2, 3]) }
    case "mixed": return (0..<random.next() % 4).map { _ in stray(0) }
    case "o": return dictionary(depth - 1)
    default: return (0..<random.next() % 4).map { _ in random.chance(90) ? dictionary(depth - 1) : stray(0) }
    }
  }

  mutating func stray(_ depth: Int) -> Any {
    switch random.next() % 14 {
    case 0: return random.integer()
    case 1: return random.double()
    case 2: return random.text()
    case 3: return random.chance(50)
    case 4: return Optional<Int>.none as Any
    case 5: return Date(timeIntervalSinceReferenceDate: random.pick([0, 1, 1e9]))
    case 6: return Decimal(random.pick([0, 1, 7]))
    case 7: return UInt64.max
    case 8: return Optional(random.integer()) as Any
    case 9: return Set([random.pick([1, 2])])
    case 10: return QueryValue.string(random.text())
    case 11: return [random.text()]
    case 12 where depth > 0: return dictionary(depth - 1)
    default: return Float(1.5)
    }
  }
}

/// Random formats over these dictionaries. Some formats fail for some dictionaries.
struct RandomDynamicConditions {
  var random: SplitMix64
  private var variable = 0
  private var scope: [String] = []

  init(random: SplitMix64) { self.random = random }

  mutating func condition(_ depth: Int = 3) -> String {
    if depth > 0, random.chance(45) {
      switch random.next() % 5 {
      case 0, 1: return "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")"
      case 2, 3: return "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")"
      default: return "NOT (" + condition(depth - 1) + ")"
      }
    }
    switch random.next() % 16 {
    case 0, 1, 2: return number() + order() + numberConstant()
    case 3: return numberConstant() + order() + number()
    case 4: return number() + " BETWEEN {" + numberConstant() + ", " + numberConstant() + "}"
    case 5: return number() + " IN {" + numberConstant() + ", " + anyConstant() + "}"
    case 6, 7: return text() + textOperator() + quoted()
    case 8: return text() + " IN" + options() + " {" + quoted() + ", " + quoted() + ", " + anyConstant() + "}"
    case 9: return text() + random.pick([" MATCHES", " LIKE"]) + options() + " " + pattern()
    case 10: return anything() + random.pick([" == nil", " != nil", " <= nil"])
    case 11: return anything() + order() + anything()
    case 12: return quantified()
    case 13: return member()
    case 14 where depth > 0: return subquery(depth)
    default: return "TERNARY(" + condition(0) + ", " + number() + ", " + text() + ")" + order() + anyConstant()
    }
  }

  private mutating func order() -> String { random.pick([" == ", " != ", " < ", " <= ", " > ", " >= "]) }

  private mutating func options() -> String { random.pick(["", "", "", "[c]", "[d]", "[cd]", "[n]", "[l]"]) }

  private mutating func path(_ names: [String]) -> String {
    let name = random.pick(names)
    return scope.isEmpty || random.chance(30) ? name : random.pick(scope) + (random.chance(10) ? "" : "." + name)
  }

  private mutating func number() -> String {
    switch random.next() % 12 {
    case 0: return path(["i", "j", "d"]) + random.pick([" + ", " * ", " - ", " / "]) + path(["i", "numbers", "s"])
    case 1: return path(["tags", "list", "numbers", "o", "i", "list.tags"]) + ".@count"
    case 2: return path(["numbers", "list.i", "mixed"]) + random.pick([".@sum.self", ".@max.self", ".@avg.self"])
    case 3: return path(["s", "t"]) + ".length"
    case 4: return "abs(" + path(["i", "d"]) + ")"
    case 5: return path(["numbers", "tags", "o"]) + "[" + random.pick(["0", "FIRST", "SIZE", "'i'"]) + "]"
    default: return path(["i", "j", "d", "b", "K", "o.i", "o.d", "list.i", "missing", "i.x", "s", "\u{212A}"])
    }
  }

  private mutating func text() -> String {
    path([
      "s", "t", "s", "t", "é", "e\u{301}", "o.s", "o.o.t", "s.lowercaseString", "s.nothing", "list.s", "missing", "i",
      "CAST(i, 'NSString')", "o.é",
    ])
  }

  private mutating func anything() -> String {
    random.chance(10)
      ? "SELF" : random.pick([number(), text(), path(["tags", "list", "numbers", "mixed", "o", "list.tags"])])
  }

  private mutating func numberConstant() -> String {
    random.pick([
      "0", "1", "2", "3", "-1", "7", "7.5", "0.5", "1.0", "64", "1990", "TRUE", "9223372036854775807",
      "9007199254740993",
      "1e300", "nil", "'1'", "CAST(1, 'NSDate')", "CAST('7', 'NSDecimalNumber')",
    ])
  }

  private mutating func quoted() -> String {
    random.pick([
      "''", "'a'", "'the '", "'THE'", "'Star'", "'star'", "'cafe'", "'café'", "'cafe\u{301}'", "'ss'", "'ß'", "'k'",
      "'fi'",
      "'fifteen letters'", "'a longer text with star in it'", "'日本'", "1", "nil",
    ])
  }

  private mutating func anyConstant() -> String { random.chance(50) ? numberConstant() : quoted() }

  private mutating func pattern() -> String {
    random.pick(["'*star*'", "'s*'", "'?a*'", "'.*star.*'", "'[a-z]+'", "'a|b'", "'.'", "'*'", "''", "s", "1"])
  }

  private mutating func textOperator() -> String {
    random.pick([" ==", " !=", " <", " >=", " BEGINSWITH", " ENDSWITH", " CONTAINS", " IN"]) + options() + " "
  }

  private mutating func quantified() -> String {
    let range = path(["tags", "numbers", "mixed", "list.s", "list.i", "list.tags", "o", "i", "s", "missing"])
    let modifier = random.pick(["ANY ", "ALL ", "NONE "])
    return modifier + range + (random.chance(50) ? textOperator() + quoted() : order() + anyConstant())
  }

  private mutating func member() -> String {
    let container = path(["tags", "numbers", "mixed", "o", "s", "i", "missing", "list.s", "{1, i, s}"])
    let member = random.chance(60) ? anyConstant() : anything()
    return random.chance(50)
      ? member + " IN" + options() + " " + container : container + " CONTAINS" + options() + " " + member
  }

  private mutating func subquery(_ depth: Int) -> String {
    variable += 1
    let name = "$v\(variable)"
    let outer = scope
    let collection = path(["list", "tags", "numbers", "mixed", "o", "list.list", "i"])
    scope = outer + [name]
    let inner = condition(depth - 1)
    scope = outer
    return "SUBQUERY(\(collection), \(name), \(inner)).@count" + order() + random.pick(["0", "1", "2", "i"])
  }
}
