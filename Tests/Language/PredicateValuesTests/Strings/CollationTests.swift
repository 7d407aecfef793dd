import PredicateValues
import Testing

@Suite("The root collation")
struct CollationTests {
  static let cases: [(String, String, StringOptions, ValueOrder)] = [
    ("straße", "strasse", [], .greater), ("a", "B", [], .less), ("é", "f", [], .less), ("e\u{301}", "é", [], .equal),
    ("a", "A", [], .less), ("a", "A", .caseInsensitive, .equal), ("e", "é", .caseInsensitive, .less),
    ("e", "é", .diacriticInsensitive, .equal), ("e", "É", .diacriticInsensitive, .less),
    ("e", "É", [.caseInsensitive, .diacriticInsensitive], .equal), ("", "", [], .equal), ("", "a", [], .less),
  ]

  @Test("has the order of dictionaries", arguments: cases)
  func order(left: String, right: String, options: StringOptions, expected: ValueOrder) throws {
    let collation = try Collation.root(options)
    #expect(collation.order(left, right) == expected)
    #expect(collation.order(right, left) == expected.reversed)
  }

  @Test("is the order of [l]")
  func option() throws {
    #expect(try ValueComparison.evaluate("a", .lessThan, "B", options: .localeSensitive))
    #expect(try !ValueComparison.evaluate("a", .lessThan, "B", options: [.localeSensitive, .normalized]))
    #expect(try ValueComparison.evaluate("straße", .greaterThan, "strasse", options: .localeSensitive))
    #expect(try ValueComparison.evaluate("e\u{301}", .in, ["é"], options: .localeSensitive))
  }
}
