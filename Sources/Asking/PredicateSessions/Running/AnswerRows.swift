import PredicateDatabases
import PredicateModel
import PredicateOutput

/// The rows of an answer before they are read: those of a statement, or of SQL of the database.
package struct AnswerRows {
  /// The noun for a row.
  package let noun: EntityNoun
  /// The column that people know a row by; nil for none.
  package let naming: String?
  /// The positions of the columns that are keys of groups; nil if the rows are not groups.
  package let keyColumns: [Int]?
  private let batches: (Int, (ResultTable) throws -> Void) throws -> Void

  /// The rows of a statement.
  package init(_ prepared: PreparedStatement) {
    (noun, naming, keyColumns) = (prepared.noun, prepared.naming, prepared.keyColumns)
    batches = { try prepared.forEachBatch(of: $0, $1) }
  }

  /// The rows of one statement in the database's own SQL that only reads.
  package init(sql: String, of database: any QueryDatabase) {
    (noun, naming, keyColumns) = (EntityNoun("row"), nil, nil)
    batches = { try database.forEachBatch(of: $0, ofSQL: sql, $1) }
  }

  /// Hands over all rows in tables of `size` rows; the last table may have fewer. Without rows there is one empty table.
  package func forEachBatch(of size: Int, _ body: (ResultTable) throws -> Void) throws { try batches(size, body) }

  /// The first rows, and the number of all: every row is read.
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
