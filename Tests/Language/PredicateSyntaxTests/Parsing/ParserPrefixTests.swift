import PredicateSyntax
import Testing

/// A condition at the beginning of a longer text is read, and the rest is returned.
@Suite struct ParserPrefixTests {
  @Test(arguments: [
    ("Movie where «year > 1990» sort by title", "(> year 1990)"),
    ("Movie where «year > 1990 AND title CONTAINS[c] \"x\"» limit 5", "(and (> year 1990) (CONTAINS[c] title 'x'))"),
    ("«(a == 1 OR b == 2)» order by c", "(or (== a 1) (== b 2))"),
    ("«NOT (a == 1)» sort by b", "(not (== a 1))"),
    ("«TRUEPREDICATE» limit 1", "true"),
    ("«a == 1»; .help", "(== a 1)"),
    ("«a == 1» // the rest", "(== a 1)"),
    ("«a == 1» \"unterminated", "(== a 1)"),
    ("«ANY tags.name == 'x'» limit 2", "(any == tags.name 'x')"),
    ("«a == 1»", "(== a 1)"),
    ("«a == 1»   ", "(== a 1)"),
  ])
  func stops(marked: String, sketch: String) throws {
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }
    try #require(parts.count == 3)
    let offset = parts[0].utf8.count
    let (result, end) = PredicateParser.prefix(of: parts.joined(), from: offset)
    #expect(result.issues.isEmpty)
    #expect(result.tree.map { ParserSketch.of($0) } == sketch)
    #expect(end == offset + parts[1].utf8.count)
    #expect(result.tree?.range.lowerBound == UInt32(offset) || sketch.hasPrefix("(or"))
  }

  @Test(arguments: [
    ("where lent sort by title", "bare-value"), ("where sort by title", "bare-value"),
    ("where year CONTAIN 'x' limit 1", "unknown-operator"),
    ("where (a == 1 sort", "operator-expected"), ("where ", "operand-expected"),
  ])
  func fails(text: String, code: String) {
    let result = PredicateParser.prefix(of: text, from: 6).result
    #expect(result.tree == nil)
    #expect(result.errors.first?.code == code)
  }

  @Test(arguments: [
    "show «year / 10» as decade, genre", "show «(a + 1) * 2», b",
    "sort by «lentToFriend.friendName» desc", "show «-1»",
    "show «.5» limit 3", "$a = «{1, 2}» $b = 3", "show «limit» limit 3",
    "show «title» NOT", "show «title»;", "show «max(a, b)»)",
  ])
  func valuesStop(marked: String) throws {
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }
    try #require(parts.count == 3)
    let offset = parts[0].utf8.count
    let (result, end) = PredicateParser.valuePrefix(of: parts.joined(), from: offset)
    #expect(result.issues.isEmpty)
    #expect(end == offset + parts[1].utf8.count)
    #expect(result.tree == PredicateParser.expression(String(parts[1])).tree)
  }

  @Test(
    arguments: [
      ("show title == 'x' limit 3", "condition-as-value", 17), ("show (title limit 3", "operator-expected", 19),
      ("show sum(limit 3", "operator-expected", 16), ("show , limit 3", "operand-expected", 5),
      ("show year + limit limit 3", nil, 17), ("show a AND b limit 3", "bare-value", 12),
    ] as [(String, String?, Int)])
  func valuesStopBehindMistakes(text: String, code: String?, end: Int) {
    let (result, found) = PredicateParser.valuePrefix(of: text, from: 5, before: ["limit"])
    #expect(result.errors.first?.code == code)
    #expect(found == end)
  }

  @Test("A word that begins the following text ends a condition, not a comparison")
  func endWords() {
    let words = ["limit", "sort"]
    for (text, code, end) in [
      ("lent limit 3", "bare-value", 4), ("NOT lent LIMIT 3", "bare-value", 8), ("year > limit limit 3", nil, 12),
      ("year CONTAIN 3 limit 3", "unknown-operator", 14), ("a == 1 AND b Sort 3", "bare-value", 12),
      ("year > > 3 limit 3", "operand-expected", 10),
    ] as [(String, String?, Int)] {
      let (result, found) = PredicateParser.prefix(of: text, from: 0, before: words)
      #expect(result.errors.map(\.code) == (code.map { [$0] } ?? []), "\(text)")
      #expect(found == end, "\(text)")
    }
  }
}
