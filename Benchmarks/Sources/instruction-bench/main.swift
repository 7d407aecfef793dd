import BenchData
import Foundation
import OpenPredicate

/// `instruction-bench QUERY ROUNDS`: runs a query so often, for `scripts/check-instructions`, which counts instructions.
/// `instruction-bench` alone lists the queries, each with its name before a tab.
///
/// The records are the same in each run, and the queries run on one thread. What a run with more rounds takes more is the query's alone.
struct InstructionQuery: Sendable {
  /// How many records there are: four chunks of the engine.
  static let records = 8192

  let name: String
  let format: String
  /// Makes what one round runs, which returns how many records match.
  let prepare: @Sendable (_ format: String) throws -> () throws -> Int

  static let all = [
    InstructionQuery(name: "numbers", format: "year > 1990 AND rating >= 7.5", prepare: counting),
    InstructionQuery(name: "search", format: "title CONTAINS[cd] 'cafe'", prepare: counting),
    InstructionQuery(name: "regular-expression", format: "title MATCHES '.*[0-9]{2}.*'", prepare: counting),
    InstructionQuery(name: "reference", format: "borrower.name ENDSWITH 'son'", prepare: counting),
    InstructionQuery(name: "any", format: "ANY tags == 'classic'", prepare: counting),
    InstructionQuery(
      name: "subquery", format: "SUBQUERY(tags, $t, $t BEGINSWITH 'c' AND $t ENDSWITH 't').@count > 0",
      prepare: counting),
    InstructionQuery(name: "arithmetic", format: "(year / 10) * 10 == 1990", prepare: counting),
    InstructionQuery(name: "values", format: "TERNARY(lent == YES, title, genre) == 'Noir'", prepare: counting),
    InstructionQuery(
      name: "dictionaries", format: "year > 1990 AND title CONTAINS[c] 'a'", prepare: countingDictionaries),
    InstructionQuery(name: "one-by-one", format: "year > 1990 AND rating >= 7.5", prepare: matching),
  ]

  @Sendable private static func counting(_ format: String) throws -> () throws -> Int {
    let movies = DataSet.records(records)
    let query = try BoundQuery<Movie>(QueryPredicate(QueryFormat(raw: format)))
    return { try movies.count(where: query) }
  }

  @Sendable private static func countingDictionaries(_ format: String) throws -> () throws -> Int {
    let movies = DataSet.records(records).map {
      ["year": $0.year, "title": $0.title, "lent": $0.lent] as [String: Any]
    }
    let query = try BoundQuery<[String: Any]>(QueryPredicate(QueryFormat(raw: format)))
    return { try movies.count(where: query) }
  }

  @Sendable private static func matching(_ format: String) throws -> () throws -> Int {
    let movies = DataSet.records(records)
    let query = try BoundQuery<Movie>(QueryPredicate(QueryFormat(raw: format)))
    return {
      var count = 0
      for movie in movies where try query.matches(movie) { count += 1 }
      return count
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
  for query in InstructionQuery.all { print("\(query.name)\t\(query.format)") }
  exit(0)
}
guard arguments.count == 2, let query = InstructionQuery.all.first(where: { $0.name == arguments.first }),
  let rounds = arguments.last.flatMap({ Int($0) })
else {
  print("instruction-bench QUERY ROUNDS")
  exit(2)
}
let run = try query.prepare(query.format)
var count = 0
for _ in 0..<rounds { count = try run() }
print(count)
