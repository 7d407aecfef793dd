import PredicateSessions
import PredicateModel
import PredicateValues

/// Shows all rows of a query as the database finds them: memory stays flat however many there are.
///
/// Tables are fitted to the first rows. Rows are kept for `.last` while there are not too many, and held back for the pager while they
/// might still fit into it.
struct AnswerStream {
  let session: ShellSession
  let rows: AnswerRows
  /// When the work began.
  let start: ContinuousClock.Instant

  /// Rows that are fetched, and named, at a time.
  static let batchSize = 1_000
  /// The most rows of an answer that are kept.
  static let mostKept = 10_000

  /// The output takes no more text: its reader has closed it.
  struct OutputClosed: Error {}

  /// Runs the query to its end. Returns the answer with the rows that are kept for `.last`.
  func run() throws -> Answer {
    let output = HeldOutput(session.output, holds: session.screen.isPaged)
    var answer = Answer(
      table: ResultTable(columns: [], rows: []), titles: [:], naming: rows.naming, noun: rows.noun, total: 0,
      elapsed: .zero)
    answer.keyColumns = rows.keyColumns
    var writer: (any RowWriter)?
    do {
      try rows.forEachBatch(of: Self.batchSize) { table in
        let titles = session.mode.showsTitles ? try session.answers.titles(of: table.references) : [:]
        keep(table, titles, &answer)
        // Too long for a pager.
        if !answer.isKept { output.release() }
        try write(
          session.shown(table, titles: titles, naming: rows.naming, keyColumns: rows.keyColumns, in: session.mode),
          with: &writer, to: output)
      }
    } catch is OutputClosed {
      return answer
    }
    answer.elapsed = ContinuousClock.now - start
    writer?.finish()
    AnswerWriter(session: session)
      .writeFooter(of: answer, hidden: writer?.hidden ?? [], mode: session.mode, to: output)
    if let text = output.take() { session.screen.present { $0.write(text) } }
    return answer
  }

  private func write(_ table: ShownTable, with writer: inout (any RowWriter)?, to output: any ShellOutput) throws {
    if table.rowCount > 0 || session.mode.isForPrograms {
      let current = writer ?? session.mode.renderer.writer(for: table, layout: session.layout, to: output)
      current.write(table)
      writer = current
    }
    if output.hasFailed { throw OutputClosed() }
  }

  private func keep(_ table: ResultTable, _ titles: [ObjectReference: String], _ answer: inout Answer) {
    answer.total += table.rows.count
    if answer.total > Self.mostKept {
      answer.isKept = false
      answer.table = ResultTable(columns: table.columns, rows: [])
      answer.titles = [:]
      return
    }
    answer.table = ResultTable(columns: table.columns, rows: answer.table.rows + table.rows)
    answer.titles.merge(titles) { first, _ in first }
  }
}
