import Foundation
import OpenPredicate

/// `swift run -c release filter-bench [RECORDS] [ROUNDS] [QUERY…]`
///
/// Each query over the records in four forms: this package, the fastest loop by hand, the closure an ordinary developer writes, and
/// Foundation's predicate (on a tenth of the records, times ten). Numbers are milliseconds, the shortest of the rounds; the ratio is
/// of this package to the loop by hand, both of this run. A wrong number of matches is an error.
let arguments = Array(CommandLine.arguments.dropFirst())
let recordCount = arguments.first.flatMap { Int($0) } ?? 1_000_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 7
let wanted = Set(arguments.dropFirst(2))

let movies = DataSet.records(recordCount)
guard DataSet.isRight(movies) else { fatalError("the records are not those of the data set") }
let few = Array(movies.prefix(recordCount / 10))

func text(_ value: Double) -> String {
  let text = String(format: value < 100 ? "%.1f" : "%.0f", value)
  return String(repeating: " ", count: max(0, 7 - text.count)) + text
}

var isRight = true
print(
  "          count                    indices                  filtered                 ordinary #Predicate parallel")
print(
  "          ours    hand   ratio     ours    hand   ratio     ours    hand   ratio        count      count    count")
for query in Query.all() where wanted.isEmpty || wanted.contains(query.name) {
  let bound = try BoundQuery<Movie>(QueryPredicate(format: query.format))
  let count = try Stopwatch.best(of: rounds) { try movies.count(where: bound) }
  let handCount = Stopwatch.best(of: rounds) { query.hand.count(movies) }
  let indices = try Stopwatch.best(of: rounds) { try movies.filterIndices(bound) }
  let handIndices = Stopwatch.best(of: rounds) { query.hand.indices(movies) }
  let filtered = try Stopwatch.best(of: rounds) { try movies.filter(bound) }
  let handFiltered = Stopwatch.best(of: rounds) { query.hand.filter(movies) }
  let ordinary = Stopwatch.best(of: 2) { movies.count(where: query.ordinary) }
  let foundation = try query.foundation.map { predicate in
    try Stopwatch.best(of: 1) { try few.count { try predicate.evaluate($0) } }.milliseconds * 10
  }
  let right = recordCount == 1_000_000 ? query.matches : handCount.result
  for found in [
    count.result, handCount.result, indices.result.count, handIndices.result.count, filtered.result.count,
    handFiltered.result.count, ordinary.result,
  ] where found != right {
    print("\(query.name): \(found) matches instead of \(right)")
    isRight = false
  }
  let columns = [
    (count.milliseconds, handCount.milliseconds), (indices.milliseconds, handIndices.milliseconds),
    (filtered.milliseconds, handFiltered.milliseconds),
  ]
  let cells = columns.map { text($0.0) + " " + text($0.1) + " " + text($0.0 / $0.1) + "  " }
  let name = query.name + String(repeating: " ", count: 4 - query.name.count)
  print(name, cells.joined(separator: " "), text(ordinary.milliseconds), "   ", foundation.map(text) ?? "      -")
}
exit(isRight ? 0 : 1)
