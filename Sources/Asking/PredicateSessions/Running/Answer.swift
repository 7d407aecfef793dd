import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateStatements
import PredicateValues

/// The result of a query, ready to be shown in any output mode.
package struct Answer {
  /// The rows that are shown.
  package var table: ResultTable
  /// The titles of referenced objects, such as a movie's title.
  package var titles: [ObjectReference: String]
  /// The column that shows the title of a row, such as `title` or `name`; nil if there is none.
  package let naming: String?
  /// The positions of the columns that are keys of groups; nil if the rows are not groups.
  package var keyColumns: [Int]?
  /// The noun for the rows: `movie`, `movies`.
  package let noun: EntityNoun
  /// The number of rows of the whole answer. ``table`` has fewer rows if not all of them are shown.
  package var total: Int
  /// How long the query took.
  package var elapsed: Duration
  /// Whether ``table`` contains all rows that were shown. False for a long answer, whose rows do not stay in memory.
  package var isKept = true

  /// An answer whose table has all rows.
  package init(
    table: ResultTable, titles: [ObjectReference: String], naming: String? = nil, noun: EntityNoun, total: Int,
    elapsed: Duration
  ) {
    self.naming = naming
    self.table = table
    self.titles = titles
    self.noun = noun
    self.total = total
    self.elapsed = elapsed
  }
}

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

  /// The rows of one read-only statement that is written in the database's own SQL.
  package init(sql: String, of database: any QueryDatabase) {
    (noun, naming, keyColumns) = (EntityNoun("row"), nil, nil)
    batches = { try database.forEachBatch(of: $0, ofSQL: sql, $1) }
  }

  /// Passes all rows to `body` in tables of `size` rows. The last table may have fewer rows. Without rows, `body` gets one empty table.
  package func forEachBatch(of size: Int, _ body: (ResultTable) throws -> Void) throws { try batches(size, body) }

  /// Reads all rows to count them. The answer contains the first `rowLimit` rows and the number of all rows.
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

extension QueryBackend {
  /// Whether a query finds at least one row. False for a query that fails, because it is looked for as an example.
  package func hasAnswer(_ query: QueryStatement) -> Bool {
    var fetch = query.fetch
    fetch.limit = 1
    do { return try !rows(of: fetch).rows.isEmpty } catch { return false }
  }
}
