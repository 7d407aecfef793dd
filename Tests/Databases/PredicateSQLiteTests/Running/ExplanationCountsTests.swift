import PredicateDemo
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateSyntax
import Testing

@Suite("Explanations of rows")
struct ExplanationCountsTests {
  static let database = Result { try PredicateDatabase.demo() }

  static let formats = [
    "year > 1990", "year > 1990 AND lent == YES", "year > 1990 AND (genre == 'Drama' OR rating > 8)",
    "NOT (year < 1990 OR genre == 'Drama')", "NOT (year > 1990 AND genre == 'Drama') OR lent == YES",
    "lentToFriend.friendName BEGINSWITH 'A' AND ANY loans.returnedOn == nil AND TRUEPREDICATE",
    "NOT (NOT (year > 1960 AND rating >= 7.5 AND NOT genre == 'Drama'))",
  ]

  @Test("SQLite's counts are the sums of the explanations of all objects", arguments: formats)
  func counts(format: String) throws {
    let database = try Self.database.get()
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    var counts = Explanation.Counts(predicate)
    for key in try database.ids(entity: "Movie", predicate: nil) {
      let movie = ObjectReference(entity: "Movie", key: key)
      counts.add(try #require(try database.explanation(of: predicate, for: movie)))
    }
    #expect(try database.partCounts(of: predicate, entity: "Movie") == counts)
  }

  @Test("A missing row has no explanation, and a predicate that does not fit is refused")
  func missing() throws {
    let database = try Self.database.get()
    let nothing = ObjectReference(entity: "Movie", key: 1_000_000)
    #expect(try database.explanation(of: QueryPredicate(format: "year > 1990"), for: nothing) == nil)
    #expect(throws: PredicateIssue.self) {
      try database.explanation(of: QueryPredicate(format: "yaer > 1990"), for: nothing)
    }
  }
}
