import PredicateBinding
import PredicateDemo
import PredicateEngine
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

/// Filtering many objects at once reuses the results of conditions, and finds the same objects as evaluating the predicate for each object.
@Suite struct GraphFilterTests {
  private static let database = try? PredicateDatabase.demo()

  @Test(arguments: [
    ("Movie", "ANY tags.movies.tags.movies.year == 1994"), ("Loan", "ANY movie.tags.movies.year == year"),
    ("Loan", "NOT (ANY movie.tags.movies.lentToFriend.loans.note IN {note, 'x', friend.friendName})"),
    ("Movie", "ANY tags.movies.title == title AND ALL tags.movies.year > 1930"),
    ("Movie", "SUBQUERY(tags.movies, $m, ANY $m.tags.movies.year < year).@count > 40"),
    ("Movie", "SUBQUERY(tags.movies, $m, ANY $m.tags.movies.year == 1994).@count > 40"),
    (
      "Movie",
      "SUBQUERY(tags, $t, SUBQUERY($t.movies, $m, $m.year == year AND ANY $m.loans.note != nil).@count > 1).@count > 0"
    ),
    ("Friend", "ANY friends.friends.lentMovies.year > 2000 AND NONE friends.lentMovies.genre == 'Noir'"),
    ("Tag", "ANY movies.lentToFriend.lentMovies.tags == SELF"),
  ])
  func findsTheSame(entity: String, format: String) throws {
    let database = try #require(Self.database)
    let text = entity == "Loan" ? format.replacing(" == year", with: " == movie.year") : format
    let predicate = try QueryPredicate(format: QueryFormat(raw: text))
    let bound = try Binder.bind(predicate, to: .entity(entity, database.model))
    let graph = try ObjectGraph(database)
    let objects = try graph.objects(of: entity)
    let evaluator = ReferenceEvaluator()
    let rows = try GraphFetch(graph).rows(EntityFetch(entity, where: predicate)).rows
    let found = rows.compactMap { row -> Int64? in if case .integer(let key) = row[0] { key } else { nil } }
    let single = try objects.filter { try evaluator.evaluate(bound, object: .object($0)) }.compactMap {
      $0.reference?.key
    }
    #expect(found == single)
    #expect(single == (try database.ids(entity: entity, predicate: predicate)))
  }
}
