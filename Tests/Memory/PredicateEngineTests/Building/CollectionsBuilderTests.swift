import Foundation
import OpenPredicate
import PredicateEngineFixtures
import PredicateFoundation
import PredicateBinding
import PredicateSyntax
import Testing

@Suite struct BuilderTests {
  @Test func formatsTakeArgumentsAsFoundationDoes() throws {
    #expect(
      try QueryPredicate(format: "year > %d AND %K == %@", 1990, "genre", "Noir").exactFormat
        == "year > 1990 AND genre == \"Noir\"")
    #expect(try QueryExpression(format: "year * %d", 2).exactFormat == "year * 2")
  }

  @Test func operators() throws {
    let built =
      QueryExpression(property: "year") .> 1990
      && QueryExpression(property: "title").beginsWith("The", options: .caseInsensitive)
      || !(QueryExpression(property: "tags").any .== "classic")
    let read = try QueryPredicate(#"(year > 1990 AND title BEGINSWITH[c] "The") OR NOT ANY tags == "classic""#)
    #expect(built as QueryPredicate == read)
    #expect(try fixtureMovies.count(where: QueryExpression(property: "year").isBetween(1940, 1999)) == 2)
    #expect(try fixtureMovies.count(where: QueryExpression(property: "genre").isIn(["Noir", "Drama"])) == 3)
    #expect(try fixtureMovies.count(where: QueryExpression(property: "rating").isNil) == 1)
    #expect(try fixtureMovies.count(where: "genre == \(Kind.noir)") == fixtureMovies.count(where: "genre == 'Noir'"))
    #expect(try fixtureMovies.count(where: QueryExpression(property: "genre") .== Kind.noir) > 0)
    // The comparison with nil also works if the property's type is not declared.
    let unrated = QueryExpression(property: "rating") .== nil
    let rated = QueryExpression(property: "rating") .!= nil
    #expect(try fixtureMovies.count(where: unrated) == 1)
    #expect(try fixtureMovies.count(where: rated) == fixtureMovies.count - 1)
    #expect(
      try fixtureMovies.count(where: QueryExpression(property: "lentToFriend").property("friendName") .== "Bob") == 1)
    #expect(try fixtureMovies.count(where: QueryExpression(property: "loans.days").all .> 0) == 4)
    #expect(try fixtureMovies.count(where: QueryExpression(property: "tags").count .>= 2) == 1)
    let sum: QueryPredicate = QueryExpression(property: "year") * 2 + 1 - QueryExpression(property: "year") .== 1950
    #expect(try fixtureMovies.count(where: sum) == 1)
    #expect(try QueryExpression("price * 2") == QueryExpression(format: "price * 2"))
    #expect(QueryExpression(property: "size") == .keyPath(QueryKeyPath(.key("size"))))
    #expect(try QueryExpression(property: "a.@count") == QueryExpression("a.@count"))
    // Pairs of expressions, whether the two are the same, and the predicate that compares them.
    let (year, limit) = (QueryExpression(property: "year"), QueryExpression(forVariable: "limit"))
    #expect(year == year && year != limit)
    #expect((year .== limit).canonicalFormat == "year == $limit")
    #expect((year .!= year).canonicalFormat == "year != year")
    #expect(year.isIn(1940...1999) == year.isBetween(1940, 1999))
    #expect(year.isIn(1940..<2000) == year.isBetween(1940, 1999))
  }

  @Test func rangesWithoutAnEnd() throws {
    let year = QueryExpression(property: "year")
    #expect(year.isIn(1990...).canonicalFormat == "year >= 1990")
    #expect(year.isIn(...1999).canonicalFormat == "year <= 1999")
    #expect(year.isIn(..<2000).canonicalFormat == "year < 2000")
    #expect(QueryExpression(property: "years").any.isIn(1990...).canonicalFormat == "ANY years >= 1990")
    let rating = QueryExpression(property: "rating")
    #expect(rating.isIn(7.5..<9).canonicalFormat == "rating >= 7.5 AND rating < 9")
    #expect(try fixtureMovies.count(where: year.isIn(1940...)) == fixtureMovies.count(where: "year >= 1940"))
    let (day, next) = (Date(timeIntervalSinceReferenceDate: 86_400), Date(timeIntervalSinceReferenceDate: 172_800))
    struct Visit { var at: Date? }
    let visits = [Visit(at: day), Visit(at: next), Visit(at: nil), Visit(at: day + 3_600)]
    let at = QueryExpression(property: "at")
    #expect(try visits.count(where: at.isIn(day..<next)) == 2)
    #expect(try visits.count(where: !at.isIn(day..<next)) == 2)
    #expect(try visits.count(where: at.isIn(next...)) == 1 && visits.count(where: at.isIn(..<next)) == 2)
  }

  @Test func sortKeysFromVariables() throws {
    for name in ["year", "lentToFriend.friendName", "title"] {
      #expect(QuerySortKey.ascending(key: name) == QuerySortKey("\(key: name)"))
      #expect(
        try fixtureMovies.sorted(by: .descending(key: name)).map(\.title)
          == fixtureMovies.sorted(by: .descending("\(key: name)")).map(\.title))
    }
    #expect("\(QuerySortKey.descending(key: "title", options: .caseInsensitive))" == "title[c] desc")
    #expect(QuerySortKey.localizedStandard(key: "title") == .localizedStandard("title"))
    // The text is always a name, and never parsed as an expression.
    #expect(throws: PredicateIssue.self) { try fixtureMovies.sorted(by: .ascending(key: "year * 2")) }
    // The issue shows the name. Keys with different names are different.
    for name in ["", "a..b", ".year"] {
      for key in [QuerySortKey.ascending(key: name), .descending(key: name), .localizedStandard(key: name)] {
        let issue = #expect(throws: PredicateIssue.self) { try fixtureMovies.sorted(by: key) }
        #expect(issue?.message.contains("the sort key “\(name)”: ") == true, "\(String(describing: issue))")
      }
    }
    #expect(QuerySortKey.ascending(key: "a..b") != .ascending(key: ""))
    // A path may have an operator.
    #expect(
      try fixtureMovies.sorted(by: .descending(key: "loans.@count"), "title").map(\.title)
        == fixtureMovies.sorted(by: .descending("loans.@count"), "title").map(\.title))
  }

  @Test func allIssuesOfAText() {
    let issues = QueryPredicate.issues(in: "year NOT IN {1990} AND title =<> 3")
    #expect(issues.count > 1 && issues[0].code == "not-in")
    #expect(QueryPredicate.issues(in: "year > 1990").isEmpty)
    #expect(
      QueryPredicate.issues(in: "a == 1", limits: PredicateLimits(sourceLength: 3)).map(\.code) == ["source-limit"])
  }

  @Test("Values, keys of an order and bound queries print as people write them")
  func printing() throws {
    let values: [QueryValue] = [1990, "Heat", .null, .boolean(true), .array(["a", 2])]
    #expect(values.map { "\($0)" } == ["1990", "Heat", "nil", "YES", #"{"a", 2}"#])
    #expect("\([QueryValue.integer(1990), .string("Heat"), .null])" == #"[integer(1990), string("Heat"), null]"#)
    #expect("\(QuerySortKey.descending("title", options: .caseInsensitive))" == "title[c] desc")
    #expect("\(try BoundQuery<FixtureMovie>("year > 1990"))" == "year > 1990")
  }

  @Test("&& and || flatten, ! negates")
  func joins() {
    let a = QueryExpression(property: "a") .== 1
    let b = QueryExpression(property: "b") .== 2
    #expect((a && b && !a).canonicalFormat == "a == 1 AND b == 2 AND (NOT a == 1)")
    #expect((a || (b || a) && b).canonicalFormat == "a == 1 OR ((b == 2 OR a == 1) AND b == 2)")
    #expect((a && (b && a)).canonicalFormat == "a == 1 AND b == 2 AND a == 1")
  }

  @Test func aLongListCountsAsAnArgumentDoes() throws {
    let years = Array(1...20_000)
    let built = QueryExpression(property: "year").isIn(years)
    let read = try QueryPredicate("year IN \(years)")
    #expect(built == read && built.nodeCount == read.nodeCount)
    #expect(try fixtureMovies.count(where: built) == fixtureMovies.count)
    let set = QueryExpression(property: "year").isIn(Set(years))
    #expect(try set.nodeCount == QueryPredicate("year IN \(Set(years))").nodeCount)
  }

  @Test func textsThatAreNoExpressions() throws {
    let rows: [[String: Any]] = [["first name": 1, "and": 2]]
    #expect(try rows.count(where: QueryExpression(property: "first name") .== 1) == 1)
    #expect(try rows.count(where: QueryExpression(property: "and") .== 2) == 1)
    for text in ["year >", "", "title CONTAINS", "(a", "a..b", "%k", "'x"] {
      let issue = try #require(throws: PredicateIssue.self) { try QueryExpression(QueryFormat(raw: text)) }
      #expect(issue.kind == .syntax, "\(text)")
      // The name of a property may be any text.
      #expect(QueryExpression(property: text) == QueryExpression(forKeyPath: text))
    }
  }

  @Test func valuesThatNoPredicateCanHold() throws {
    let built = QueryExpression(property: "year") .== (1940...1999)
    for predicate in [built, .not(built)] {
      let issue = try #require(throws: PredicateIssue.self) { try fixtureMovies.filter(predicate) }
      #expect(issue.has(.argumentType))
      #expect(issue.message == "expected a constant, a collection or an object, found a range, which BETWEEN takes")
    }
    #expect(try fixtureMovies.count(where: "year BETWEEN \(1940...1999)") == 2)
    #expect(try fixtureMovies.count(where: "year BETWEEN \(1940..<2000)") == 2)
    #expect(try fixtureMovies.count(where: "year IN \(1940...1999)") == 2)
    #expect(
      try QueryPredicate("a > 1 AND year IN \(1940...1999)") == QueryPredicate("a > 1 AND year BETWEEN {1940, 1999}"))
    let issue = try #require(throws: PredicateIssue.self) { try QueryPredicate("a > 1 AND year == \(1940...1999)") }
    #expect(issue.has(.argumentType) && issue.range == SourceRange(18, 20))
  }

  @Test func familiarConstructors() throws {
    let year = QueryPredicate(
      leftExpression: QueryExpression(forKeyPath: "year"), rightExpression: QueryExpression(forConstantValue: 1990),
      type: .greaterThan)
    let tag = QueryPredicate(
      leftExpression: QueryExpression(forKeyPath: "tags"), rightExpression: QueryExpression(forVariable: "tag"),
      modifier: .any, type: .equal, options: .caseInsensitive)
    let both = QueryPredicate(andPredicateWithSubpredicates: [year, tag])
    #expect(both.predicateFormat == "year > 1990 AND ANY tags ==[c] $tag")
    let filled = both.withSubstitutionVariables(["tag": "CLASSIC"])
    #expect(filled.predicateFormat == #"year > 1990 AND ANY tags ==[c] "CLASSIC""#)
    #expect(try filled.evaluate(with: fixtureMovies[3]))
    #expect(try both.evaluate(with: fixtureMovies[3], substitutionVariables: ["tag": "classic"]))
    #expect(QueryPredicate(orPredicateWithSubpredicates: []) == QueryPredicate(value: false))
    #expect(QueryPredicate(notPredicateWithSubpredicate: year).predicateFormat == "NOT year > 1990")
    #expect(QueryExpression(forKeyPath: "a.@count").description == "a.@count")
    #expect(try QueryPredicate("SELF == 3").evaluate(with: 3))
    #expect(try QueryPredicate("a == 3").evaluate(with: ["a": 3]))
  }

  @Test func codable() throws {
    let predicate = try QueryPredicate("lent == TRUE AND price > 66.0 AND id == \(UUID()) AND x == \(Date())")
    let data = try JSONEncoder().encode([predicate])
    #expect(try JSONDecoder().decode([QueryPredicate].self, from: data) == [predicate])
    let expression = try QueryExpression(format: "a + 1.0")
    #expect(
      try JSONDecoder().decode([QueryExpression].self, from: JSONEncoder().encode([expression])) == [expression])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([QueryPredicate].self, from: Data(#"["year >"]"#.utf8))
    }
  }

  @Test func whatNoTextSaysIsNotWritten() throws {
    let unreadable = QueryExpression.unreadable("year >")
    let deep = (0..<PredicateLimits.maximumNesting).reduce(QueryPredicate.literal(true)) { tree, _ in !(tree && tree) }
    #expect(deep.isOverLimit)
    let trees: [any Encodable] = [
      unreadable, unreadable .== 1990, deep, QueryPredicate.not(unreadable .> 1 && QueryExpression(property: "a") .> 1),
    ]
    for tree in trees {
      #expect(throws: EncodingError.self) { try JSONEncoder().encode([tree].map(AnyTree.init)) }
    }
    let waiting = try QueryPredicate(format: "year == %@ AND %K > 3", arguments: nil)
    #expect(try JSONDecoder().decode(QueryPredicate.self, from: JSONEncoder().encode(waiting)) == waiting)
  }

  /// What was evaluated can be encoded and read again, within the limits of the coders. The standard coders cannot hold texts beyond these limits,
  /// and then write nothing.
  @Test func whatRanIsReadAgain() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.userInfo[.predicateLimits] = PredicateLimits(sourceLength: .max)
    decoder.userInfo[.predicateLimits] = PredicateLimits(sourceLength: .max)
    let large: [any QueryArgumentConvertible] = [
      Array(0..<12_000), (0..<9_000).map { "some longer text \($0)" }, String(repeating: "a", count: 200_000),
      Data(repeating: 7, count: 100_000),
    ]
    for argument in large {
      let predicate = try QueryPredicate("SELF == nil OR SELF IN {\(argument)} OR SELF IN \(Array(0..<20_000))")
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(predicate) }
      let again = try decoder.decode(QueryPredicate.self, from: encoder.encode(predicate))
      #expect(again == predicate && again.nodeCount == predicate.nodeCount)
      #expect(throws: Never.self) { try Binder.bind(again, to: .dynamic) }
    }
    let expression = try QueryExpression(format: "{%@, 1}", String(repeating: "é", count: 100_000))
    #expect(try decoder.decode(QueryExpression.self, from: encoder.encode(expression)) == expression)
    let list = try QueryPredicate("SELF IN \(Array(0..<20_000).map { $0 % 10 })")
    #expect(try JSONDecoder().decode(QueryPredicate.self, from: JSONEncoder().encode(list)) == list)
  }
}

private enum Kind: String, QueryArgumentConvertible {
  case noir = "Noir"
}

private struct AnyTree: Encodable {
  let tree: any Encodable

  func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}
