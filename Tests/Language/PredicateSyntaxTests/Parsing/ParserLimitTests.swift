import PredicateSyntax
import PredicateTestSupport
import Testing

/// Each limit is allowed and one more is refused. Hostile formats give an issue.
@Suite struct ParserLimitTests {
  private func kinds(_ format: String, _ limits: PredicateLimits = .standard) -> [PredicateIssue.Kind] {
    PredicateParser.predicate(format, limits: limits).errors.map { $0.kind }
  }

  private func nested(_ opening: String, _ inner: String, _ closing: String, _ count: Int, _ end: String = "") -> String
  {
    String(repeating: opening, count: count) + inner + String(repeating: closing, count: count) + end
  }

  @Test func sourceLength() {
    let limits = PredicateLimits(sourceLength: 20)
    #expect(kinds("a == \"" + String(repeating: "x", count: 13) + "\"", limits).isEmpty)
    #expect(kinds("a == \"" + String(repeating: "x", count: 14) + "\"", limits) == [.limit])
    #expect(kinds(String(repeating: "(", count: 1_000_000)) == [.limit])
  }

  @Test func nodes() {
    let limits = PredicateLimits(nodes: 6)
    // The limit counts the comparison, its left side, the list, and the three numbers.
    #expect(kinds("a IN {1, 2, 3}", limits).isEmpty)
    #expect(kinds("a IN {1, 2, 3, 4}", limits) == [.limit])
  }

  @Test func arguments() {
    let limits = PredicateLimits(arguments: 2)
    #expect(kinds("%K == %@", limits).isEmpty)
    #expect(kinds("%K == %@ OR %K == 1", limits) == [.limit])
  }

  @Test(arguments: [
    ("(", "a == 1", ")", ""), ("NOT ", "a == 1", "", ""), ("!", "a == 1", "", ""), ("NOT (", "a == 1", ")", ""),
    ("{", "a", "}", " == 1"),
    ("-", "a", "", " == 1"), ("a[", "1", "]", " == 1"), ("f(", "1", ")", " == 1"), ("f:(", "1", ")", " == 1"),
    ("CAST(", "1", ", 'x')", " == 1"),
    ("FUNCTION(", "1", ", 'x')", " == 1"), ("TERNARY(1 == ", "1", ", 2, 3)", " == 1"),
    ("SUBQUERY(", "a", ", $x, $x == 1)", " == 1"),
    ("SUBQUERY(a, $x, $x == ", "1", ")", " == 1"), ("FETCH(", "a", ", 1, 2)", " == 1"), ("$x := ", "1", "", " == 1"),
    ("1 + (", "1", ")", " == 1"), ("a.b(", "1", ")", " == 1"), ("a == 1 AND (b == 2 OR (", "c == 3", "))", ""),
    ("1 | 1 ^ 1 & 1 << 1 + 1 * 1 ** (", "1", ")", " == 1"), ("(a + (", "1", "))", " == 1"),
  ])
  func nesting(opening: String, inner: String, closing: String, end: String) throws {
    for limit in [12, 256] {
      let limits = PredicateLimits(nesting: limit)
      var deepest = 0
      for count in 1...limit where kinds(nested(opening, inner, closing, count, end), limits).isEmpty {
        deepest = count
      }
      #expect(deepest > 0)
      let tree = try QueryPredicate(
        format: QueryFormat(raw: nested(opening, inner, closing, deepest, end)), limits: limits)
      #expect(tree.nesting <= limit)
      #expect(kinds(nested(opening, inner, closing, deepest + 1, end), limits) == [.limit])
    }
  }

  @Test func nestingAtItsValue() {
    #expect(kinds(nested("(", "a == 1", ")", 256)).isEmpty)
    #expect(kinds(nested("(", "a == 1", ")", 257)) == [.limit])
    #expect(kinds("a == " + nested("", "1", " + 1", 256)).isEmpty)
    #expect(kinds("a == " + nested("", "1", " + 1", 257)) == [.limit])
    #expect(kinds(nested("", "a == 1", " AND a == 1", 2_000)).isEmpty)
  }

  /// 99,000 bytes of one construct, and a million with a higher limit. The parser always returns, with an issue of kind `limit` if the format is too deep.
  @Test(arguments: [
    "(", "{", "NOT ", "!", "-", "a[", "f(", "1+", "CAST(", "TERNARY(", "SUBQUERY(a,$x,", "FUNCTION(", "FETCH(",
    "$x := ", "a.b(", "a == (",
    "NOT (", "-(", "1**(", "(a == 1 AND ",
  ])
  func deepFormats(unit: String) {
    let limits = PredicateLimits(sourceLength: 10_000_000)
    for length in [99_000, 1_000_000] {
      for end in ["", "1", "a == 1"] {
        let format = String(repeating: unit, count: length / unit.utf8.count) + end
        #expect(kinds(format, limits) == [.limit])
      }
    }
  }

  @Test(arguments: [
    "a.", "a == 1 AND ", "ANY ", "%@ ", "%K.", "a:", "a:b(", ".", ",", ")", "]", "}", "'", "\"", "\\", "#", "@", "$",
    "“", "\u{301}", "é",
    "0x", "9", "1.", "1e", ".5", "a NOT IN ", "a IS NOT ", "a === ", "{1,", "(a)", "x CONTAIN ", "/*", "//\n",
    "a == 1 b ", "'\\d", "%name% ",
    "a == [", "a IN (1,", "UNION ", "UTI-", "1AND ", "a[1].", "%hhhh", "x:y", "a == 1 == ", "!=", "\u{0}", "a ==[c",
  ])
  func longFormats(unit: String) {
    for end in ["", "1", "a == 1"] {
      let result = PredicateParser.predicate(String(repeating: unit, count: 99_000 / unit.utf8.count) + end)
      #expect(result.tree != nil || !result.errors.isEmpty)
      #expect(result.issues.count <= 40)
    }
  }

  @Test func noiseGivesAnAnswer() {
    let seed: UInt64 = 7
    var generator = SplitMix64(seed: seed)
    let pieces = [
      "a", " ", "==", "(", ")", "[", "]", "{", "}", ",", ".", "$x", "@", "%@", "%K", "%d", "'x'", "\"", "\\", "1",
      "1.5", "0x", "AND", "OR",
      "NOT", "ANY", "IN", "BETWEEN", "SELF", "TRUE", "nil", "CAST(", "SUBQUERY(", "FUNCTION(", "TERNARY(", "FETCH(",
      "TRUEPREDICATE",
      "UNION", ":=", "**", "-", "+", "<<", "#", "é", "“", "🍁", "size", "first", "[c]", "[cd]", "is", "null", "===",
      "/*", "//", "f(",
      "mod:by:(", "~", "LIKE", "_", "x:", "\u{0}", "\t", "\n", "e5", ".5",
    ]
    for _ in 0..<8_000 {
      var format = ""
      for _ in 0..<Int.random(in: 1...24, using: &generator) { format += pieces.randomElement(using: &generator) ?? "" }
      let length = format.utf8.count
      let result = PredicateParser.predicate(format)
      #expect((result.tree == nil) == !result.errors.isEmpty, "\(format) (seed \(seed))")
      #expect(result.issues.allSatisfy { Int($0.range?.upperBound ?? 0) <= length }, "\(format) (seed \(seed))")
      let prefix = PredicateParser.prefix(of: format, from: 1)
      #expect(prefix.end <= length, "\(format) (seed \(seed))")
      _ = PredicateParser.expression(format, arguments: ["a.b", QueryArgument.array([])])
      if let tree = result.tree { _ = PredicateLint.notes(for: tree, in: format) }
    }
  }
}
