import PredicateObjects
import PredicateSyntax
import Testing

/// Fetches of classes: with orders, as counts, with objects as arguments, and in batches.
@Suite struct ContextFetchTests {
  @Test func orders() throws {
    let context = try MovieObjects.context()
    let movies = try context.fetch(Movie.self, sortedBy: .descending("year"), "title")
    #expect(movies.count == 200)
    let ordered = movies.sorted { ($1.year, $0.title) < ($0.year, $1.title) }
    #expect(movies.map(\.year) == ordered.map(\.year))
    let predicate = try QueryPredicate(format: "year < %@", 1930)
    let old = try context.fetch(Movie.self, predicate, sortedBy: ["year"], limit: 2)
    #expect(old.map(\.year) == Array(movies.map(\.year).reversed().prefix(2)))
    #expect(throws: PredicateIssue.self) { try context.fetch(Movie.self, sortedBy: "yaer") }
    #expect(throws: PredicateIssue.self) { try context.fetch(Movie.self, sortedBy: .localizedStandard("title")) }
  }

  @Test func objectsAsArguments() throws {
    let context = try MovieObjects.context()
    let anna = try #require(try context.fetch(Friend.self, "friendName BEGINSWITH 'Anna'").first)
    let lent = anna.lentMovies.count
    #expect(lent > 0)
    #expect(try context.count(Movie.self, "lentToFriend == \(anna)") == lent)
    #expect(try context.count(Movie.self, "lentToFriend == \(anna.id)") == lent)
    #expect(try context.fetch(Movie.self, "lentToFriend == \(anna)").map(\.id) == anna.lentMovies.map(\.id))
    #expect(try context.count(Movie.self) == 200)
    // Zoe is not saved yet, and still an argument.
    let zoe = try context.insert(Friend.self)
    zoe.friendName = "Zoe"
    #expect(try context.count(Movie.self, "lentToFriend == \(zoe)") == 0)
    try #require(try context.fetch(Movie.self, limit: 1).first).lentToFriend = zoe
    #expect(try context.count(Movie.self, "lentToFriend == \(zoe)") == 1)
  }

  @Test func batches() throws {
    let context = try MovieObjects.context()
    let statements = try StatementCount(context.database)
    let movies = try context.fetch(Movie.self, sortedBy: "title", batchSize: 30)
    func loaded() -> Int { movies.filter(\.isLoaded).count }
    #expect(movies.count == 200 && loaded() == 0)
    _ = movies[35].title
    #expect(loaded() == 30)
    let batch = movies[30..<60].filter(\.isLoaded)
    #expect(batch.count == 30)
    _ = movies.map(\.title)
    #expect(loaded() == 200)
    // One statement reads the keys, and seven read the batches.
    #expect(try statements.stop() == 8)
    // Rows that were read before are read again: another context may have changed them.
    let other = try ObjectContext(context.database, classes: MovieObjects.classes)
    let theirs = try #require(try other.object(for: movies[0].id) as? Movie)
    theirs.year = 1700
    try other.save()
    #expect(try context.fetch(Movie.self, "title == \(movies[0].title)", batchSize: 30).map(\.year) == [1700])
    #expect(context.failures.isEmpty)
  }
}
