import PredicateChecking
import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

/// A finding that a condition is always true, never true, or has no influence agrees with evaluating the condition.
@Suite("Always, never, idle") struct ConditionLogicTests {
  private static let check = Result { ProfileCheck(try .named("foundation")) }

  private static func comparison(_ random: inout SplitMix64) -> String {
    let key = ["a", "b"].randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "\(key) BETWEEN {\(Int.random(in: 0..<4, using: &random)), \(Int.random(in: 0..<4, using: &random))}"
    case 1: return "\(key) IN {\(Int.random(in: 0..<4, using: &random)), \(Int.random(in: 0..<4, using: &random))}"
    case 2: return "\(key) == nil"
    case 3: return "\(key) != nil"
    default:
      let op = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "=="
      return "\(key) \(op) \(Int.random(in: 0..<4, using: &random))"
    }
  }

  private static func condition(_ depth: Int, _ random: inout SplitMix64) -> String {
    if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 { return comparison(&random) }
    if Int.random(in: 0..<5, using: &random) == 0 { return "NOT (\(condition(depth - 1, &random)))" }
    let word = Bool.random(using: &random) ? "AND" : "OR"
    return (0..<Int.random(in: 2...3, using: &random)).map { _ in "(\(condition(depth - 1, &random)))" }
      .joined(separator: " \(word) ")
  }

  private static let values: [QueryValue] =
    [.null] + [-1, 0, 1, 2, 3, 4].map { .integer($0) } + [.double(0.5), .double(1.5), .double(2.5)]

  private static func answers(_ format: String) throws -> [Bool] {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    return try values.flatMap { a in
      try values.map { b in
        try predicate.evaluate(with: QueryValue.dictionary(QueryDictionary([("a", a), ("b", b)])))
      }
    }
  }

  @Test("Random conditions over two keys agree with evaluation")
  func random() throws {
    let check = try Self.check.get()
    let run = RandomRun(rounds: 150)
    var found = 0
    for seed in run.seeds {
      var random = SplitMix64(seed: seed)
      let format = Self.condition(3, &random)
      for issue in check.issues(in: format) {
        guard let range = issue.range else { continue }
        let bytes = Array(format.utf8)
        let part = String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
        switch CheckCode(rawValue: issue.code) {
        case .alwaysTrue where issue.message.hasPrefix("this holds"):
          found += 1
          #expect(!(try Self.answers(part)).contains(false), "seed \(seed): \(format)")
        case .alwaysFalse where issue.message.hasPrefix("this holds"):
          found += 1
          #expect(!(try Self.answers(part)).contains(true), "seed \(seed): \(format)")
        case .neverMatters:
          // Leaving out the part does not change the result of the condition. The part is replaced by TRUE in AND, and by FALSE in OR.
          let isAnd = issue.message.contains("this AND")
          let constant = isAnd ? "TRUEPREDICATE" : "FALSEPREDICATE"
          let before = String(decoding: bytes[..<Int(range.lowerBound)], as: UTF8.self)
          let behind = String(decoding: bytes[Int(range.upperBound)...], as: UTF8.self)
          found += 1
          #expect(
            try Self.answers(before + constant + behind) == Self.answers(format), "seed \(seed): \(format): \(part)")
        default: break
        }
      }
    }
    #expect(found > 5)
  }

  @Test("The answers of more than 400 comparisons are not combined", arguments: [(300, true), (3_000, false)])
  func large(count: Int, isCombined: Bool) throws {
    let format = (0..<count).map { "a\($0 % 50) > \($0)" }.joined(separator: " AND ")
    let codes = try Self.check.get().issues(in: format).map { CheckCode(rawValue: $0.code) }
    #expect(codes.contains(.neverMatters) == isCombined)
  }
}
