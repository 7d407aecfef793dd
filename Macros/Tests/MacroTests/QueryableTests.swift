import Foundation
import PredicateFoundation
import PredicateMacros
import Testing

/// The tables that `@Queryable` writes.
@Suite struct QueryableTests {
  @Test func names() {
    #expect(
      Friend.queryProperties.map(\.name) == [
        "name", "age", "nickname", "stars", "initials", "default", "both",
      ])
    #expect(Movie.queryProperties.map(\.name).suffix(3) == ["friends", "notes", "decade"])
    #expect(Pair<Int, String>.queryProperties.map(\.name) == ["first", "second"])
  }

  @Test func values() throws {
    var friend = Friend(name: "Anna", age: 30)
    friend.stars = 99
    let friends = [friend, Friend(name: "Bo", age: nil)]
    #expect(try friends.filter("stars == 10 AND initials == 'A' AND default == 7") == [friend])
    #expect(try friends.count(where: "age == nil AND nickname == nil") == 1)
    let movies = Movie.samples()
    #expect(try movies.filter("decade == 1990 AND genre == 'noir'").map(\.title) == ["Heat"])
    #expect(
      try movies.filter("ANY friends.name == 'Bo' AND borrower.age == 30").map(\.title) == ["Heat"])
    #expect(try [Pair(first: 1, second: "x")].count(where: "first == 1 AND second == 'x'") == 1)
    #expect(try [Shop.Item()].count(where: "price == 3") == 1)
    #expect(try [Shop.Book()].count(where: "price == 3") == 1)
    #expect(throws: PredicateIssue.self) { try friends.filter("secret == 's'") }
  }

  /// Predicates read these types on any thread.
  @Test func typesOfTheMainActor() throws {
    #expect(Track.queryProperties.map(\.name) == ["title", "seconds", "maker", "minutes"])
    #expect(Station.queryProperties.map(\.name) == ["name"])
    let tracks = [Track("One"), Track("Two")]
    #expect(try tracks.filter("minutes == 3 AND seconds > 100 AND title == 'Two'") == [tracks[1]])
    #expect(try [Station("FIP"), Station("RRR")].count(where: "name BEGINSWITH 'F'") == 1)
  }

  @Test func finalClass() throws {
    let root = Branch(1, under: nil)
    let leaf = Branch(3, under: Branch(2, under: root))
    leaf.parent = Branch(4, under: root)
    leaf.twin = root
    let branches = [root, leaf]
    #expect(try branches.filter("parent.parent.id == 1 AND moves == 1 AND depth == 2").map(\.id) == [3])
    #expect(try branches.filter("twin.id == 1 AND parent.twin == nil").map(\.id) == [3])
    #expect(try branches.filter("parent == nil OR twin == nil").map(\.id) == [1])
  }

  @Test func foundation() throws {
    let predicate = try QueryPredicate(
      #Predicate<Movie> { $0.decade == 1990 && $0.borrower?.name == "Anna" })
    #expect(predicate.canonicalFormat == #"decade == 1990 AND borrower.name == "Anna""#)
    let theirs = try predicate.foundationPredicate(for: Movie.self)
    #expect(try Movie.samples().map { try theirs.evaluate($0) } == [false, true, false])
  }
}
