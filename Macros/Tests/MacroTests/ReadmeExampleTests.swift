import Observation
import PredicateMacros
import Testing

/// The code in README.md about checks at compile time.
@Suite struct ReadmeExampleTests {
  @Queryable @Observable final class Movie {
    var title = ""
    var year = 0
    var decade: Int { year / 10 * 10 }
  }

  @Test func lines() throws {
    let movies = [Movie(), Movie()]
    movies[0].year = 1995
    let minimum = 1990
    let recent = #query<Movie>("year > \(minimum) AND decade < 2000")
    #expect(try movies.firstIndex(where: BoundQuery(recent)) == 0 && movies.count(where: recent) == 1)
  }
}
