import PredicateSyntax
import Testing

/// Each mistake has the expected code, place and suggestion. « and » enclose the place.
@Suite struct DiagnosticsErrorTests {
  typealias Case = DiagnosticsCase

  static let cases: [Case] = [
    // Characters.
    Case(
      "«~»1 == 2", "strange-character",
      "write MATCHES to compare with a regular expression, or onesComplement(x) to invert the bits of x"),
    Case("«?» == 1", "strange-character"), Case("a == 1«;»", "strange-character"),
    Case("a «≥» 1", "strange-character", "write >="),
    Case("a «/* c */» == 1", "comment"), Case("a == 1 «// c»", "comment"),
    Case("a == «\"abc»", "unterminated-string"),
    Case("name == «“bob”»", "smart-quote", "write straight quotes (\" or ') in place of the typographic quotes"),
    Case("a «===» 1", "triple-equals", "write =="), Case("a «!==» 1", "triple-equals", "write !="),
    Case("a == «12abc»", "number-suffix"), Case("a == «0x»", "number-digits"), Case("a == «1e999»", "number-too-large"),
    Case("a == «%y»", "unknown-specifier"), Case("«%k» == 1", "unknown-specifier", "write %K for a key"),
    Case("a == «%%»", "percent-percent"), Case("a == «%name%»", "template-remnant"),
    Case("a == «%z»", "unknown-specifier"), Case("a == «%l» ", "unknown-specifier"),
    Case("a «%» 2 == 0", "modulo", "write modulus:by:(a, b) for the remainder"),
    Case("a «%d» == 0", "modulo"),
    // Structure.
    Case("«»", "empty"), Case("  «»", "empty"), Case("a ==«»", "operand-expected"),
    Case("a == 1 AND«»", "operand-expected"),
    Case("«AND» a == 1", "operand-expected"), Case("a == 1 «b»", "operator-expected"),
    Case("a «'b'»", "operator-expected"),
    Case("a «CONTAIN» 'x'", "unknown-operator", "CONTAINS may be meant"),
    Case("a «startswith» 'x'", "unknown-operator", "BEGINSWITH may be meant"),
    Case("a «BEGINWITH» 'x'", "unknown-operator", "BEGINSWITH may be meant"),
    Case("(a == 1«»", "missing-bracket", "add “)”"), Case("a IN {1, 2«»", "missing-bracket", "add “}”"),
    Case("a IN {'x', 'y' «AND» b == 1", "missing-bracket", "add “}”"),
    Case("f(a «==» 'x' AND b > 3", "missing-bracket", "add “)”"),
    Case("(a IN {1, 2 «OR» b == 1)", "missing-bracket", "add “}”"),
    Case("a[1«»", "missing-bracket", "add “]”"), Case("(a == 1«]»", "missing-bracket"),
    Case("a LIKE[cd «\"»x\"", "missing-bracket", "add “]”"), Case("a LIKE[c«»", "missing-bracket", "add “]”"),
    Case("a == 1«)»", "unmatched-bracket"),
    Case("«()»", "empty-parentheses"), Case("a«[]» == 1", "empty-index"),
    Case("x IN (1«,» 2)", "parenthesised-list", "a list must be in braces: {1, 2}"),
    Case("x IN «[1, 2]»", "square-brackets", "write {1, 2}"), Case("x == «[1, 2]»", "square-brackets", "write {1, 2}"),
    Case("x == 1«,» 2", "stray-comma"),
    // Conditions and values.
    Case("«age»", "bare-value", "if age is a boolean, write age == YES"),
    Case("a == 1 AND «TRUE»", "bare-value", "write TRUEPREDICATE"),
    Case("NOT «a.b»", "bare-value", "if a.b is a boolean, write a.b == YES"), Case("«age * 25»", "bare-value"),
    Case("a == «(b == 1)»", "condition-as-value", "write TERNARY(b == 1, YES, NO) to use the condition as a value"),
    Case("sum(a «==» 1) > 2", "condition-as-value"), Case("(a == 1) «==» YES", "condition-compared"),
    Case("1 < 2 «<» 3", "chained-comparison", "join two comparisons by AND"),
    Case("a == \"x|y\" «==» 3", "chained-comparison", "join two comparisons by AND"),
    Case("SUBQUERY(a, $x, $x.b == 'y'«.@count» > 0", "missing-bracket", "add “)” before .@count"),
    Case("SUBQUERY(a, $x, $x.b == c.@count «>» 0).@count > 0", "chained-comparison", "join two comparisons by AND"),
    Case("SUBQUERY(a, $x, ($x.b == c.@count «>» 0)).@count > 0", "chained-comparison", "join two comparisons by AND"),
    Case("a ==«!»b", "operand-expected"),
    Case("a >=«!»b", "operand-expected"),
    Case("a =«!»(b == 1)", "operand-expected"),
    Case("a «=!» 1", "unknown-operator", "!= may be meant"), Case("a «=!»b", "unknown-operator", "!= may be meant"),
    Case("«name.hasPrefix('a(b')»", "bare-value", "write name BEGINSWITH 'a(b'"),
    Case("x «NOT IN» {1}", "not-in", "write NOT x IN {1}"),
    Case("a.b «NOT CONTAINS»[c] 'x'", "not-operator", "write NOT a.b CONTAINS[c] 'x'"),
    Case("a «not like» 'x'", "not-operator", "write NOT a like 'x'"),
    Case("a «IS NULL»", "is-null", "write a == nil"), Case("a «is not nil»", "is-null", "write a != nil"),
    Case("x BETWEEN 1 AND «2»", "between-and", "write BETWEEN {1, 2}"),
    Case("ANY «ALL» x == 1", "double-quantifier"), Case("«ANY» (x == 1)", "quantified-condition", "write ANY x == 1"),
    Case("«ANY x»", "quantifier-alone"), Case("x == «ANY» y", "quantifier-right", "exchange the two sides"),
    Case("x == «any»", "quantifier-right", "write #any to use the word as a key"),
    Case("x == «All» AND y == 1", "quantifier-right", "write #All to use the word as a key"),
    Case("(x == «some»)", "quantifier-right", "write #some to use the word as a key"),
    Case("any«.»name == 1", "operand-expected", "write #any to use the word as a key"),
    Case("none«[»0] == 1", "operand-expected", "write #none to use the word as a key"),
    Case("ANY «[1, 2]» == 1", "square-brackets", "write {1, 2}"),
    // Dots, calls and optional chaining of Swift.
    Case("a == «.»b", "operand-expected", "write the case of an enum in quotes, without the dot"),
    Case("a ==[c] «.»b", "operand-expected", "write the case of an enum in quotes, without the dot"),
    Case("a IN {'x', «.»b}", "operand-expected", "write the case of an enum in quotes, without the dot"),
    Case("«.»year > 1", "operand-expected", "leave out the dot before a property"),
    Case("year > 1 AND («.»year < 5)", "operand-expected", "leave out the dot before a property"),
    Case("\"a..b\".contains«(»'a')", "operator-expected", "write \"a..b\" CONTAINS and then the value"),
    Case("'it..s'.like«(»x)", "operator-expected", "write 'it..s' LIKE and then the value"),
    Case("a«?».b == 1", "strange-character", "a path needs no ?, because a property of nil is nil"),
    Case("a«!».b == 1", "operator-expected", "a path needs no !, because a property of nil is nil"),
    Case("a == b «?» c : d", "strange-character", "write %@ for an argument"),
    Case("a ==[«x»] 1", "unknown-option"), Case("a ==[c«w»] 1", "unknown-option", "w belongs to Spotlight's queries"),
    Case("a ==[c«,»d] 1", "unknown-option", "write [cd]"),
    Case("a ==«[]» 1", "empty-options", "leave out the brackets"),
    Case("«a» := 1 == 2", "assignment-target"),
    // Paths and calls.
    Case("x.«0» == 1", "digit-key", "to get an element of a collection, write [0] without the dot"),
    Case("x.«» == 1", "key-expected"),
    Case("x.«%@» == 1", "specifier-as-key", "write %K for a key"), Case("«f:» == 1", "selector-without-call"),
    Case("FUNCTION('abc', «func», a) == 1", "selector-literal"), Case("CAST(a«)» == 1", "argument-expected"),
    Case("CAST(a, 'b'«,» c) == 1", "surplus-argument"), Case("SUBQUERY(a, «x», b == 1) == 1", "subquery-variable"),
  ]

  @Test(arguments: cases)
  func mistake(_ mistake: Case) throws {
    let result = PredicateParser.predicate(mistake.format)
    #expect(result.tree == nil)
    let issue = try #require(result.errors.first)
    #expect(issue.code == mistake.code)
    #expect(issue.kind == .syntax)
    if mistake.code != "key-expected" { #expect(issue.range == mistake.range) }
    if let hint = mistake.hint { #expect(issue.hint == hint) }
    #expect(result.errors.count == 1, "\(result.errors.map { $0.code })")
  }

  /// A dot, or a call of Swift, whose meaning is unknown.
  static let casesWithoutHint: [Case] = [
    Case("a == «.».b", "operand-expected"),
    Case("a BETWEEN {1, «.».}", "operand-expected"),
    Case("tags[«.»first] == 3", "operand-expected"),
    Case("1990 < «.»year", "operand-expected"),
    Case("title.lowercased().contains«(»'a')", "operator-expected"),
    Case("a + b.contains«(»'a')", "operator-expected"),
    Case("a == b.contains«(»'x')", "operator-expected"),
  ]

  @Test(arguments: casesWithoutHint)
  func mistakeWithoutHint(_ mistake: Case) throws {
    let issue = try #require(PredicateParser.predicate(mistake.format).errors.first)
    #expect(issue.code == mistake.code && issue.range == mistake.range && issue.hint == nil, "\(issue)")
  }

  @Test func severalMistakesAreFoundAtOnce() {
    let format =
      "a == 1 AND (b = 2 OR c NOT IN {2}) AND d === 4 AND ANY ALL e == 1 OR f CONTAIN 'x' OR {1, ?, 3 4} == g"
    #expect(
      PredicateParser.predicate(format).errors.map { $0.code } == [
        "not-in", "triple-equals", "double-quantifier", "unknown-operator", "strange-character", "operator-expected",
      ])
  }

  @Test func atMostTwentyErrorsAreGiven() {
    let result = PredicateParser.predicate(Array(repeating: "a", count: 100).joined(separator: " AND "))
    #expect(result.errors.count == 20)
    #expect(result.errors.allSatisfy { $0.code == "bare-value" })
  }

  @Test func missingBracketNamesItsOpener() throws {
    let issue = try #require(PredicateParser.predicate("x == 1 AND (a == 1").errors.first)
    #expect(issue.message.contains("character 12"))
  }

  @Test func codesAreWords() {
    for code in DiagnosticCode.allCases {
      #expect(code.rawValue.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }, "\(code)")
    }
  }

  @Test func nothingSpeaksToAnybody() {
    for mistake in Self.cases {
      for issue in PredicateParser.predicate(mistake.format).issues {
        let words = issue.description.lowercased().split { !$0.isLetter }
        #expect(!words.contains("you") && !words.contains("your") && !words.contains("invalid"), "\(issue)")
      }
    }
  }
}
