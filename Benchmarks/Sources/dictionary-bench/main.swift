import BenchData
import Foundation
import OpenPredicate

/// `swift run -c release dictionary-bench [RECORDS] [ROUNDS] [QUERY…]`
///
/// Counts each query over the records as `[[String: Any]]` and as `[QueryValue]`, beside the closure that an ordinary
/// developer writes. Numbers are milliseconds, the shortest of the rounds. GNUstep's are those of its own program in
/// `GNUstep/`, or, where the file `gnustep.txt` that it writes is not there, those of a machine of this class. A wrong
/// number of matches is an error.
let arguments = Array(CommandLine.arguments.dropFirst())
let recordCount = arguments.first.flatMap { Int($0) } ?? 1_000_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 5
let wanted = Set(arguments.dropFirst(2))

let movies = DataSet.records(recordCount)
guard DataSet.isRight(movies) else { fatalError("the records are not those of the data set") }
let dictionaries = Records.dictionaries(movies)
let values = Records.values(movies)
let gnustep = Orientation.times()
let scale = Double(recordCount) / 1_000_000

func text(_ value: Double?) -> String {
  guard let value else { return "      -" }
  let text = String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  return String(repeating: " ", count: max(0, 7 - text.count)) + text
}

var isRight = true
print("     GNUstep, \(gnustep.source)")
print("              [[String: Any]]                   [QueryValue]")
print("     GNUstep     ours / GNUst closure /closure     ours / GNUst")
for query in BenchQuery.all where wanted.isEmpty || wanted.contains(query.name) {
  let predicate = try QueryPredicate(format: QueryFormat(raw: query.format))
  let ofDictionaries = try BoundQuery<Records.Dictionary>(predicate)
  let ofValues = try BoundQuery<QueryValue>(predicate)
  let closure = Closures.named(query.name)
  let any = try Stopwatch.pair(of: rounds) {
    try dictionaries.count(where: ofDictionaries)
  } _: {
    dictionaries.count(where: closure)
  }
  let own = try Stopwatch.best(of: rounds) { try values.count(where: ofValues) }
  let right = recordCount == 1_000_000 ? query.matches : any.secondResult
  if let wrong = [any.firstResult, any.secondResult, own.result].first(where: { $0 != right }) {
    print("\(query.name): \(wrong) matches instead of \(right)")
    isRight = false
  }
  let reference = gnustep.milliseconds[query.name].map { $0 * scale }
  let cells = [
    text(reference), " " + text(any.first), text(reference.map { any.first / $0 }), text(any.second),
    " " + text(any.first / any.second), " " + text(own.milliseconds), text(reference.map { own.milliseconds / $0 }),
  ]
  print(query.name + String(repeating: " ", count: 5 - query.name.count) + cells.joined(separator: " "))
}

// What a query costs over few dictionaries.
let ten = Array(dictionaries.prefix(10))
let tenValues = Array(values.prefix(10))
let small = try BoundQuery<Records.Dictionary>("year > 1990 AND rating >= 7.5")
let smallValues = try BoundQuery<QueryValue>("year > 1990 AND rating >= 7.5")
let calls = try Stopwatch.pair(of: 5) {
  for _ in 0..<1000 { _ = try ten.count(where: small) }
} _: {
  for _ in 0..<1000 { _ = try ten.count { try small.matches($0) } }
}
let callsOfValues = try Stopwatch.pair(of: 5) {
  for _ in 0..<1000 { _ = try tenValues.count(where: smallValues) }
} _: {
  for _ in 0..<1000 { _ = try tenValues.count { try smallValues.matches($0) } }
}
print(
  String(
    format: "Q1 on ten [String: Any] %.0f ns, one by one %.0f ns; on ten QueryValue %.0f ns, one by one %.0f ns",
    calls.first * 1000, calls.second * 1000, callsOfValues.first * 1000, callsOfValues.second * 1000))
exit(isRight ? 0 : 1)
