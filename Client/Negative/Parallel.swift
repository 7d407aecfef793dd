// Only a query over values that go between threads runs on all cores.
//
// error 12:40: type 'Movie' does not conform to the 'Sendable' protocol
import OpenPredicate

final class Movie {
  var year = 0
}

func count(_ movies: [Movie]) throws -> Int {
  let query = try BoundQuery<Movie>("year > 1990")
  return try movies.count(where: query.parallel)
}
