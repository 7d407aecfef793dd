import OpenPredicate
import PredicateBinding
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Operands that the core contains twice, conditions used as operands, and both nested in each other.
@Suite struct NestedOperandsTests {
  private struct Row: Sendable, QueryableProperties {
    var a: Int?
    var b: Int? = 2
    var c: Int? = 3
    var year = 1990
    var price = 2.5
    var tags = [1]

    static let queryProperties: [QueryProperty<Row>] = [
      QueryProperty("a", \.a), QueryProperty("b", \.b), QueryProperty("c", \.c), QueryProperty("year", \.year),
      QueryProperty("price", \.price), QueryProperty("tags", \.tags),
    ]
  }

  private static func nested(_ depth: Int, _ wrap: (String) -> String) -> String {
    var condition = "a == 1"
    for _ in 0..<depth { condition = wrap(condition) }
    return condition
  }

  /// The time for compiling does not double with each level.
  @Test(
    arguments: [
      "TERNARY(…, 1, 2) == price", "TERNARY(…, 1, 2) == b", "TERNARY(…, 1, 2) BETWEEN {1, year}",
      "SUBQUERY(tags, $x, …).@count == price", "TERNARY(…, 1, 2) + 1 == c", "TERNARY(…, 'x', 'y') == 'x'",
    ])
  func formsAreMadeOnce(format: String) throws {
    for depth in [1, 2, 3, 30] {
      let text = Self.nested(depth) { format.replacingFirst("…", with: $0) }
      let query = try BoundQuery<Row>(QueryPredicate(QueryFormat(raw: text)))
      #expect(try query.matches(Row()) == query.matchesByReference(Row()), "\(depth): \(text)")
    }
  }

  /// If its sides may be nil, `<=` contains both sides twice in the core. The number of nested repetitions is limited.
  @Test(arguments: ["TERNARY(…, a, b) <= c", "TERNARY(…, 1, 2) IN {a, b, c}"])
  func repeatedOperandsHaveALimit(format: String) throws {
    func text(_ depth: Int) -> String { Self.nested(depth) { format.replacingFirst("…", with: $0) } }
    let query = try BoundQuery<Row>(QueryPredicate(QueryFormat(raw: text(4))))
    #expect(try query.matches(Row()) == query.matchesByReference(Row()))
    let issue = #expect(throws: PredicateIssue.self) { try BoundQuery<Row>(QueryPredicate(QueryFormat(raw: text(60)))) }
    #expect(issue?.has(.nodeLimit) == true)
    // Over dictionaries only IN repeats its left side: once for each element of the list.
    guard format.contains("IN") else { return }
    let dynamic = #expect(throws: PredicateIssue.self) { try [["a": 1]].filter(QueryFormat(raw: text(60))) }
    #expect(dynamic?.has(.nodeLimit) == true)
  }

  /// `random()` is evaluated once for BETWEEN. 0 and 3 are outside of the bounds whatever it returns.
  @Test func betweenEvaluatesItsValueOnce() throws {
    let rows = Array(repeating: Row(b: 1), count: 2_000)
    #expect(try rows.count(where: "TERNARY(random() > 0.5, 0, 3) BETWEEN {b, 2}") == 0)
  }

  /// A variable that an operand of TERNARY has bound before it failed is unbound afterwards.
  @Test func variablesEndWithTheirSubquery() throws {
    let rows: [[String: Any]] = [["a": 0, "list": [3]]]
    #expect(throws: PredicateIssue.self) {
      try rows.filter("TERNARY(a == 1, SUBQUERY(list, $x, $x BETWEEN {5}).@count, $x) == nil")
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: Character, with text: String) -> String {
    guard let place = firstIndex(of: part) else { return self }
    return self[..<place] + text + self[index(after: place)...]
  }
}
