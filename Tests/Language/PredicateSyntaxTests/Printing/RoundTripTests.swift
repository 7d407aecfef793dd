import PredicateSyntax
import PredicateTestSupport
import Testing

private let limits = PredicateLimits(sourceLength: 50_000_000, nodes: PredicateLimits.maximumNodes)

/// What is wrong with the printed forms of a tree; nil if they read back as the tree.
private func flaw(of predicate: QueryPredicate) -> String? {
  flaw(of: predicate, exact: predicate.exactFormat, canonical: \.canonicalFormat) {
    PredicateParser.predicate($0, limits: limits)
  }
}

private func flaw(of expression: QueryExpression) -> String? {
  flaw(of: expression, exact: expression.exactFormat, canonical: \.canonicalFormat) {
    PredicateParser.expression($0, limits: limits)
  }
}

private func flaw<Tree: Hashable>(
  of tree: Tree, exact: String, canonical: (Tree) -> String, parse: (String) -> ParseResult<Tree>
) -> String? {
  guard let back = parse(exact).tree else { return "exact: \(exact)\n  \(parse(exact).issues)" }
  if back != tree { return "exact: \(exact)\n  reads as \(back)" }
  if back.hashValue != tree.hashValue { return "exact: \(exact)\n  has another hash" }
  let first = canonical(tree)
  guard let again = parse(first).tree else { return "canonical: \(first)\n  \(parse(first).issues)" }
  let second = canonical(again)
  if !second.utf8.elementsEqual(first.utf8) { return "canonical: \(first)\n  prints as \(second)" }
  return nil
}

/// The flaw of the smallest part of the tree that has one.
private func smallestFlaw(of predicate: QueryPredicate) -> String? {
  guard let whole = flaw(of: predicate) else { return nil }
  let parts = Subtrees(of: predicate)
  return parts.expressions.lazy.compactMap { flaw(of: $0) }.first
    ?? parts.predicates.lazy.compactMap { flaw(of: $0) }.first ?? whole
}

/// `OPENPREDICATE_ROUNDS=100000 swift test -c release --filter RoundTrip` runs many trees; `OPENPREDICATE_SEED` repeats one.
@Suite("Round trips of random trees: RoundTrip")
struct RoundTripTests {
  @Test("The exact form reads back as the same tree, Apple's form prints again as itself")
  func trees() {
    let run = RandomRun(rounds: 3_000)
    var failures = 0
    for seed in run.seeds where failures < 10 {
      var random = RandomTree(seed: seed)
      let size = random.random.pick([2, 4, 8, 20, 60])
      let predicate = random.predicate(size: size)
      let expression = random.expression(size: size)
      guard let flaw = smallestFlaw(of: predicate) ?? flaw(of: expression) else { continue }
      failures += 1
      Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1\n\(flaw)")
    }
  }

  @Test("As deep as the limits admit")
  func deepTrees() {
    let run = RandomRun(rounds: 200)
    var failures = 0
    for seed in run.seeds.prefix(2_000) where failures < 3 {
      var random = RandomTree(seed: seed)
      let predicate = random.deepPredicate()
      guard let flaw = smallestFlaw(of: predicate) else { continue }
      failures += 1
      Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1\n\(flaw.prefix(2_000))")
    }
  }

  @Test("Random trees have every kind of node")
  func everyKind() {
    var kinds: Set<String> = []
    for seed in 0..<UInt64(500) {
      var random = RandomTree(seed: seed)
      let parts = Subtrees(of: random.predicate(size: 30))
      for expression in parts.expressions {
        if case .literal(let value) = expression.node { kinds.insert(Self.label(value)) }
        kinds.insert(Self.label(expression.node))
      }
      for predicate in parts.predicates { kinds.insert(Self.label(predicate.node)) }
    }
    for kind in [
      "and", "or", "not", "comparison", "literal", "evaluatedObject", "anyKey", "variable", "keyPath", "path", "index",
      "aggregate", "call", "function", "cast", "ternary", "subquery", "binary", "negate", "assignment", "fetch",
      "placeholder", "null", "boolean", "integer", "double", "decimal", "string", "date", "data", "uuid", "url",
      "object",
    ] {
      #expect(kinds.contains(kind), "no \(kind)")
    }
    #expect(!kinds.contains("overLimit"))
  }

  /// The name of an enum's case.
  private static func label(_ value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  static let meaningsRows: [(String, String)] = [
    ("name = 'x'", #"name == "x""#), ("name like[c] 'a*'", #"name LIKE[c] "a*""#), ("isActive = YES", "isActive == 1"),
    ("name == NULL", "name == nil"), ("SOME a = 1", "ANY a == 1"), ("NONE a = 1", "NOT ANY a == 1"),
    ("NOT age = 24", "NOT age == 24"), ("!(a = 1 && b = 2)", "NOT (a == 1 AND b == 2)"), ("(((a = 1)))", "a == 1"),
    ("ALL id IN {}", "ALL id IN {}"), ("0x0F == 0o17", "15 == 15"),
    ("2 => 1 || 1 =< 2 || 1 <> 2", "2 >= 1 OR 1 <= 2 OR 1 != 2"),
    ("#like like 'like'", #"#like LIKE "like""#), ("g.@max.#self == g.@min.#self", "g.@max.#self == g.@min.#self"),
    ("SELF.g == 1", "g == 1"), ("(SELF.g)[0] == 2", "g[0] == 2"), ("a.d[0] == 1", "(a.d)[0] == 1"),
    ("(SELF.h)['A'] == 1", #"h["A"] == 1"#), ("a[SIZE] == 3 AND a[FIRST] == a[1]", "a[SIZE] == 3 AND a[FIRST] == a[1]"),
    ("A IN B UNION C", "A IN B UNION C"), ("sum({1,2}) == sum:({1,2})", "sum:({1, 2}) == sum:({1, 2})"),
    ("FUNCTION(a, 'pow:', 3) == 8", #"FUNCTION(a, "pow:" , 3) == 8"#), ("name LIKE [c] 'x'", #"name LIKE[c] "x""#),
    ("a = 1 and b = 2 and (c = 3 and d = 4)", "a == 1 AND b == 2 AND c == 3 AND d == 4"),
    ("TRUEPREDICATE OR falsepredicate", "TRUEPREDICATE OR FALSEPREDICATE"), ("amount <= 66.0", "amount <= 66"),
    ("x / 66.0 == 1", "x / 66.0 == 1"), ("-2 ** 2 == -x ** 2", "-2 ** 2 == -x ** 2"),
    ("%K.@count > %d", "%K.@count > %d"),
    ("TERNARY(j != NULL, j, '').length == 0", #"TERNARY(j != nil, j, "").length == 0"#),
    ("name ==[ndc] 'x'", #"name ==[cdn] "x""#), ("(a OR b = 1) = 2 OR TRUEPREDICATE", ""),
  ]

  @Test("Texts and their Apple form", arguments: meaningsRows)
  func meanings(_ source: String, _ expected: String) {
    #expect((PredicateParser.predicate(source).tree?.canonicalFormat ?? "") == expected)
  }
}
