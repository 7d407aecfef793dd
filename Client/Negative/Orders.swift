// The name of a property in a variable as an order, and rows of an entity.
//
import OpenPredicate
import PredicateSQLite

struct Movie: Decodable {
  var year = 0
}

func sort(_ movies: [Movie], _ column: String, _ database: PredicateDatabase, _ fetch: EntityFetch) throws {
  _ = try movies.sorted(by: column)
  _ = try database.fetch(Movie.self, "year > 1990", sortedBy: "year", limit: 10)
  _ = try database.records(fetch)
  _ = QueryPolicy(allowing: ["title"])
}
