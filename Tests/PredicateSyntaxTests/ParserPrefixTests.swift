import PredicateSyntax
import Testing

/// A condition at the head of something longer.
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
}
