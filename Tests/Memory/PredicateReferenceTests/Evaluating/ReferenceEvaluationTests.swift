import PredicateBinding
import PredicateEngine
import PredicateReference
import PredicateValues
import Testing

/// The reference evaluator gives the results of the language reference over dynamic values.
@Suite struct ReferenceEvaluationTests {
  private func holds(_ format: String, _ object: QueryValue = .null) throws -> Bool {
    try QueryPredicate(format: QueryFormat(raw: format)).evaluateByReference(with: object)
  }

  private func issue(_ format: String, _ object: QueryValue = .null) throws -> PredicateIssue {
    try #require(throws: PredicateIssue.self) { try holds(format, object) }
  }

  @Test(arguments: [
    ("self == NiL", QueryValue.null, true), ("self like 'nil'", .null, false), ("self > ''", .null, false),
    ("self > -1", .null, false), ("self != 42", .null, true), ("NOT self != 42", .null, false),
    ("self in {1}", .null, false), ("self contains 42", .null, false), ("SELF <= nil", .null, true),
    ("self <= 123", .integer(123), true), ("self <= 123", .double(123.00001), false),
    ("self >= 0", .boolean(false), true), ("SeLf < 1.0", .double(0.9999), true),
    ("self <> 42", .string("42"), true), ("self != NO", .string(""), true), ("self != NO", .integer(0), false),
    ("42 == self", .double(42), true), ("self =< 'abc'", .string("XYZ"), true),
    ("self =< 'abc'", .string("abcd"), false), ("self => 'x z'", .string("x Z"), false),
    ("SELF < \"1\"", .string("01"), true), ("(self / 2) * 2 <> self", .integer(41), true),
    ("(self) ** 2 * 2 = 72", .integer(6), true), ("(self + 21) / 42.0 > 1", .integer(42), true),
    ("'aBcDeF' beginswith self", .string(""), false), ("self contains ''", .string("abc"), false),
    ("self like 'a*c'", .string("ac"), true), ("self like 'a?c'", .string("ac"), false),
    ("self like '*?'", .string(""), false), ("self like 'hel*o'", .string("heo"), false),
    ("self matches 'ell'", .string("Hello"), false), ("SELF MATCHES '.*ell.*'", .string("Hello"), true),
    ("\"1\" IN {1}", .null, false), ("1 IN {1.0}", .null, true), ("'A' IN[c] {'a'}", .null, true),
  ])
  func oneValue(format: String, object: QueryValue, expected: Bool) throws {
    #expect(try holds(format, object) == expected)
  }

  @Test(arguments: [
    "{1,2,3}[SIZE] = 3", "{}[SIZE] = 0", "NOT {}[FIRST] = 1", "{1, 2, {3}}[LAST] = {3}", "42 BETWEEN {23, 50}",
    "ANY {0,42,100} BETWEEN {23,50}", "NOT ANY {} BETWEEN {23,50}", "ALL {} BETWEEN {23,50}",
    "NONE {} BETWEEN {23,50}", "1 << 3 == 8", "8 >> 2 == 2", "2 & 1 == 0", "1 | 0 == 1", "2 ^ 1 == 3",
    "0x4444+0x2222 == 0x6666", "average({1,2,2,3,4,7,9}) == 4", "mode({1,2,3,3}) == {3}", "log:(100) == 2",
    "onesComplement(8) == -9", "1/2 == 0", "1.0/2 == 0.5", "4 + 5 - 2**3 == 1", "2 + 2*5 + (2*8-2)-7 == 19",
    "NOT 5 BETWEEN {10, 1}", "modulus:by:(-7, 3) == -1", "CAST('2016-03-02T00:00:00Z', 'NSDate') > CAST(0, 'NSDate')",
    "TERNARY(YES == YES, 1, 2) == 1", "'abc'.length == 3", "FUNCTION('a', 'uppercase') == 'A'",
    "{1,2,3}.@sum.self == 6", "{1,2,3}.@max.#self == 3", "{1, nil, 3}.@count == 3", "{96, nil}.@avg.self == 48",
    "SUBQUERY({1,2,3}, $x, $x > 1).@count == 2", "({1,2} UNION {2,3}).@count == 3", "1/0 == nil",
    "9223372036854775807 + 1 == 9223372036854775808.0", "NOT 'é' == 'e\u{301}'", "'é' ==[c] 'e\u{301}'",
    "($x := 3) == 3 AND $x == 3",
  ])
  func hold(format: String) throws {
    #expect(try holds(format))
  }

  @Test func pathsOverDictionariesMapAndFlatten() throws {
    let facts = QueryValue.dictionary(
      QueryDictionary([
        ("catalogs", .array([.string("testing"), .string("production")])),
        (
          "applications",
          .array([
            .dictionary(QueryDictionary([("bundleid", .string("com.adobe.x")), ("version", .string("16"))])),
            .dictionary(QueryDictionary([("bundleid", .string("com.microsoft.Word"))])),
          ])
        ),
      ]))
    for format in [
      "ANY applications.bundleid BEGINSWITH 'com.adobe.'", "catalogs CONTAINS 'testing'", "nonexistent == nil",
      "NOT undefined_key == 'Hello'", "ANY applications.version == nil", "applications.@count == 2",
      "SUBQUERY(applications, $app, $app.bundleid == 'com.microsoft.Word' AND $app.version == nil).@count > 0",
      "'production' IN catalogs", "applications[FIRST].version == '16'", "applications[7] == nil",
      "ALL nothing == 1", "NOT ANY nothing == 1", "NONE nothing == 1",
    ] {
      #expect(try holds(format, facts), "\(format)")
    }
  }

  @Test(arguments: [
    ("42 BETWEEN {23}", PredicateIssue.Kind.type), ("42 BETWEEN {0, 23, 50}", .type), ("'1' + '1' == 2", .type),
    ("SELF like[c] 'a' * 'b'", .type), ("ANY 5 == 5", .type), ("'a' > 1", .type), ("1 LIKE 'a'", .type),
    ("1 IN 2", .type), ("$nowhere == 1", .unboundVariable), ("'a' MATCHES '['", .domain),
    ("nosuch(1) == 1", .unknownFunction), ("CAST('x', 'Class') == nil", .unknownFunction),
    ("'a'.nosuch == 1", .unknownKey), ("FETCH(1, 2, 3) == 1", .unsupported), ("1 == %@", .argumentMissing),
  ])
  func issues(format: String, kind: PredicateIssue.Kind) throws {
    let issue = try issue(format, .string("x"))
    #expect(issue.kind == kind)
    #expect(issue.range != nil)
  }

  @Test(arguments: [
    ("SELF > '2001-01-01'", true), ("'2001-01-02' > SELF", true), ("SELF == '2001-01-01T00:16:40Z'", true),
    ("SELF BETWEEN {'2001-01-01', '2001-01-02'}", true), ("SELF IN {'2001-01-01T00:16:40Z', 'x'}", true),
    ("SELF == 'x'", false),
  ])
  func aStringLiteralBesideADateIsThatDate(format: String, expected: Bool) throws {
    #expect(try holds(format, .date(1000)) == expected)
    let strict = BindingOptions(isStrict: true)
    if format.contains(">") {
      #expect(throws: PredicateIssue.self) {
        try QueryPredicate(format: QueryFormat(raw: format)).evaluateByReference(with: .date(1000), options: strict)
      }
    }
  }

  @Test func whatWouldNotEndIsALimit() throws {
    let ten = "{1,2,3,4,5,6,7,8,9,10}"
    var condition = "$a == $a"
    for _ in 0..<12 { condition = "SUBQUERY(\(ten), $a, \(condition)).@count == 10" }
    // At every level all elements are counted, ten to the power of twelve in total, so the limit ends the evaluation.
    let options = BindingOptions(limits: PredicateLimits(visitedElements: 1_000_000))
    let issue = try #require(throws: PredicateIssue.self) {
      try QueryPredicate(format: QueryFormat(raw: condition)).evaluateByReference(
        with: QueryValue.null, options: options)
    }
    #expect(issue.kind == .limit)
  }

  @Test func conditionsRunFromLeftToRight() throws {
    #expect(try holds("TRUEPREDICATE OR $x == 1"))
    #expect(try !holds("1 == 2 AND 'a' > 1"))
    #expect(throws: PredicateIssue.self) { try holds("'a' > 1 AND 1 == 2") }
  }
}
