import BenchData
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
  let text = String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  return String(repeating: " ", count: max(0, 7 - text.count)) + text
}

/// A label and the cells of a row.
func row(_ name: String, _ cells: [String]) {
  print(name + String(repeating: " ", count: max(1, 5 - name.count)) + cells.joined(separator: " "))
}

var isRight = true
print(
  "      count                   indices                 filtered array          ordinary #Predi- "
    + "parallel, times as fast: count filter"
)
print(
  "        ours    hand   ratio    ours    hand   ratio    ours    hand   ratio   count    cate   "
    + "count    ours    hand    ours")
for query in Query.all() where wanted.isEmpty || wanted.contains(query.name) {
  let bound = try BoundQuery<Movie>(QueryPredicate(format: query.format))
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
  // One thread again, beside two: of what was measured at another time, the machine's other work might be the difference.
  let both = try Stopwatch.pair(of: rounds) {
    try movies.count(where: bound)
  } _: {
    try movies.count(where: parallel)
  }
  let handByBoth = Stopwatch.pair(of: rounds) {
    query.hand.count(movies)
  } _: {
    query.hand.parallelCount(movies)
  }
  let filteredByBoth = try Stopwatch.pair(of: rounds) {
    try movies.filter(bound).count
  } _: {
    try movies.filter(parallel).count
  }
  let ordinary = Stopwatch.best(of: 2) { movies.count(where: query.ordinary) }
  let foundation = try query.foundation.map { predicate in
    try Stopwatch.best(of: 1) { try few.count { try predicate.evaluate($0) } }.milliseconds * 10
  }
  let right = recordCount == 1_000_000 ? query.matches : count.secondResult
  let found = [
    count.firstResult, count.secondResult, indices.firstResult, indices.secondResult, filtered.firstResult,
    filtered.secondResult, both.secondResult, handByBoth.secondResult, filteredByBoth.secondResult, ordinary.result,
  ]
  if let wrong = found.first(where: { $0 != right }) {
    print("\(query.name): \(wrong) matches instead of \(right)")
    isRight = false
  }
  let pairs = [(count.first, count.second), (indices.first, indices.second), (filtered.first, filtered.second)]
  let cells = pairs.flatMap { [text($0.0), text($0.1), text($0.0 / $0.1)] }
  let rest = [
    text(ordinary.milliseconds), foundation.map(text) ?? "      -", text(both.second), text(both.first / both.second),
    text(handByBoth.first / handByBoth.second), text(filteredByBoth.first / filteredByBoth.second),
  ]
  row(query.name, cells + rest)
}

// What a query costs before it meets many elements.
let ten = Array(movies.prefix(10))
print("      binding µs   ten elements ns   one by one ns")
for query in Query.all() where wanted.isEmpty || wanted.contains(query.name) {
  let predicate = try QueryPredicate(format: query.format)
  let binding = try Stopwatch.best(of: 5) { for _ in 0..<1000 { _ = try BoundQuery<Movie>(predicate) } }
  let small = try BoundQuery<Movie>(predicate)
  let calls = try Stopwatch.pair(of: 5) {
    for _ in 0..<1000 { _ = try ten.count(where: small) }
  } _: {
    for _ in 0..<1000 { _ = try ten.count { try small.matches($0) } }
  }
  row(
    query.name,
    ["   ", text(binding.milliseconds), "       ", text(calls.first * 1000), "       ", text(calls.second * 1000)])
}
exit(isRight ? 0 : 1)
