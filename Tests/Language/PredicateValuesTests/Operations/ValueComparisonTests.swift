import PredicateValues
import Testing

@Suite("Comparing two values")
struct ValueComparisonTests {
  typealias Case = (left: QueryValue, op: ComparisonOperator, right: QueryValue, options: StringOptions, holds: Bool)

  static let cd: StringOptions = [.caseInsensitive, .diacriticInsensitive]
  static let tags = QueryValue.set(["Noir", "café", 7])
  static let dictionary = QueryValue.dictionary(QueryDictionary([("key", "value")]))

  /// The cases. First come those whose results the language's documents state.
  static let cases: [Case] = [
    ("42", .notEqual, 42, [], true), ("", .notEqual, false, [], true), (0, .notEqual, false, [], false),
    (42.0, .equal, 42, [], true), (true, .equal, 1, [], true), (false, .greaterThanOrEqual, 0, [], true),
    (123, .lessThanOrEqual, 123, [], true), (123.00001, .lessThanOrEqual, 123, [], false),
    ("XYZ", .lessThanOrEqual, "abc", [], true), ("abcd", .lessThanOrEqual, "abc", [], false),
    ("x Z", .greaterThanOrEqual, "x z", [], false), ("01", .lessThan, "1", [], true),
    ("aBcDeF", .beginsWith, "", [], false), ("abc", .contains, "", [], false),
    ("abc", .endsWith, "", [.caseInsensitive], false),
    ("ac", .like, "a*c", [], true), ("ac", .like, "a?c", [], false), ("Hello", .matches, "ell", [], false),
    (42, .between, [23, 50], [], true), (5, .between, [10, 1], [], false), (1, .in, [1.0], [], true),
    ("1", .in, [1], [], false),
    // The order by scalar values, which differs from that of UTF-16 units.
    ("\u{FF5E}", .lessThan, "\u{1F600}", [], true), ("é", .equal, "e\u{301}", [], false),
    ("é", .equal, "e\u{301}", .caseInsensitive, true), ("é", .equal, "E", cd, true),
    ("B", .lessThan, "a", [], true), ("B", .lessThan, "a", .caseInsensitive, false),
    ("STRASSE", .equal, "straße", .caseInsensitive, true), ("É", .equal, "é", [.caseInsensitive, .normalized], false),
    ("Brief", .between, ["a", "c"], .caseInsensitive, false), (.date(5), .between, [.date(5), .date(5)], [], true),
    // Containers.
    ("oi", .in, "Noir", [], true), ("Noir", .contains, "OI", .caseInsensitive, true),
    (tags, .contains, "noir", [], false),
    (tags, .contains, "noir", .caseInsensitive, true), ("CAFE", .in, tags, cd, true), (7.0, .in, tags, cd, true),
    ("value", .in, dictionary, [], true), ("key", .in, dictionary, [], false), ([1], .in, [[1.0]], [], true),
    (["A"], .equal, ["a"], .caseInsensitive, true),
    (.set(["A", "b"]), .equal, .set(["B", "a"]), .caseInsensitive, true),
    ([1], .equal, .set([1]), [], false), ("Straße", .endsWith, "SSE", .caseInsensitive, true),
    ("e\u{301}t", .beginsWith, "e", [], true), ("e\u{301}t", .beginsWith, "e", .caseInsensitive, false),
    ("Éte", .beginsWith, "et", cd, true), (true, .in, [1], [], true), (.data([1]), .lessThan, .data([1, 0]), [], true),
  ]

  @Test("gives the results of the language", arguments: cases)
  func evaluate(item: Case) throws {
    let found = try ValueComparison.evaluate(item.left, item.op, item.right, options: item.options)
    #expect(found == item.holds, "\(item.left.exact) \(item.op) \(item.right.exact)")
  }

  static let issues: [(QueryValue, ComparisonOperator, QueryValue, PredicateIssue.Kind, String)] = [
    (1, .lessThan, "1", .type, "families-differ"), (.date(1), .greaterThanOrEqual, 1, .type, "families-differ"),
    ([1], .lessThan, [2], .type, "no-order"), (42, .between, [23], .type, "between-pair"),
    (42, .between, [0, 23, 50], .type, "between-pair"), (42, .between, 7, .type, "between-pair"),
    (42, .between, .set([1, 2]), .type, "between-pair"), (42, .between, [1, "z"], .type, "families-differ"),
    (1, .in, 2, .type, "collection-expected"), (1, .in, "12", .type, "string-expected"),
    (1, .like, "1", .type, "string-expected"),
    ("1", .matches, 1, .type, "string-expected"), (["a"], .beginsWith, "a", .type, "string-expected"),
    ("a", .matches, "(", .domain, "regular-expression"),
    ("a", .tokenMatches, "a", .unsupported, "unsupported-construct"),
    ("a", .selector("isKindOfClass:"), "a", .unsupported, "unsupported-construct"),
  ]

  @Test("refuses values that cannot be compared", arguments: issues)
  func issue(item: (QueryValue, ComparisonOperator, QueryValue, PredicateIssue.Kind, String)) {
    do {
      _ = try ValueComparison.evaluate(item.0, item.1, item.2)
      Issue.record("no issue")
    } catch {
      #expect(error.kind == item.3)
      #expect(error.code == item.4)
    }
  }

  @Test("names the operator and the side of a value that is not a container")
  func containers() {
    let member: QueryValue = 5
    let contains = #expect(throws: PredicateIssue.self) { try ValueComparison.evaluate(member, .contains, "9") }
    #expect(contains?.message == "CONTAINS needs a collection or a string on the left, found an integer")
    let isIn = #expect(throws: PredicateIssue.self) { try ValueComparison.evaluate("9", .in, member) }
    #expect(isIn?.message == "IN needs a collection or a string on the right, found an integer")
  }
}
