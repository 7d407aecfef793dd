import PredicateFoundation
import PredicateTestSupport

/// Random conditions about a ``BridgedFilm`` that Foundation can express, as text.
struct BridgeRandomConditions {
  var random: SplitMix64

  mutating func condition(_ depth: Int = 3) -> String {
    if depth == 0 || random.oneIn(3) { return comparison() }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "NOT (\(condition(depth - 1)))"
    case 1: return "(" + (0..<3).map { _ in condition(depth - 1) }.joined(separator: " AND ") + ")"
    default: return "(" + (0..<3).map { _ in condition(depth - 1) }.joined(separator: " OR ") + ")"
    }
  }

  private mutating func comparison() -> String {
    let sign = random.pick(["==", "!=", "<", "<=", ">", ">="])
    let (number, otherNumber) = (random.pick(numbers), random.pick(numbers))
    let (text, otherText) = (random.pick(texts), random.pick(texts))
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: return "\(number) \(sign) \(year())"
    case 2: return "\(year()) \(sign) \(number)"
    case 3: return "\(random.pick(["rating", "length"])) \(sign) \(random.pick(["7.5", "8", "0"]))"
    case 4: return "\(number) \(sign) \(otherNumber)"
    case 5: return "\(text) \(sign) '\(name())'"
    case 6: return "\(text) \(sign) \(otherText)"
    case 7: return "\(random.pick(optionals)) \(random.pick(["==", "!="])) nil"
    case 8: return "\(number) BETWEEN {\(year()), \(year())}"
    case 9: return "\(number) IN {\(year()), \(year())}"
    case 10: return "\(text) \(random.pick(["CONTAINS", "BEGINSWITH"])) '\(name())'"
    case 11: return "'\(name())' IN \(random.pick(["tags", text]))"
    case 12: return random.oneIn(2) ? "ANY tags == '\(name())'" : "marks CONTAINS \(year())"
    case 13: return "\(random.pick(["tags", "marks"])).@count \(sign) \(Int.random(in: 0...3, using: &random))"
    case 14: return "lent == \(random.pick(["YES", "NO"]))"
    default:
      return random.oneIn(2) ? "added \(sign) CAST(7.5, 'NSDate')" : "id == CAST('\(BridgedFilm.ids[0])', 'NSUUID')"
    }
  }

  private let numbers = ["year", "remade", "decade", "borrower.age", "owner.age", "studio.founded"]
  private let texts = ["name", "subtitle", "borrower.name", "owner.name", "studio.name"]
  private let optionals = [
    "subtitle", "remade", "rating", "borrower", "borrower.age", "borrower.name", "studio", "year",
  ]

  private mutating func year() -> Int { random.pick(BridgedFilm.years) }
  private mutating func name() -> String { random.pick(BridgedFilm.names) }
}
