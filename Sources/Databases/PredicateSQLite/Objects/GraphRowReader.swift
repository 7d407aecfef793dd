import GRDB
import GRDBSQLite
import PredicateModel

/// Reads terms for all rows of a table, in one order.
///
/// Each term is read once, even if a caller adds it several times. If there are more terms than a statement may have columns (usually 2,000 in
/// SQLite), several statements step through the rows in parallel.
struct GraphRowReader {
  private var terms: [String] = []
  private var places: [[UInt8]: Int] = [:]
  private var statements: [RawStatement] = []
  private var columnsPerStatement = 1

  /// The position of a term, such as `t."year"`, for ``value(at:)``.
  mutating func place(of term: String) -> Int {
    let bytes = Array(term.utf8)
    if let known = places[bytes] { return known }
    places[bytes] = terms.count
    terms.append(term)
    return terms.count - 1
  }

  /// The positions of some terms.
  mutating func places(of terms: [String]) -> [Int] { terms.map { place(of: $0) } }

  /// Prepares the statements. Call it after all terms are added.
  ///
  /// - Parameters:
  ///   - table: The table, called `t` in the terms.
  ///   - condition: The condition for the rows; nil for all.
  ///   - order: The terms by which rows are sorted; empty for the table's own order.
  mutating func open(
    _ table: String, where condition: String? = nil, orderedBy order: [String], in database: Database
  ) throws {
    columnsPerStatement = Int(sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_COLUMN, -1))
    let all = terms.isEmpty ? ["NULL"] : terms
    let end =
      "FROM \(table.quotedIdentifier) AS t" + (condition.map { " WHERE \($0)" } ?? "")
      + (order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", "))
    statements = try stride(from: 0, to: all.count, by: columnsPerStatement).map { start in
      let block = all[start..<min(start + columnsPerStatement, all.count)]
      return try RawStatement(database, "SELECT \(block.joined(separator: ", ")) \(end)")
    }
  }

  /// Steps to the next row; false after the last.
  func step() throws -> Bool {
    var isRow = true
    for statement in statements where try !statement.step() { isRow = false }
    return isRow
  }

  /// The value of the current row at a position.
  func value(at place: Int) -> StoredValue {
    statements[place / columnsPerStatement].value(at: place % columnsPerStatement)
  }
}
