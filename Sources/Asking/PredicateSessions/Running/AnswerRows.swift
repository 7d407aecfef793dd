import PredicateDatabases
import PredicateModel
import PredicateOutput

/// The rows of an answer before they are read, from a statement or from the database's own SQL.
package struct AnswerRows {
  /// The noun for a row.
  package let noun: EntityNoun
  /// The column that identifies a row for people; nil if there is none.
  package let naming: String?
  /// The positions of the columns that are keys of groups; nil if the rows are not groups.
  package let keyColumns: [Int]?
  private let batches: (Int, (ResultTable) throws -> Void) throws -> Void

  /// The rows of a statement.
  package init(_ prepared: PreparedStatement) {
    (noun, naming, keyColumns) = (prepared.noun, prepared.naming, prepared.keyColumns)
    batches = { try prepared.forEachBatch(of: $0, $1) }
  }

  /// The rows of one read-only statement in the database's own SQL.
  package init(sql: String, of database: any QueryDatabase) {
    (noun, naming, keyColumns) = (EntityNoun("row"), nil, nil)
    batches = { try database.forEachBatch(of: $0, ofSQL: sql, $1) }
  }

  /// Passes all rows to `body` in tables of `size` rows. The last table may have fewer rows. Without rows, `body` gets one empty table.
  package func forEachBatch(of size: Int, _ body: (ResultTable) throws -> Void) throws { try batches(size, body) }

  /// The first rows, and the number of all rows. Every row is read to count them.
  ///
  /// - Parameter start: When the work began.
  package func answer(rowLimit: Int, since start: ContinuousClock.Instant = .now) throws -> Answer {
    var answer = Answer(
      table: ResultTable(columns: [], rows: []), titles: [:], naming: naming, noun: noun, total: 0, elapsed: .zero)
    try forEachBatch(of: 1_000) { table in
      let kept = table.rows.prefix(max(0, rowLimit - answer.total))
      answer.table = ResultTable(columns: table.columns, rows: answer.table.rows + kept)
      answer.total += table.rows.count
    }
    answer.elapsed = ContinuousClock.now - start
    return answer
  }
}
