import BenchData
import Foundation
import OpenPredicate

/// `swift run -c release filter-bench [RECORDS] [ROUNDS] [QUERY…]`
///
/// Each query over the records in four forms: this package, the fastest loop by hand, the closure an ordinary developer writes, and
/// Foundation's predicate (on a tenth of the records, times ten). Numbers are milliseconds, the shortest of the rounds; the ratio is
/// of this package to the loop by hand, both of this run. A wrong number of matches is an error. Below the queries stand the geometric means
/// of the ratios, and how fast one thread and two read the records and do nothing else.
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

let blank = "      -"

func geometricMean(_ values: [Double]) -> Double {
  exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
}

/// A label and the cells of a row.
func row(_ name: String, _ cells: [String]) {
  print(name + String(repeating: " ", count: max(1, 5 - name.count)) + cells.joined(separator: " "))
}

var isRight = true
print(
  "      count                   indices                 filtered array          ordinary #Predi-"
)
print(
  "        ours    hand   ratio    ours    hand   ratio    ours    hand   ratio   count    cate")
var measurements: [Measurement] = []
for query in Query.all() where wanted.isEmpty || wanted.contains(query.name) {
  let matches = recordCount == 1_000_000 ? query.matches : nil
  let measured = try Measurement(query, over: movies, few: few, rounds: rounds, matches: matches)
  measurements.append(measured)
  let cells = measured.pairs.flatMap { [text($0.ours), text($0.hand), text($0.ours / $0.hand)] }
  let rest = [text(measured.ordinary), measured.foundation.map(text) ?? blank]
  row(measured.name, cells + rest)
  if let wrong = measured.wrong {
    print("\(query.name): \(wrong.found) matches instead of \(wrong.expected)")
    isRight = false
  }
}
// Ratios are averaged by their product.
let ratios = (0..<3).flatMap { form in
  [blank, blank, text(geometricMean(measurements.map { $0.pairs[form].ours / $0.pairs[form].hand }))]
}
row("mean", ratios)
let reading = Reading.measured(movies, rounds: rounds)
print(
  "The records are read, and nothing else, in\(text(reading.one)) ms by one thread and in\(text(reading.two)) by two:"
    + "\(text(reading.one / reading.two)) times as fast,\(text(Double(reading.bytes) / reading.two / 1e6)) GB a second."
)

// What a query costs before it meets many elements.
let ten = Array(movies.prefix(10))
print("      binding µs   ten elements ns   one by one ns")
for query in Query.all() where wanted.isEmpty || wanted.contains(query.name) {
  let predicate = try QueryPredicate(format: QueryFormat(raw: query.format))
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
