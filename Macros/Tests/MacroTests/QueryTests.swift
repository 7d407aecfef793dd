import Foundation
import PredicateMacros
import Testing

/// Predicates that `#query` checks.
@Suite struct QueryTests {
  private let movies = Movie.samples()

  private func titles(_ query: CheckedQuery<Movie>) throws -> [String] {
    try movies.filter(query).map(\.title)
  }

  @Test func arguments() throws {
    let minimum = 1990
    #expect(try titles(#query<Movie>("year > \(minimum)")) == ["Heat", "Café"])
    #expect(
      try titles(#query<Movie>("year IN \([1944, 2004]) AND tags.@count > 0")) == ["Laura", "Café"])
    #expect(try titles(#query<Movie>("year BETWEEN \(1990...1999)")) == ["Heat"])
    #expect(try titles(#query<Movie>("year BETWEEN {\(minimum), 1999}")) == ["Heat"])
    let none: Int? = nil
    #expect(try titles(#query<Movie>("borrower.age == \(none) AND borrower != nil")) == ["Café"])
    let hostile = "x' OR TRUEPREDICATE OR title == '"
    #expect(try titles(#query<Movie>("title == \(hostile)")).isEmpty)
    #expect(#query<Movie>("title == \(hostile)").predicate == (QueryExpression(property: "title") .== hostile))
  }

  /// Interpolations are those of a format, so an enum is its raw value.
  @Test func enums() throws {
    let genre = Movie.Genre.noir
    #expect(try titles(#query<Movie>("genre == \(genre) AND tags.@count == \(1)")) == ["Laura"])
    #expect(try titles(#query<Movie>("NOT genre IN \([Movie.Genre.drama])")).count == 3)
    #expect(try movies.allSatisfy(#query<Movie>("genre == \(genre)")))
    #expect(try !movies.allSatisfy(#query<Movie>("tags == {'classic'}")))
  }

  @Test func functions() throws {
    #expect(try titles(#query<Movie>("LENGTH(title) == 4 AND max(year, 3) > 3")).count == 2)
    #expect(try titles(#query<Movie>("round(rating, 0) > 1 AND modulus:by:(year, 2) == 1")).count >= 0)
    #expect(try titles(#query<Movie>("FUNCTION(title, 'uppercase:') == 'HEAT' AND now() != nil")) == ["Heat"])
    let isLeap = FunctionDefinition("isLeap:", [.number], result: .boolean, documentation: "Leap years.") {
      arguments, _ throws(PredicateIssue) in
      guard case .integer(let year) = arguments[0] else { return .null }
      return .boolean(year % 4 == 0)
    }
    let options = BindingOptions(functions: FunctionTable.standard.adding(isLeap))
    let query = try BoundQuery<Movie>(#query<Movie>("isLeap(year) == YES", functions: ["isLeap:"]), options: options)
    #expect(try movies.filter(query).map(\.title) == movies.filter { $0.year % 4 == 0 }.map(\.title))
  }

  @Test func names() throws {
    #expect(
      try titles(#query<Movie>("borrower.name == 'Anna' AND ANY friends.name BEGINSWITH[c] 'b'"))
        == ["Heat"])
    #expect(
      try titles(
        #query<Movie>("SUBQUERY(friends, $f, $f.age == nil AND $f.name == 'Bo').@count > 0")
      ).count == 2)
    #expect(
      try titles(#query<Movie>("title.length == 4 AND decade == 1990 AND friends.@count == 2")) == [
        "Heat"
      ])
    #expect(
      try titles(#query<Movie>("genre == 'noir' AND notes.a == 1 AND rating > 8")) == ["Heat"])
    #expect(
      try titles(#query<Movie>("lentOn == nil OR lentOn.year == 2025 OR lentOn > '2024-01-01'"))
        .count == 3)
    #expect(
      try titles(#query<Movie>("friends.@max.age == 30 AND friends[FIRST].name == 'Anna'")) == [
        "Heat"
      ])
    #expect(try [1, 2, 3].filter(#query<Int>("SELF > 2")) == [3])
    #expect(try [["a": 1], ["a": 2]].filter(#query<[String: Int]>("a > 1")) == [["a": 2]])
    #expect(
      try [Friend(name: "A", age: 1)].count(
        where: #query<Friend>("default == 7 AND name CONTAINS 'A'")) == 1)
  }

  /// A path through a collection has a value for each element, also if elements have collections.
  @Test func pathsThroughCollections() throws {
    let movies = Movie.samples()
    let shelves = [
      Shelf(movies: movies, spare: nil, built: .distantPast),
      Shelf(movies: [], spare: movies, built: .distantFuture),
    ]
    func places(_ query: CheckedQuery<Shelf>) throws -> [Int] {
      let bound = try BoundQuery(query)
      return try shelves.indices.filter { try bound.matches(shelves[$0]) }
    }
    #expect(try places(#query<Shelf>("ANY movies.year > 2000 AND built < \(Date())")) == [0])
    #expect(try places(#query<Shelf>("ALL movies.year > 1940")) == [0, 1])
    #expect(try places(#query<Shelf>("NONE movies.title BEGINSWITH 'H'")) == [1])
    #expect(try places(#query<Shelf>("ANY movies.tags == 'classic' AND ANY movies.friends.age > 20")) == [0])
    #expect(try places(#query<Shelf>("ANY movies.title.length == 4 AND ANY movies.rating > 8")) == [0])
    #expect(try places(#query<Shelf>("ANY movies.notes.a == 1 AND ANY movies.genre == 'noir'")) == [0])
    #expect(try places(#query<Shelf>("ANY spare.year IN {1995}")) == [1])
    #expect(try places(#query<Shelf>("SUBQUERY(movies, $m, ANY $m.friends.age == 30).@count == 1")) == [0])
  }

  @Test func literals() throws {
    #expect(try titles(#query<Movie>("title == \"Caf\u{e9}\" AND ANY tags == '1990s'")) == ["Café"])
    #expect(try titles(#query<Movie>(#"title == "Heat" AND year > \#(1990)"#)) == ["Heat"])
    #expect(try titles(#query<Movie>(#"title == "Caf\#u{e9}" AND title != "\#t""#)) == ["Café"])
    #expect(
      #query<Movie>(
        """
        year > 1 \
        AND year < 3
        """
      ).predicate.canonicalFormat == "year > 1 AND year < 3")
    #expect(
      try titles(
        #query<Movie>(
          """
          year > 1990 AND
            NOT (title MATCHES "C.*")
          """)) == ["Heat"])
    #expect(
      #query<Movie>("title == 'a\\\\b' AND year > 1").predicate.canonicalFormat
        == #"title == "a\\b" AND year > 1"#)
  }

  /// Only a mistake that is certain is reported by the compiler.
  @Test func patterns() throws {
    #expect(try titles(#query<Movie>(#"title MATCHES "[]H[^x]]e(?:a|\\()t|(?i)l\\Q[\\E*""#)) == ["Heat"])
    #expect(throws: PredicateIssue.self) { try titles(#query<Movie>("title MATCHES 'a{2,1}'")) }
    // A control character takes the character after c.
    #expect(try titles(#query<Movie>(#"title MATCHES "\\c[\\c(\\c)""#)) == [])
  }

  @Test func ranges() throws {
    for query in [#query<Movie>("year BETWEEN \(1990...1999)"), #query<Movie>("year IN \(1990..<2000)")] {
      #expect(query.predicate.canonicalFormat == "year BETWEEN {1990, 1999}")
    }
  }

  @Test func whatOnlyValuesTell() throws {
    // A range next to an operator other than IN or BETWEEN is an issue only when the predicate is bound to a type.
    #expect(throws: PredicateIssue.self) { try titles(#query<Movie>("year == \(1...2)")) }
  }
}
