import BenchData
import Foundation
import GRDB
import GRDBSQLite
import PredicateSQLite

/// `swift run -c release any-bench [ROWS] [ROUNDS] [sql] [FILE.sqlite] [PART OF A NAME…]`
///
/// A table that nobody tuned: each question against the SQL that a person types, on one connection, in turns. A line has the ratio of the
/// medians, the limit, and both medians in milliseconds of the processor. Status 1: a ratio is above its limit, or an answer has another number
/// of rows. With `sql` each line is followed by the statements that the fetch runs. A named file is made if it is not there, and stays.
let words = Array(CommandLine.arguments.dropFirst())
let numbers = words.compactMap { Int($0) }
let showsSQL = words.contains("sql")
let kept = words.first { $0.hasSuffix(".sqlite") }
let names = words.filter { Int($0) == nil && $0 != "sql" && $0 != kept }
let rounds = max(1, numbers.count > 1 ? numbers[1] : 31)
let file = try SaleFile(rows: numbers.first ?? 1_000_000, keptAt: kept)
let database = try PredicateDatabase.open(path: file.path)

/// Steps through a statement and reads each value; gives the number of rows, or the count.
func run(_ sql: String, isCount: Bool) throws -> Int {
  try database.reader.read { database in
    let statement = try database.cachedStatement(sql: sql)
    guard let pointer = statement.sqliteStatement as OpaquePointer? else { return 0 }
    defer { sqlite3_reset(pointer) }
    var rows = 0
    var size: Int32 = 0
    while sqlite3_step(pointer) == SQLITE_ROW {
      if isCount { return Int(sqlite3_column_int64(pointer, 0)) }
      rows += 1
      for column in 0..<sqlite3_column_count(pointer) { size &+= sqlite3_column_bytes(pointer, column) }
    }
    return rows
  }
}

var isGood = true
for question in try Question.all() where names.isEmpty || names.contains(where: question.name.contains) {
  func ask() throws -> Int {
    if question.isCount { return try database.count(question.fetch) }
    var rows = 0
    try database.forEachRow(question.fetch) { _ in rows += 1 }
    return rows
  }
  let times = try PairedMedians(within: .infinity, atMost: rounds, ask) {
    try run(question.sql, isCount: question.isCount)
  }
  let ratio = times.first / times.second
  let isRight = times.firstResult == times.secondResult
  // What takes less than a millisecond is as fast as anybody asks.
  let isFast = times.first < 1 || question.limit.map { ratio <= $0 } ?? (times.first <= 5)
  isGood = isGood && isRight && isFast
  let limit = question.limit.map { String($0) } ?? "5 ms"
  print(
    String(format: "%7.2f  %@  %8.2f %8.2f  ", ratio, limit, times.first, times.second) + question.name
      + (isRight ? "" : "  OTHER ROWS") + (isFast ? "" : "  SLOW"))
  if showsSQL {
    try database.reader.read { $0.trace { print("      \($0)") } }
    _ = try ask()
    try database.reader.read { $0.trace(options: [], nil) }
  }
}
// `exit` runs no deferred statement.
if kept == nil { try file.remove() }
exit(isGood ? 0 : 1)
