import PredicateSyntax
import PredicateTestSupport
import Testing

private let x = key("x")
private let sample = compare(key("a"), .equal, number(1))

/// Predicates are printed in Apple's form, one example per row.
@Suite("Printer: Apple's form")
struct PrinterTests {
  static let constantsRows: [(QueryLiteral, String)] = [
    (.null, "nil"), (.boolean(true), "1"), (.boolean(false), "0"),
    (.integer(42), "42"), (.integer(.min), "-9223372036854775808"),
    (.double(22.44), "22.44"), (.double(66), "66.0"), (.double(-0.0), "-0.0"),
    (.double(.leastNonzeroMagnitude), "5e-324"),
    (.double(1e16), "1e+16"), (.double(.nan), #"CAST("nan", "Double")"#),
    (.double(-.infinity), #"CAST("-inf", "Double")"#),
    (.decimal(QueryDecimal(isNegative: true, digits: [1], exponent: 20)), "-100000000000000000000"),
    (.decimal(QueryDecimal(isNegative: false, digits: [1], exponent: -1)), #"CAST("0.1", "NSDecimalNumber")"#),
    (.string("🍁"), #""🍁""#), (.string(#"a"b\c"#), #""a\"b\\c""#), (.string("a\nb\0"), "\"a\nb\0\""),
    (.date(699_993_000), #"CAST(699993000.000000, "NSDate")"#), (.date(.infinity), #"CAST("inf", "NSDate")"#),
    (.data([0xDE, 0xAD, 0xBE, 0xEF, 0xFB]), #"CAST("3q2+7/s=", "NSData")"#),
    (.uuid(QueryUUID(high: 0, low: 1)), #"CAST("00000000-0000-0000-0000-000000000001", "NSUUID")"#),
    (.url("https://a.org/\""), #"CAST("https://a.org/\"", "NSURL")"#),
    (.object(ObjectReference(entity: "Friend", key: 3)), #"CAST("Friend/3", "NSManagedObjectID")"#),
  ]

  @Test("Constants", arguments: constantsRows)
  func constants(_ value: QueryLiteral, _ expected: String) {
    #expect(QueryExpression.literal(value).canonicalFormat == expected)
  }

  @Test("Explanations have words for booleans, and are canonical otherwise", arguments: constantsRows)
  func shown(_ value: QueryLiteral, _ expected: String) {
    let words: [QueryLiteral: String] = [.boolean(true): "YES", .boolean(false): "NO"]
    #expect(QueryExpression.literal(value).shownFormat == words[value] ?? expected)
    #expect(compare(key("a"), .equal, real(66)).shownFormat == "a == 66")
  }

  static let namesRows: [(QueryExpression, String)] = [
    (.evaluatedObject(), "SELF"), (.anyKey(), "ANYKEY"), (key("title"), "title"), (key("a", "b", "c"), "a.b.c"),
    (.path(.evaluatedObject(), QueryKeyPath(.key("a"))), "a"),
    (key("size"), "#size"), (key("g", "Self"), "g.#Self"), (key("INTERSECT"), "#INTERSECT"),
    (key("selfish"), "selfish"),
    (key("a", "b c"), #"a."b c""#), (key("b c"), #"SELF."b c""#), (key("a.b"), #"SELF."a.b""#), (key(""), #"SELF."""#),
    (key("1a"), #"SELF."1a""#), (key("é"), "é"), (key("日本"), "日本"), (key("e\u{301}"), "e\u{301}"),
    (key("🎬"), #"SELF."🎬""#),
    (path(.key("items"), .collectionOperator("sum"), .key("price")), "items.@sum.price"),
    (path(.collectionOperator("count")), "@count"), (path(.collectionOperator("a-b")), #"@a\u002db"#),
    (.variable("x"), "$x"), (.variable("self"), "$#self"), (.variable("b c"), #"$b\u0020c"#),
    (.variable("a:b"), #"$a\u003ab"#), (.variable("🎬"), #"$\ud83c\udfac"#),
    (.path(.variable("a"), QueryKeyPath(.variable("b"))), "$a.$b"), (path(.variable("b")), "SELF.$b"),
    (path(.key("a"), .call("uppercase", [text("x")])), #"a.uppercase("x")"#),
    (path(.call("now", [])), "SELF.now()"),
    (.placeholder(QueryPlaceholder(index: 0, conversion: "@")), "%@"),
    (.placeholder(QueryPlaceholder(index: 0, conversion: "ld")), "%ld"),
    (path(.placeholder(QueryPlaceholder(index: 0, conversion: "K")), .collectionOperator("count")), "%K.@count"),
  ]

  @Test("Names and paths", arguments: namesRows)
  func names(_ expression: QueryExpression, _ expected: String) {
    #expect(expression.canonicalFormat == expected)
  }

  static let collectionsRows: [(QueryExpression, String)] = [
    (.aggregate([number(1), number(2), number(3)]), "{1, 2, 3}"), (.aggregate([]), "{}"),
    (.aggregate([text("bob"), text("ed")]), #"{"bob", "ed"}"#),
    (.index(x, .size), "x[SIZE]"), (.index(x, .first), "x[FIRST]"), (.index(x, .last), "x[LAST]"),
    (.index(x, .expression(number(1))), "x[1]"), (.index(x, .expression(key("first"))), "x[#first]"),
    (.index(.index(key("b"), .expression(key("c"))), .expression(number(0))), "b[c][0]"),
    (.index(key("a", "b"), .expression(number(0))), "(a.b)[0]"),
    (.index(.path(.variable("x"), QueryKeyPath(.key("a"))), .last), "($x.a)[LAST]"),
    (.path(.index(key("a", "b"), .first), QueryKeyPath(.key("c"))), "(a.b)[FIRST].c"),
    (.path(.aggregate([number(1)]), QueryKeyPath(.collectionOperator("count"))), "{1}.@count"),
    (.path(number(1), QueryKeyPath(.key("a"))), "(1).a"), (.index(number(-5), .first), "(-5)[FIRST]"),
    (.path(.literal(.boolean(true)), QueryKeyPath(.key("a"))), "(1).a"),
    (.path(.binary(.add, x, x), QueryKeyPath(.key("a"))), "(x + x).a"),
    (.path(.negate(x), QueryKeyPath(.key("a"))), "(-x).a"), (.negate(key("x", "a")), "-x.a"),
    (.index(text("x"), .first), #""x"[FIRST]"#),
  ]

  @Test("Aggregates, indexes and bases of paths", arguments: collectionsRows)
  func collections(_ expression: QueryExpression, _ expected: String) {
    #expect(expression.canonicalFormat == expected)
  }

  static let operationsRows: [(QueryExpression, String)] = [
    (.binary(.add, number(1), number(1)), "1 + 1"), (.binary(.power, key("a"), key("b")), "a ** b"),
    (.binary(.bitwiseAnd, x, number(8)), "x & 8"), (.binary(.shiftLeft, number(1), number(3)), "1 << 3"),
    (.binary(.union, key("A"), key("B")), "A UNION B"), (.binary(.intersect, key("A"), key("B")), "A INTERSECT B"),
    (.binary(.minus, key("A"), key("B")), "A MINUS B"),
    (.binary(.multiply, .binary(.add, number(1), number(2)), number(3)), "(1 + 2) * 3"),
    (.binary(.add, number(1), .binary(.multiply, number(2), number(3))), "1 + 2 * 3"),
    (.binary(.subtract, .binary(.subtract, number(1), number(2)), number(3)), "1 - 2 - 3"),
    (.binary(.subtract, number(1), .binary(.subtract, number(2), number(3))), "1 - (2 - 3)"),
    (.binary(.power, number(2), .binary(.power, number(3), number(2))), "2 ** (3 ** 2)"),
    (.binary(.power, .negate(x), number(2)), "-x ** 2"), (.negate(.binary(.power, x, number(2))), "-(x ** 2)"),
    (.binary(.subtract, number(1), number(-2)), "1 - -2"), (.binary(.divide, real(66.0), number(4)), "66.0 / 4"),
    (.negate(x), "-x"), (.negate(number(1)), "-(1)"), (.negate(number(-1)), "-(-1)"), (.negate(.negate(x)), "--x"),
    (.negate(.literal(.boolean(true))), "-(1)"), (.negate(.path(number(1), QueryKeyPath(.key("a")))), "-(1).a"),
    (.assignment(variable: "v", number(1)), "$v := 1"), (.assignment(variable: "self", x), "$#self := x"),
    (.assignment(variable: "v", .assignment(variable: "w", x)), "$v := $w := x"),
    (.binary(.add, .assignment(variable: "v", x), number(1)), "($v := x) + 1"),
    (.call("add:to:", [number(1), number(2)]), "1 + 2"),
  ]

  @Test("Operators", arguments: operationsRows)
  func operations(_ expression: QueryExpression, _ expected: String) {
    #expect(expression.canonicalFormat == expected)
  }

  static let callsRows: [(QueryExpression, String)] = [
    (.call("sum", [.aggregate([number(1), number(2)])]), "sum:({1, 2})"), (.call("now", []), "now()"),
    (.call("modulus:by:", [number(17), number(5)]), "modulus:by:(17, 5)"), (.call("size", [x]), "#size:(x)"),
    (.call("a b:", [x]), #"a\u0020b:(x)"#), (.call("x:in:", [x]), "x:in:(x)"),
    (.function(key("a"), selector: text("pow:"), [number(3)]), #"FUNCTION(a, "pow:" , 3)"#),
    (.function(key("a"), selector: text("f:g:"), [number(3), x]), #"FUNCTION(a, "f:g:" , 3, x)"#),
    (.function(text("a"), selector: text("uppercase"), []), #"FUNCTION("a", "uppercase")"#),
    (.cast(x, type: text("T")), #"CAST(x, "T")"#), (.cast(number(5), type: text("NSDate")), #"CAST(5, "NSDate")"#),
    (.cast(real(5.0), type: text("NSDate")), #"CAST(5.000000, "NSDate")"#),
    (.cast(real(66.0), type: text("NSString")), #"CAST(66.0, "NSString")"#),
    (.ternary(compare(key("d"), .notEqual, .literal(.null)), key("d"), text("")), #"TERNARY(d != nil, d, "")"#),
    (.subquery(x, variable: "self", .or([sample, sample])), "SUBQUERY(x, $#self, a == 1 OR a == 1)"),
    (.fetch(key("r"), key("c"), .literal(.boolean(false))), "FETCH(r, c, 0)"),
  ]

  @Test("Calls and special forms", arguments: callsRows)
  func calls(_ expression: QueryExpression, _ expected: String) {
    #expect(expression.canonicalFormat == expected)
    #expect(expression.description == expected)
  }

  static let comparisonsRows: [(QueryPredicate, String)] = [
    (compare(key("name"), .equal, text("x")), #"name == "x""#),
    (compare(key("name"), .like, text("a*"), options: .caseInsensitive), #"name LIKE[c] "a*""#),
    (
      compare(x, .contains, x, options: [.localeSensitive, .normalized, .diacriticInsensitive, .caseInsensitive]),
      "x CONTAINS[cdnl] x"
    ),
    (compare(x, .equal, text(""), options: .localeSensitive), #"x ==[l] """#),
    (compare(x, .lessThan, x), "x < x"), (compare(x, .lessThanOrEqual, x), "x <= x"),
    (compare(x, .greaterThan, x), "x > x"), (compare(x, .greaterThanOrEqual, x), "x >= x"),
    (compare(x, .notEqual, x), "x != x"), (compare(x, .matches, x), "x MATCHES x"),
    (compare(x, .beginsWith, x), "x BEGINSWITH x"), (compare(x, .endsWith, x), "x ENDSWITH x"),
    (compare(x, .between, x), "x BETWEEN x"), (compare(x, .tokenMatches, x), "x TOKENMATCHES x"),
    (compare(x, .utiConformsTo, x), "x UTI-CONFORMS-TO x"), (compare(x, .utiEquals, x), "x UTI-EQUALS x"),
    (compare(.evaluatedObject(), .selector("isKindOfClass:"), x), "SELF isKindOfClass: x"),
    (compare(x, .selector("in:"), x), "x #in: x"),
    (compare(key("isActive"), .equal, .literal(.boolean(true))), "isActive == 1"),
    (compare(key("name"), .equal, .literal(.null)), "name == nil"),
    (compare(.evaluatedObject(), .equal, text("bob")), #"SELF == "bob""#),
    (compare(key("a"), .equal, number(1), .any), "ANY a == 1"),
    (compare(key("id"), .in, .aggregate([]), .all), "ALL id IN {}"),
    (compare(key("dummyID"), .in, .aggregate([number(20), number(21)])), "dummyID IN {20, 21}"),
    (compare(x, .equal, real(66.0)), "x == 66"), (compare(real(-66.0), .equal, x), "-66 == x"),
    (compare(x, .equal, real(-0.0)), "x == -0.0"), (compare(x, .equal, real(1e15)), "x == 1000000000000000"),
    (compare(x, .equal, real(1e16)), "x == 1e+16"),
    (compare(x, .equal, real(9_007_199_254_740_992.0)), "x == 9007199254740992.0"),
    (compare(x, .between, .aggregate([real(1.0), real(2.5)])), "x BETWEEN {1.0, 2.5}"),
    (compare(.assignment(variable: "v", x), .equal, number(3)), "$v := x == 3"),
    (
      compare(key("endDate"), .greaterThanOrEqual, .literal(.date(699_993_000))),
      #"endDate >= CAST(699993000.000000, "NSDate")"#
    ),
    (
      compare(.function(key("a"), selector: text("pow:"), [number(3)]), .equal, number(8)),
      #"FUNCTION(a, "pow:" , 3) == 8"#
    ),
    (compare(.index(key("a"), .size), .equal, number(3)), "a[SIZE] == 3"),
    (compare(path(.key("a"), .collectionOperator("count")), .equal, number(3)), "a.@count == 3"),
  ]

  @Test("Comparisons", arguments: comparisonsRows)
  func comparisons(_ predicate: QueryPredicate, _ expected: String) {
    #expect(predicate.canonicalFormat == expected)
  }

  static let compoundsRows: [(QueryPredicate, String)] = [
    (.literal(true), "TRUEPREDICATE"), (.literal(false), "FALSEPREDICATE"),
    (.and([]), "TRUEPREDICATE"), (.or([]), "FALSEPREDICATE"), (.and([sample]), "a == 1"),
    (.not(sample), "NOT a == 1"), (.not(.not(sample)), "NOT NOT a == 1"), (.not(.literal(true)), "NOT TRUEPREDICATE"),
    (.not(.and([sample, sample])), "NOT (a == 1 AND a == 1)"),
    (.not(compare(key("a"), .equal, number(1), .any)), "NOT ANY a == 1"),
    (
      .and([
        compare(key("amount"), .greaterThanOrEqual, real(22.44)), compare(key("amount"), .lessThanOrEqual, real(66.0)),
      ]),
      "amount >= 22.44 AND amount <= 66"
    ),
    (
      .or([
        compare(key("dummyID"), .equal, number(20)),
        .and([
          compare(key("name"), .equal, text("name"), options: .caseInsensitive),
          compare(key("slug"), .in, .aggregate([text("slug"), text("name")])),
        ]),
      ]),
      #"dummyID == 20 OR (name ==[c] "name" AND slug IN {"slug", "name"})"#
    ),
    (
      .and([
        compare(key("mediaType"), .notEqual, number(2)),
        .not(compare(.binary(.bitwiseAnd, key("mediaSubtype"), number(8)), .notEqual, number(0))),
      ]),
      "mediaType != 2 AND (NOT mediaSubtype & 8 != 0)"
    ),
    (.and([.and([sample, sample]), .or([sample, sample])]), "a == 1 AND a == 1 AND (a == 1 OR a == 1)"),
    (
      compare(
        .path(
          .subquery(
            key("searchResults"), variable: "result",
            .and([
              compare(.path(.variable("result"), QueryKeyPath(.key("keyword"))), .equal, text("🍁")),
              compare(.path(.variable("result"), QueryKeyPath(.key("filterKey"))), .equal, text("all")),
            ])), QueryKeyPath(.collectionOperator("count"))), .greaterThan, number(0)),
      #"SUBQUERY(searchResults, $result, $result.keyword == "🍁" AND $result.filterKey == "all").@count > 0"#
    ),
  ]

  @Test("Compounds", arguments: compoundsRows)
  func compounds(_ predicate: QueryPredicate, _ expected: String) {
    #expect(predicate.canonicalFormat == expected)
    #expect("\(predicate)" == expected)
  }
}
