// The name of a property in a variable as an order, and rows of an entity.
//
// error 15:18: 'sorted(by:)' is unavailable: for the name of a property in a variable, write .ascending(key: name) or .descending(key: name); for text that a user typed, use sorted(text:policy:)
// error 16:20: 'fetch(_:_:sortedBy:limit:)' is unavailable: write fetch(EntityFetch("Movie", where: "year > 1990"), as: Movie.self), or Movie.filter(matching:in:)
// error 17:20: 'records' is unavailable: write records(Movie.self, fetch), with the type of the records in the place of Movie
// error 18:7: 'init(allowing:of:)' is unavailable: write QueryPolicy().allowing(.only("title", "year"), of: Movie.self)
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
