import Foundation
import OpenPredicate
import PredicateEngineFixtures
import PredicateSyntax
import Testing

@Suite struct ReflectionTests {
  private func titles(_ format: String, _ arguments: any QueryArgumentConvertible...) throws -> [String] {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format), arguments: arguments.map { $0.queryArgument })
    return try fixtureMovies.filter(predicate).map(\.title)
  }

  @Test(arguments: [
    ("year > 1990 AND rating >= 7.5", ["Amélie"]),
    ("rating == nil", ["Unrated"]),
    ("rating != 5", ["The Third Man", "Amélie", "Unrated"]),
    ("genre == 'Noir'", ["The Third Man"]),
    ("genre IN {'Noir', 'Comedy'}", ["The Third Man", "Amélie"]),
    ("lent == YES", ["The Third Man"]),
    ("lentToFriend.friendName BEGINSWITH[c] 'a'", ["The Third Man"]),
    ("lentToFriend == nil", ["Amélie", "the end"]),
    ("lentToFriend.age == nil", ["Amélie", "Unrated", "the end"]),
    ("ANY tags == 'classic'", ["The Third Man"]),
    ("ANY tags ==[c] 'classic'", ["The Third Man", "the end"]),
    ("tags.@count == 0", ["Unrated"]),
    ("ANY loans.days > 10", ["The Third Man"]),
    ("ALL loans.note == nil", ["Amélie", "Unrated"]),
    ("SUBQUERY(loans, $l, $l.days < 5 AND $l.note == nil).@count == 1", ["The Third Man"]),
    ("loans.@sum.days > 20", ["The Third Man"]),
    ("place.city == 'Wien'", ["The Third Man"]),
    ("place == nil", ["Amélie", "Unrated", "the end"]),
    ("NOT place.zip > 5", ["Amélie", "Unrated", "the end"]),
    ("ANY marks == 2", ["The Third Man"]),
    ("extra.a == 1", ["Amélie"]),
    ("released > CAST(5, 'NSDate')", ["the end"]),
    ("(flags & 4) != 0 AND year > 2005", ["the end"]),
    ("price == 1 AND year == 1949", ["The Third Man"]),
    ("size > 9223372036854775807 AND year == 1949", ["The Third Man"]),
    ("size == 18446744073709551615 AND year == 1949", ["The Third Man"]),
    ("weight == 0.5 AND year == 1949", ["The Third Man"]),
    ("title ENDSWITH 'end'", ["the end"]),
  ])
  func structs(_ format: String, _ expected: [String]) throws {
    #expect(try titles(format) == expected)
  }

  @Test func argumentsOfFoundation() throws {
    #expect(try titles("id == %@", fixtureMovies[1].id) == ["Amélie"])
    #expect(try titles("released >= %@", Date(timeIntervalSinceReferenceDate: 1000)) == ["the end"])
    #expect(try titles("rating >= %@", 8.2) == ["Amélie"])
    #expect(try titles("price < %@ AND year IN %@", Decimal(2), [2010, 1995]) == ["Unrated", "the end"])
    let bob = try #require(fixtureMovies[2].lentToFriend)
    #expect(try titles("lentToFriend == %@", ObjectReference(to: bob)) == ["Unrated"])
  }

  @Test(.fieldsAreKnown) func unknownPropertyListsWhatExists() throws {
    let issue = try #require(throws: PredicateIssue.self) { try fixtureMovies.filter("yaer > 1990") }
    #expect(issue.kind == .unknownKey)
    #expect("\(issue)".contains("year"))
    let nested = try #require(throws: PredicateIssue.self) {
      try fixtureMovies.filter("lentToFriend.name == 'x'")
    }
    #expect(nested.kind == .unknownKey)
    #expect("\(nested)".contains("friendName"))
    // An enum with associated values is not a value of the language.
    #expect(throws: PredicateIssue.self) { try fixtureMovies.filter("mood == 1") }
  }

  @Test(.fieldsAreKnown) func familiesAreJudgedBeforeAnyElement() {
    #expect(throws: PredicateIssue.self) { try [FixtureMovie]().filter("year == 'x'") }
    #expect(throws: PredicateIssue.self) { try fixtureMovies.filter("title > 5") }
  }

  @Test(.fieldsAreKnown) func classesAndTheirAncestors() throws {
    let keeper = FixtureFriend("Keeper")
    let old = FixtureDog("Argos", legs: 4, keeper: keeper)
    let young = FixtureDog("Rex", legs: 3, keeper: keeper, parent: old)
    young.tricks = ["sit"]
    let dogs = [old, young]
    #expect(try dogs.filter("legs == 3").map(\.name) == ["Rex"])
    #expect(try dogs.filter("parent.name == 'Argos' AND ANY tricks == 'sit'").map(\.name) == ["Rex"])
    #expect(try dogs.filter("age == 3 AND parent == nil").map(\.name) == ["Argos"])
    #expect(try dogs.filter("parent == \(ObjectReference(to: old as FixtureAnimal))").map(\.name) == ["Rex"])
    let animals: [FixtureAnimal] = dogs
    #expect(try animals.filter("name LIKE 'A*'").count == 1)
    // Lazy storage is not read, and neither are the properties of a subclass.
    for name in ["shout", "$__lazy_storage_$_shout", "tricks"] {
      #expect(throws: PredicateIssue.self, "\(name)") {
        try animals.filter(
          QueryPredicate.comparison(QueryComparison(.keyPath(QueryKeyPath(.key(name))), .equal, .literal(.null))))
      }
    }
  }

  @Test(.fieldsAreKnown) func nestedAndGenericTypes() throws {
    struct Box<Content> {
      var content: Content
      var pair: (Int, Int) = (1, 2)
      var work: () -> Void = {}
    }
    #expect(try [Box(content: 1), Box(content: 2)].filter("content > 1").count == 1)
    #expect(try [Box(content: FixturePlace(city: "Wien", zip: 1))].filter("content.city == 'Wien'").count == 1)
    #expect(
      try [Box<Int??>(content: nil), Box(content: .some(nil)), Box(content: 3)].filter("content == nil").count == 2)
    #expect(try [Box<Any>(content: 3), Box<Any>(content: "x")].filter("content == 3").count == 1)
    #expect(throws: PredicateIssue.self) { try [Box(content: 1)].filter("pair == 1") }
    #expect(throws: PredicateIssue.self) { try [Box(content: 1)].filter("work == 1") }
  }

  @Test func namesAreComparedByScalars() throws {
    struct Word { var é: Int }
    #expect(
      try [Word(é: 1)].filter(
        QueryPredicate.comparison(QueryComparison(QueryExpression(property: "\u{e9}"), .equal, .literal(.integer(1))))
      ).count == 1)
    #expect(throws: PredicateIssue.self) {
      try [Word(é: 1)].filter(
        QueryPredicate.comparison(
          QueryComparison(.keyPath(QueryKeyPath(.key("e\u{301}"))), .equal, .literal(.integer(1)))))
    }
  }
}
