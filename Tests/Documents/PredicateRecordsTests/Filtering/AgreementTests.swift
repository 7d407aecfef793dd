import PredicateDocuments
import PredicateEngine
import PredicateReference
import PredicateTestSupport
import PredicateValues
import Testing

@Suite("Filtering agrees with evaluating")
struct AgreementTests {
  @Test("Random predicates over random objects")
  func random() throws {
    var held = 0
    var failed = 0
    for seed in RandomRun(rounds: 400).seeds {
      var generator = RandomRecords(seed: seed)
      let format = generator.condition(2)
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      let records = (0..<20).map { _ in generator.object(2) }
      var expected: [String] = []
      var issues = 0
      for record in records {
        let value = QueryValue(try JSONReader.value(of: record))
        do throws(PredicateIssue) {
          if try predicate.evaluateByReference(with: value) { expected.append(record) }
        } catch {
          issues += 1
        }
      }
      let filtered = try Filtered(format, records.joined(separator: "\n").utf8, as: .ndjson, portion: 50)
      #expect(filtered.text == expected.map { $0 + "\n" }.joined(), "seed \(seed): \(format)")
      #expect(filtered.issues.count == issues, "seed \(seed): \(format)")
      held += expected.count
      failed += issues
    }
    // Most conditions must be evaluated without an issue, because otherwise little would be compared.
    #expect(held > 500)
    #expect(failed > 100)
  }
}

/// Random conditions and records. Records and conditions share keys and values, so that both results occur.
struct RandomRecords {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let keys = ["a", "b", "c", "long_name_of_a_member", "é"]
  private static let scalars = [
    "null", "true", "false", "0", "1", "-7", "2.5", "-0.1", "7.0", "1e2", "9223372036854775807", "9007199254740993",
    "\"\"", "\"x\"", "\"Xy\"", "\"xyz\"",
    "\"É\"", "\"e\\u0301\"", "\"\\u0078\"", "\"a\\\\\\\"b\"", "\"2024-01-01\"",
  ]

  mutating func object(_ depth: Int) -> String {
    let count = Int.random(in: 0...4, using: &random)
    let members = (0..<count).map { _ in
      let key = random.oneIn(20) ? "\\u0061" : random.pick(Self.keys)
      return "\"\(key)\":\(space())\(value(depth))"
    }
    return "{" + space() + members.joined(separator: space() + ",") + space() + "}"
  }

  private mutating func value(_ depth: Int) -> String {
    guard depth > 0, random.oneIn(3) else { return random.pick(Self.scalars) }
    if random.oneIn(2) { return object(depth - 1) }
    let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth - 1) }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private mutating func space() -> String { random.oneIn(4) ? " " : "" }

  mutating func condition(_ depth: Int) -> String {
    if depth > 0, random.oneIn(2) {
      return switch random.next() % 3 {
      case 0: "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
      case 1: "(\(condition(depth - 1)) OR \(condition(depth - 1)))"
      default: "NOT (\(condition(depth - 1)))"
      }
    }
    let path = path()
    let options = random.pick(["", "", "[c]", "[cd]", "[n]", "[l]"])
    switch random.next() % 12 {
    case 0, 1, 2: return "\(path) \(random.pick(["==", "!=", "<", "<=", ">", ">="])) \(constant())"
    case 3: return "\(path) \(random.pick(["==", "!="]))\(options) \(text())"
    case 4, 5: return "\(path) \(random.pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE"]))\(options) \(text())"
    case 6: return "\(path) IN {\(constant()), \(constant()), \(text())}"
    case 7: return "ANY \(path) \(random.pick(["==", "!="])) \(constant())"
    case 8: return "\(path).@count \(random.pick(["==", ">"])) \(random.pick(["0", "1", "2"]))"
    case 9: return "\(path) == \(self.path())"
    case 10: return "\(path) \(random.pick(["==", "!="])) nil"
    default: return "SUBQUERY(\(path), $x, $x == \(constant()) OR $x.\(random.pick(Self.keys)) != nil).@count > 0"
    }
  }

  private mutating func path() -> String {
    let first = random.pick(Self.keys)
    switch random.next() % 8 {
    case 0, 1: return first + "." + random.pick(Self.keys)
    case 2: return first + "." + random.pick(Self.keys) + "." + random.pick(Self.keys)
    case 3: return random.pick(["SELF", "SELF." + first, first + "[0]", first + ".length"])
    default: return first
    }
  }

  private mutating func text() -> String {
    random.pick(["\"\"", "\"x\"", "\"X\"", "\"y\"", "\"xy\"", "\"é\"", "\"e\u{301}\"", "\"*y*\"", "\"a\\\\\\\"b\""])
  }

  private mutating func constant() -> String {
    random.oneIn(3)
      ? text()
      : random.pick([
        "nil", "TRUE", "FALSE", "0", "1", "-7", "2.5", "7", "-0.1", "9007199254740992.0", "100", "9223372036854775807",
        "\"2024-01-01\"",
      ])
  }
}
