import PredicateSyntax
import Testing

/// Arguments become nodes of the tree while a format is read.
@Suite struct ArgumentsTests {
  private func sketch(_ format: String, _ arguments: any QueryArgumentConvertible...) -> String {
    let result = PredicateParser.expression(format, arguments: arguments.map { $0.queryArgument })
    return result.tree.map { ParserSketch.of($0) } ?? "✗ " + result.errors.map { $0.code }.joined(separator: " ")
  }

  @Test func values() {
    #expect(sketch("%@", "it's \"x\" OR 1 == 1") == "'it's \"x\" OR 1 == 1'")
    #expect(sketch("%@", 42) == "42")
    #expect(sketch("%@", 4.5) == "4.5d")
    #expect(sketch("%@", Float(0.5)) == "0.5d")
    #expect(sketch("%@", true) == "YES")
    #expect(sketch("%@", UInt64.max) == "18446744073709551615m")
    #expect(sketch("%@", Int8(-3)) == "-3")
    #expect(sketch("%@", "abc".dropFirst()) == "'bc'")
    #expect(sketch("%@", String?.none) == "nil")
    #expect(sketch("%@", Int?.some(3)) == "3")
    #expect(sketch("%@", [1, 2]) == "{1 2}")
    #expect(sketch("%@", [[1], []]) == "{{1} {}}")
    #expect(sketch("%@", Set([3, 1, 2])) == "(cast {1 2 3} 'NSSet')")
    #expect(sketch("%@", ["b": 2, "a": 1]) == "(cast {'a' 1 'b' 2} 'NSDictionary')")
    #expect(sketch("%@", ObjectReference(entity: "Friend", key: 3)) == "object:Friend/3")
    #expect(sketch("%@", QueryLiteral.date(5)) == "date:5.0")
    #expect(sketch("%@.count", [1]) == "(path {1} count)")
  }

  @Test func expressionsAreSplicedIn() throws {
    let inner = try QueryExpression(format: "a + 1")
    #expect(sketch("%@ * 2", inner) == "(* (+ a 1) 2)")
    #expect(sketch("%@.b", try QueryExpression(format: "a")) == "a.b")
  }

  @Test func keys() {
    #expect(sketch("%K", "a") == "a")
    #expect(sketch("%K", "a.b.c") == "a.b.c")
    #expect(sketch("%K.@count", "tags") == "tags.@count")
    #expect(sketch("%K", "tags.@count") == "tags.@count")
    #expect(sketch("%K.%K", "a", "b.c") == "a.b.c")
    #expect(sketch("%K", "self") == "SELF")
    #expect(sketch("%K", "self.a") == "a")
    #expect(sketch("$x.%K", "a b") == "(path $x a b)")
    #expect(sketch("%K[%@]", "a", 1) == "(index a 1)")
    #expect(sketch("%K", "a' OR 1 == 1") == "a' OR 1 == 1")
    #expect(sketch("%K", "") == "✗ empty-key")
    #expect(sketch("%K", "a..b") == "✗ empty-key")
    #expect(sketch("%K", 1) == "✗ argument-type")
  }

  @Test func numbers() {
    #expect(sketch("%d", 42) == "42")
    #expect(sketch("%d", 4.9) == "4")
    #expect(sketch("%d", -4.9) == "-4")
    #expect(sketch("%lu", true) == "1")
    #expect(
      sketch("%d", QueryLiteral.decimal(QueryDecimal(isNegative: true, digits: [1, 2, 5], exponent: -1))) == "-12")
    #expect(sketch("%lld", UInt64.max) == "18446744073709551615m")
    #expect(sketch("%f", 3) == "3.0d")
    #expect(sketch("%g", 2.5) == "2.5d")
    #expect(sketch("%c", "a") == "97")
    #expect(sketch("%c", 97) == "97")
    #expect(sketch("%s", "a") == "'a'")
    #expect(sketch("%d", "a") == "✗ argument-type")
    #expect(sketch("%f", "a") == "✗ argument-type")
    #expect(sketch("%d", Double.nan) == "✗ argument-type")
    #expect(sketch("%d", Double.infinity) == "✗ argument-type")
    #expect(sketch("%d", Int?.none) == "✗ argument-type")
    #expect(sketch("%d", [1]) == "✗ argument-type")
    #expect(sketch("%s", 1) == "✗ argument-type")
    #expect(sketch("%c", "ab") == "✗ argument-type")
  }

  @Test func missingArgumentsAreErrorsOfTheirKind() throws {
    let result = PredicateParser.predicate("a == %@ AND b == %d", arguments: [1])
    #expect(result.tree == nil)
    let issue = try #require(result.errors.first)
    #expect(issue.kind == .argumentMissing)
    #expect(issue.range == SourceRange(17, 19))
    #expect(throws: PredicateIssue.self) { try QueryPredicate("a == %@") }
  }

  @Test func wrongArgumentsAreErrorsOfTheirKind() throws {
    let issue = try #require(
      PredicateParser.predicate("%K == 1", arguments: [1]).errors.first)
    #expect(issue.kind == .argumentType)
    #expect(issue.range == SourceRange(0, 2))
  }

  @Test func surplusArguments() throws {
    // Surplus arguments are ignored with a note, because Apple's parser ignores them.
    let result = PredicateParser.predicate("a == %@", arguments: [1, 2, 3])
    #expect(result.tree.map { ParserSketch.of($0) } == "(== a 1)")
    #expect(result.notes.map(\.code) == ["argument-surplus"])
    #expect(PredicateParser.predicate("a == %@ AND", arguments: [1, 2]).issues.map(\.code) == ["operand-expected"])
    #expect(result.notes.first?.range == SourceRange(7, 7))
    // Through the functions for Swift, surplus arguments are an error.
    for read in [
      { _ = try QueryPredicate(format: "a == %@", 1, 2, 3) }, { _ = try QueryExpression(format: "a + %@", 1, 2, 3) },
      { _ = try QueryPredicate(format: "a == %@", arguments: [1, 2, 3]) },
    ] as [() throws -> Void] {
      let issue = try #require(throws: PredicateIssue.self) { try read() }
      #expect(issue.has(.argumentSurplus) && issue.kind == .argumentType && issue.severity == .error)
      #expect(issue.message == "expected 1 argument, found 3. No placeholder uses argument 2")
    }
  }

  /// In quotes `%@` is text.
  @Test func aSpecifierInQuotesTakesNoArgument() throws {
    for (format, place) in [("name == '%@'", SourceRange(8, 12)), ("a == 1 AND b LIKE \"*%@*\"", SourceRange(18, 24))] {
      let issue = try #require(throws: PredicateIssue.self) {
        try QueryPredicate(format: QueryFormat(raw: format), "x")
      }
      #expect(issue.has(.argumentSurplus))
      #expect(issue.range == place)
      #expect(issue.hint == "%@ in quotes is only text, so write %@ without the quotes")
    }
  }

  @Test func withoutArgumentsPlaceholdersStay() {
    #expect(ParserSketch.of("%K == %@ AND a == %ld") == "(and (== %K#0 %@#1) (== a %ld#2))")
  }

  @Test func selectorsOfFunctionMayBeArguments() {
    #expect(sketch("FUNCTION(a, %@)", "uppercase") == "(function a 'uppercase')")
    #expect(sketch("FUNCTION(a, %@)", 1) == "✗ selector-literal")
  }

  @Test func nestingOfArgumentsIsLimited() throws {
    func nested(_ depth: Int) -> QueryArgument {
      (0..<depth).reduce(QueryArgument.literal(.integer(1))) { inner, _ in .array([inner]) }
    }
    #expect(PredicateParser.predicate("a == %@", arguments: [nested(256)]).tree != nil)
    for depth in [257, 300, 5_000] {
      let result = PredicateParser.predicate("a == %@", arguments: [nested(depth)])
      #expect(result.tree == nil)
      #expect(result.errors.map { $0.kind } == [.limit])
    }
  }
}
