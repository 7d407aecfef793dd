import Foundation
import GRDB
import PredicateSQLite

/// `swift run -c release sql-bench [MOVIES] [ROUNDS] [--file FILE] [QUERY…]`
///
/// Each predicate over the demo schema against the best statement of a specialist that finds the same, both on one connection: the
/// films' keys, their number, and their rows. Numbers are milliseconds, the shortest of the rounds; the ratio is of this package to the
/// specialist. Other answers than the specialist's end it with status 1.
///
/// Then come questions about to-many relationships with an index of the foreign key and without one.
let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
let asksFilms = arguments.queries.isEmpty || Query.all.contains { arguments.queries.contains($0.name) }
let path = try arguments.makeFile(of: asksFilms ? arguments.movies : 1)
let database = try PredicateDatabase.open(path: path)

func text(_ value: Double, _ width: Int = 8) -> String {
  let text = String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  return String(repeating: " ", count: max(1, width - text.count)) + text
}

var isRight = true
var ratios: [[Double]] = [[], [], []]
let heads = ["keys", "count", "rows"]
if asksFilms { print("      films" + heads.map { name in "     \(name) specialist    ratio" }.joined()) }
for query in Query.all where arguments.queries.isEmpty || arguments.queries.contains(query.name) {
  let predicate = try QueryPredicate(format: QueryFormat(raw: query.format))
  let fetch = EntityFetch("Movie", where: predicate)
  let found = try database.count(fetch)
  let keys = try Race(rounds: arguments.rounds, query.specialists.map(\.idStatement)) {
    try database.ids(entity: "Movie", predicate: predicate)
  } against: { sql in
    try database.reader.read { try SpecialistStatement($0, sql).ids() }
  }
  let count = try Race(rounds: arguments.rounds, query.specialists.map(\.countStatement)) {
    try database.count(fetch)
  } against: { sql in
    try database.reader.read { try SpecialistStatement($0, sql).count() }
  }
  let rows = try Race(rounds: arguments.rounds, query.specialists.map(\.rowStatement)) {
    var digest = RowDigest()
    try database.forEachRow(fetch) { digest.add($0) }
    return digest
  } against: { sql in
    var digest = RowDigest()
    try database.reader.read { try SpecialistStatement($0, sql).forEachFilm { digest.add($0) } }
    return digest
  }
  let races = [keys, count, rows]
  for (form, race) in races.enumerated() {
    ratios[form].append(race.ratio)
    guard !race.isRight else { continue }
    print("\(query.name): the \(heads[form]) are not those of the specialist")
    isRight = false
  }
  let name = query.name + String(repeating: " ", count: max(1, 5 - query.name.count))
  let cells = races.map { race in
    text(race.ours, 10) + text(race.theirs, 9) + "/\(race.winner + 1)" + text(race.ratio, 9)
  }
  print(name + text(Double(found), 6) + cells.joined())
}
for (form, head) in heads.enumerated() where !ratios[form].isEmpty {
  let logarithms: [Double] = ratios[form].map { log($0) }
  let mean = exp(logarithms.reduce(0, +) / Double(logarithms.count))
  print(String(format: "%@: geometric mean %.3f, greatest %.2f", head, mean, ratios[form].max() ?? 0))
}

// What asking costs before SQLite begins to step.
let chain = (0..<40).map { "title == \"film \($0)\"" }.joined(separator: " OR ")
for (name, format) in [("Q1", Query.all[0].format), ("Q11", Query.all[10].format), ("an OR of 40", chain)] {
  let predicate = try QueryPredicate(format: QueryFormat(raw: format))
  let translator = database.translator
  let statement = try translator.keys(of: "Movie", where: predicate)
  let translation = try Preparation.microseconds { _ = try translator.keys(of: "Movie", where: predicate) }
  let (first, again) = try database.reader.read { database in
    (
      try Preparation.microseconds { _ = try database.makeStatement(sql: statement.text) },
      try Preparation.microseconds { _ = try database.cachedStatement(sql: statement.text) }
    )
  }
  print(
    String(
      format: "%@: translation %.1f µs; preparation %.1f µs the first time, %.1f µs when asked again; %.1f µs together",
      name, translation, first, again, translation + again))
}
arguments.clean(path)

for tables in UnindexedKeys.Tables.allCases {
  let queries = UnindexedKeys.queries.filter {
    $0.tables == tables && (arguments.queries.isEmpty || arguments.queries.contains($0.name))
  }
  if queries.isEmpty { continue }
  let databases = try UnindexedKeys(tables)
  defer { databases.clean() }
  print("\(tables.rawValue)   index  without    ratio")
  for query in queries {
    let fetch = EntityFetch(tables.entity, where: try QueryPredicate(format: QueryFormat(raw: query.format)))
    guard let race = try databases.race(fetch, rounds: arguments.rounds) else {
      print("\(query.name): the answers differ without the index")
      isRight = false
      continue
    }
    let name = query.name + String(repeating: " ", count: max(1, 5 - query.name.count))
    print(
      name + text(race.indexed, 10) + text(race.unindexed, 9) + text(race.unindexed / race.indexed, 9)
        + "  \(query.format)")
    // One parent has 0, which only all of its children decide.
    if query.name == "U12" {
      let scan = try databases.scan(rounds: arguments.rounds)
      print("     the scan alone" + text(scan, 9) + text(scan / race.indexed, 9))
    }
  }
}
exit(isRight ? 0 : 1)
