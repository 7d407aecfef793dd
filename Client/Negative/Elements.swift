// Elements that are still used here must not be read in another task.
//
// error 12:20: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
import OpenPredicate

final class Movie {
  var year = 0
}

func ask(_ movies: [Movie]) async throws -> Int {
  let query = try BoundQuery<Movie>("year > 1990")
  let count = Task.detached { try movies.count(where: query) }
  movies.first?.year = 2000
  return try await count.value
}
