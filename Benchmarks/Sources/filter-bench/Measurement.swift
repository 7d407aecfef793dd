import BenchData
import OpenPredicate

/// What was measured of one query, in milliseconds: the shortest of the rounds.
struct Measurement {
  let name: String
  /// Ours and the loop by hand: of a count, of indices, of the filtered array.
  let pairs: [(ours: Double, hand: Double)]
  let ordinary: Double
  let foundation: Double?
  let parallelCount: Double
  /// How many times as fast two threads are as one: our count, the count by hand, our filtered array.
  let gains: [Double]
  /// A number of matches that is wrong, and the right one; nil where all are right.
  let wrong: (found: Int, expected: Int)?

  /// Measures a query; `few` are the records that Foundation's predicate is asked about, a tenth of all.
  init(_ query: Query, over movies: [Movie], few: [Movie], rounds: Int, matches: Int?) throws {
    let bound = try BoundQuery<Movie>(QueryPredicate(format: QueryFormat(raw: query.format)))
    let parallel = bound.parallel
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
    // One thread again, beside two: of what was measured at another time, the machine's other work might be the difference. And longer, for
    // two cores are left in peace at the same time less often than one.
    let both = try Stopwatch.pair(of: 2 * rounds, atLeast: 3000) {
      try movies.count(where: bound)
    } _: {
      try movies.count(where: parallel)
    }
    let handByBoth = Stopwatch.pair(of: 2 * rounds, atLeast: 3000) {
      query.hand.count(movies)
    } _: {
      query.hand.parallelCount(movies)
    }
    let filteredByBoth = try Stopwatch.pair(of: 2 * rounds, atLeast: 3000) {
      try movies.filter(bound).count
    } _: {
      try movies.filter(parallel).count
    }
    let ordinary = Stopwatch.best(of: 2) { movies.count(where: query.ordinary) }
    name = query.name
    pairs = [(count.first, count.second), (indices.first, indices.second), (filtered.first, filtered.second)]
    self.ordinary = ordinary.milliseconds
    foundation = try query.foundation.map { predicate in
      try Stopwatch.best(of: 1) { try few.count { try predicate.evaluate($0) } }.milliseconds * 10
    }
    parallelCount = both.second
    gains = [
      both.first / both.second, handByBoth.first / handByBoth.second, filteredByBoth.first / filteredByBoth.second,
    ]
    let right = matches ?? count.secondResult
    wrong = [
      count.firstResult, count.secondResult, indices.firstResult, indices.secondResult, filtered.firstResult,
      filtered.secondResult, both.secondResult, handByBoth.secondResult, filteredByBoth.secondResult, ordinary.result,
    ].first { $0 != right }.map { ($0, right) }
  }
}
