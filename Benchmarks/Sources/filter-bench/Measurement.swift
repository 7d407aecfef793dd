import BenchData
import OpenPredicate

/// What was measured of one query, in milliseconds: the shortest of the rounds.
struct Measurement {
  let name: String
  /// Ours and the loop by hand: of a count, of indices, of the filtered array.
  let pairs: [(ours: Double, hand: Double)]
  let ordinary: Double
  let foundation: Double?
  /// A number of matches that is wrong, and the right one; nil where all are right.
  let wrong: (found: Int, expected: Int)?

  /// Measures a query; `few` are the records that Foundation's predicate is asked about, a tenth of all.
  init(_ query: Query, over movies: [Movie], few: [Movie], rounds: Int, matches: Int?) throws {
    let bound = try BoundQuery<Movie>(QueryPredicate(format: QueryFormat(raw: query.format)))
    let count = try Stopwatch.pair(of: rounds) {
      try movies.count(where: bound)
    } _: {
      query.hand.count(movies)
    }
    let indices = try Stopwatch.pair(of: rounds) {
      try movies.filterIndices(bound).count
    } _: {
      query.hand.indices(movies).count
    }
    let filtered = try Stopwatch.pair(of: rounds) {
      try movies.filter(bound).count
    } _: {
      query.hand.filter(movies).count
    }
    let ordinary = Stopwatch.best(of: 2) { movies.count(where: query.ordinary) }
    name = query.name
    pairs = [(count.first, count.second), (indices.first, indices.second), (filtered.first, filtered.second)]
    self.ordinary = ordinary.milliseconds
    foundation = try query.foundation.map { predicate in
      try Stopwatch.best(of: 1) { try few.count { try predicate.evaluate($0) } }.milliseconds * 10
    }
    let right = matches ?? count.secondResult
    wrong = [
      count.firstResult, count.secondResult, indices.firstResult, indices.secondResult, filtered.firstResult,
      filtered.secondResult, ordinary.result,
    ].first { $0 != right }.map { ($0, right) }
  }
}
