import Foundation
import OpenPredicate
import PredicateEngineFixtures
import PredicateMemory
import Testing

@Suite struct CollectionTests {
  @Test func scalarsAsSelf() throws {
    #expect(try ["ab", "b", "abc"].filter("SELF BEGINSWITH 'a'") == ["ab", "abc"])
    #expect(try [1, 2, 3].filter("SELF >= 2") == [2, 3])
    #expect(try [1.5, nil, 3].filter("SELF == nil").count == 1)
    #expect(try [FixtureGenre.noir, .drama].filter("SELF == 'Noir'") == [.noir])
    #expect(try Set([1, 2, 3]).filter("SELF > 2") == [3])
    #expect(try (1...100).count(where: "SELF BETWEEN {10, 19}") == 10)
    #expect(try [[1, 2], [3]].filter("SELF.@count == 2").count == 1)
    #expect(try [[1, 2], [3]].filter("ANY SELF == 3") == [[3]])
    #expect(try [Date(timeIntervalSinceReferenceDate: 3)].count(where: "SELF > CAST(2, 'NSDate')") == 1)
    #expect(try ["é"].count(where: "SELF == \("e\u{301}")") == 0)
  }

  @Test func dictionaries() throws {
    let rows: [[String: Any]] = [
      ["name": "Anna", "age": 30, "tags": ["a", "b"], "home": ["city": "Wien"]],
      ["name": "Bob", "age": Int?.none as Any, "pets": [FixtureFriend("Rex")]],
      [:],
    ]
    #expect(try rows.filterIndices("age > 20") == [0])
    #expect(try rows.filterIndices("age == nil") == [1, 2])
    #expect(try rows.filterIndices("ANY tags == 'b' AND home.city BEGINSWITH 'W'") == [0])
    #expect(try rows.filterIndices("ANY pets.friendName == 'Rex'") == [1])
    #expect(try rows.filterIndices("missing == 'x'") == [])
    let values: [[String: QueryValue]] = [["a": .integer(1)], ["a": .string("x")]]
    #expect(try values.filterIndices("a == 1") == [0])
    #expect(throws: PredicateIssue.self) { try values.filterIndices("a > 0") }
    #expect(try [QueryValue.integer(3), .null].filterIndices("SELF == 3") == [0])
    let mixed: [Any] = [1, "one", fixtureMovies[0], FixtureFriend("Anna")]
    #expect(try mixed.filterIndices("SELF == 'one'") == [1])
  }

  @Test func anyHashable() throws {
    let mixed: [AnyHashable] = [1, "a", 2.5]
    #expect(try mixed.filterIndices("SELF == 2.5 OR SELF == 'a'") == [1, 2])
    let info: [[AnyHashable: Any]] = [["a": 1, 2: "two", "b": ["c": "x"] as [AnyHashable: Any]], [:]]
    #expect(try info.filterIndices("a == 1 AND b.c == 'x' AND SELF.@count == 2") == [0])
  }

  @Test func structsAreEqualByTheirProperties() throws {
    struct Trip {
      var from: FixturePlace
      var to: FixturePlace?
      var stops: [FixturePlace] = []
    }
    let wien = FixturePlace(city: "Wien", zip: 1010)
    let graz = FixturePlace(city: "Graz", zip: 8010)
    let trips = [Trip(from: wien, to: wien), Trip(from: wien, to: graz, stops: [graz]), Trip(from: graz)]
    #expect(try trips.filterIndices("from == to") == [0])
    #expect(try trips.filterIndices("from != to") == [1, 2])
    #expect(try trips.filterIndices("to IN stops") == [1])
    #expect(try trips.count(where: "SELF == SELF") == 3)
  }

  @Test(arguments: [
    ("price == 9.99", [0]), ("price != 9.99", [1, 2]), ("price IN {9.99, 5}", [0, 2]), ("price >= 9.99", [0]),
    ("price > 9.99", []), ("price BETWEEN {0.1, 9.99}", [0, 1, 2]), ("9.99 == price", [0]), ("price < 0.2", [1]),
    ("ANY prices == 0.3", [1]), ("price + 0 == 0.1", [1]),
  ])
  func decimalsAsTheyAreWritten(format: String, expected: [Int]) throws {
    struct Item {
      var price: Decimal
      var prices: [Decimal] = []
    }
    let items = try ["9.99", "0.1", "5"].map { Item(price: try #require(Decimal(string: $0))) }
    var some = items
    some[1].prices = try [#require(Decimal(string: "0.3"))]
    #expect(try some.filterIndices(QueryFormat(raw: format)) == expected)
    let rows: [[String: Any]] = some.map { ["price": $0.price, "prices": $0.prices] }
    #expect(try rows.filterIndices(QueryFormat(raw: format)) == expected)
  }

  @Test func otherCollections() throws {
    let slice = fixtureMovies[1...]
    #expect(try slice.filterIndices("year > 2000") == [1, 3])
    #expect(try ContiguousArray(fixtureMovies).count(where: "year > 2000") == 2)
    #expect(try fixtureMovies.reversed().first(where: "year > 2000")?.title == "the end")
    #expect(try AnySequence(fixtureMovies).filter("year > 2000").count == 2)
    #expect(try fixtureMovies.contains(where: "year == 1949"))
    #expect(try !fixtureMovies.contains(where: "year == 1950"))
    #expect(try fixtureMovies.first(where: "year > \(1990)")?.year == 2001)
    #expect(try [FixtureMovie]().filter("year > 1").isEmpty)
  }

  @Test func variables() throws {
    let predicate = try QueryPredicate("year > $year")
    #expect(try fixtureMovies.count(where: predicate, variables: ["year": QueryValue.integer(2000)]) == 2)
    #expect(try fixtureMovies.count(where: predicate, variables: ["year": 2000]) == 2)
    #expect(try fixtureMovies.count(where: QueryPredicate("year IN $y"), variables: ["y": [2001, 1949]]) == 2)
    let year: Int16 = 2000
    #expect(try fixtureMovies.count(where: predicate, variables: QueryVariables(["year": year])) == 2)
    #expect(try fixtureMovies.count(where: predicate, variables: QueryVariables(["year": 1999.5])) == 2)
    let list = try QueryPredicate("year IN $years AND title != $title")
    let years: Set = [2001, 1949]
    let titles = try fixtureMovies.filter("year IN {2001, 1949}").map(\.title)
    let found = try fixtureMovies.filter(list, variables: QueryVariables(["years": years, "title": titles[0]]))
    #expect(found.map(\.title) == titles.filter { $0 != titles[0] })
    let unbound = #expect(throws: PredicateIssue.self) {
      try fixtureMovies.count(where: predicate, variables: QueryVariables(["year": QueryExpression(property: "year")]))
    }
    #expect(unbound?.code == "unbound-variable")
    let issue = try #require(throws: PredicateIssue.self) { try fixtureMovies.filter(predicate) }
    #expect(issue.kind == .unboundVariable)
  }

  @Test func boundOnce() async throws {
    let query = try BoundQuery<FixtureMovie>("rating >= \(8)")
    let count = try await Task.detached { try fixtureMovies.count(where: query) }.value
    #expect(count == 2)
    #expect(try query.matches(fixtureMovies[0]))
    #expect(try !query.matches(fixtureMovies[2]))
    // The note is possible only if the type of the property is known.
    #expect(try BoundQuery<FixtureMovie>("released > '2001-01-01'").notes.count == (InPlaceReads.areOn ? 1 : 0))
  }

  @Test func sorting() throws {
    #expect(try fixtureMovies.sorted(by: "year").map(\.year) == [1949, 1995, 2001, 2010])
    #expect(try fixtureMovies.sorted(by: "rating").map(\.rating) == [nil, 5, 8.1, 8.3])
    #expect(try fixtureMovies.sorted(by: .descending("rating")).map(\.rating) == [8.3, 8.1, 5, nil])
    #expect(
      try fixtureMovies.sorted(by: "lent", .descending("genre"), "year").map(\.year) == [1995, 2010, 2001, 1949])
    #expect(
      try ["b", "A", "a", "B"].sorted(by: .ascending("SELF", options: .caseInsensitive)) == ["A", "a", "b", "B"])
    #expect(try ["b", "A", "a", "B"].sorted(by: "SELF") == ["A", "B", "a", "b"])
    #expect(
      try ["Part 10", "émile", "Part 9", "Emile", "Zoe"].sorted(by: .localizedStandard("SELF"))
        == ["Emile", "émile", "Part 9", "Part 10", "Zoe"])
    #expect(try [3, 10, 9].sorted(by: .localizedStandard("SELF", isAscending: false)) == [10, 9, 3])
    #expect(try fixtureMovies.sorted(by: "tags.@count", "year").map(\.year) == [1995, 2001, 2010, 1949])
    #expect(throws: PredicateIssue.self) { try fixtureMovies.sorted(by: "lentToFriend") }
    #expect(throws: PredicateIssue.self) { try fixtureMovies.sorted(by: "nothing") }
    let mixed: [Any] = [1, "x"]
    #expect(throws: PredicateIssue.self) { try mixed.sorted(by: "SELF") }
  }
}
