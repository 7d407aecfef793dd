import Foundation
import PredicateBinding
import PredicateModel
import PredicateSyntax
import Testing

/// Files from an untrusted source are decoded without limits of the caller. The standard limits hold.
@Suite struct HostileFileTests {
  /// Texts that are far over the limits: 10 MB, a nesting of 100,000, a million nodes.
  private static let texts: [(name: String, text: String)] = [
    ("10 MB of one constant", "title == '\(String(repeating: "x", count: 10_000_000))'"),
    ("10 MB of blanks", String(repeating: " ", count: 10_000_000) + "a == 1"),
    ("parentheses", String(repeating: "(", count: 100_000) + "a == 1" + String(repeating: ")", count: 100_000)),
    ("NOT", String(repeating: "NOT ", count: 100_000) + "a == 1"),
    ("minus", "a == " + String(repeating: "-", count: 100_000) + "b"),
    ("braces", "a IN " + String(repeating: "{", count: 100_000) + "1" + String(repeating: "}", count: 100_000)),
    ("a path", "a" + String(repeating: ".b", count: 100_000) + " == 1"),
    ("SUBQUERY", String(repeating: "SUBQUERY(a, $x, ", count: 100_000) + "a == 1"),
    ("terms", String(repeating: "a == 1 OR ", count: 500_000) + "a == 1"),
    ("a list", "a IN {" + String(repeating: "1, ", count: 1_000_000) + "1}"),
    ("a sum", "a == 1" + String(repeating: " + b", count: 500_000)),
    ("nothing closed", "a == '" + String(repeating: "\\u0041", count: 1_000_000)),
  ]

  /// Whether an error refuses a text for its length. The length is compared before a byte of the text is read, so that none of the shapes
  /// costs time.
  private static func isAboutLength(_ error: any Error) -> Bool {
    guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
    return (context.underlyingError as? PredicateIssue)?.has(.sourceLimit) == true
  }

  @Test(arguments: texts.indices) func aTextKeepsTheStandardLimits(_ index: Int) throws {
    let (name, text) = Self.texts[index]
    let quoted = try JSONEncoder().encode(text)
    let fetch = Data(#"{"entity": "Movie", "where": "#.utf8) + quoted + Data("}".utf8)
    let rule = Data(#"{"types": [{"type": "Movie", "rule": {"where": "#.utf8) + quoted + Data("}}]}".utf8)
    var refused = 0
    for read in [
      { _ = try JSONDecoder().decode(QueryPredicate.self, from: quoted) },
      { _ = try JSONDecoder().decode(EntityFetch.self, from: fetch) },
      { _ = try JSONDecoder().decode(QueryPolicy.self, from: rule) },
    ] as [() throws -> Void] {
      do { try read() } catch { refused += Self.isAboutLength(error) ? 1 : 0 }
    }
    #expect(refused == 3, "\(name)")
  }

  @Test func valuesAndExpressionsKeepThemToo() throws {
    let list = "{" + String(repeating: "1, ", count: 1_000_000) + "1}"
    let quoted = try JSONEncoder().encode(list)
    let variable = Data(
      #"{"types": [{"type": "M", "rule": {"where": "a == $x", "variables": [{"name": "x", "value": "#.utf8)
    for data in [variable + quoted + Data("}]}}]}".utf8)] {
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(QueryPolicy.self, from: data) }
      #expect(error.map(Self.isAboutLength) == true)
    }
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(QueryExpression.self, from: quoted) }
    #expect(error.map(Self.isAboutLength) == true)
  }

  /// The decoder limits the nesting of the JSON itself.
  @Test func deepJSONIsRefused() {
    let deep = Data(
      (String(repeating: #"{"where":"#, count: 100_000) + "1" + String(repeating: "}", count: 100_000)).utf8)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(EntityFetch.self, from: deep) }
    #expect(throws: (any Error).self) { try JSONDecoder().decode(QueryPolicy.self, from: deep) }
    #expect(throws: (any Error).self) { try JSONDecoder().decode([QueryPredicate].self, from: deep) }
  }

  @Test func widerLimitsAreTheApplicationsWord() throws {
    let text = try JSONEncoder().encode("a == '\(String(repeating: "x", count: 200_000))'")
    let decoder = JSONDecoder()
    decoder.userInfo[.predicateLimits] = PredicateLimits(sourceLength: 300_000)
    #expect(try decoder.decode(QueryPredicate.self, from: text).nodeCount == 3)
  }
}
