import PredicateSessions
import PredicateModel
import PredicateValues

/// Shows all rows of a query while the database finds them. Memory use does not depend on the number of rows.
///
/// The widths of a table come from the first rows. The rows stay in memory for `.last`, unless there are more than ``mostKept``. Until then the
/// output is not written, because the pager may show it.
struct AnswerStream {
  let session: ShellSession
  let rows: AnswerRows
  /// When the work began.
  let start: ContinuousClock.Instant

  /// The number of rows that are fetched together, with the titles of their objects.
  static let batchSize = 1_000
  /// The greatest number of rows that stay in memory for `.last`. The rows after them are shown only.
  static let mostKept = 10_000

  /// The reader of the output has closed it, so no more text is written.
  struct OutputClosed: Error {}

  /// Runs the query to its end. The returned answer contains the rows that stay in memory for `.last`.
  func run() throws -> Answer {
    let output = HeldOutput(session.output, holds: session.screen.isPaged)
    var answer = Answer(
      table: ResultTable(columns: [], rows: []), titles: [:], naming: rows.naming, noun: rows.noun, total: 0,
      elapsed: .zero)
    answer.keyColumns = rows.keyColumns
    var writer: (any RowWriter)?
    var known = KnownTitles()
    do {
      try rows.forEachBatch(of: Self.batchSize) { table in
        let titles =
          session.mode.showsTitles ? try known.titles(of: table.references) { try session.answers.titles(of: $0) } : [:]
        keep(table, titles, &answer)
        // The answer is too long for a pager, so it is written directly.
        if !answer.isKept { output.release() }
        try write(
          session.shown(table, titles: titles, naming: rows.naming, keyColumns: rows.keyColumns, in: session.mode),
          with: &writer, to: output)
        // The first rows are shown at once. Later rows wait for a full buffer.
        if answer.total == Self.batchSize { output.flush() }
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

/// The titles of the objects in one answer. Many rows refer to the same objects, so each title is looked up once.
private struct KnownTitles {
  private var titles: [ObjectReference: String] = [:]
  /// The objects whose titles were looked up, including objects without a title.
  private var known: Set<ObjectReference> = []
  /// The greatest number of objects whose titles stay in memory.
  private static let most = 20_000

  /// The titles of `references`, and of objects that earlier calls looked up. `find` looks up the titles that are missing.
  mutating func titles(
    of references: [ObjectReference], find: ([ObjectReference]) throws -> [ObjectReference: String]
  ) throws -> [ObjectReference: String] {
    if known.count > Self.most { self = KnownTitles() }
    let missing = references.filter { !known.contains($0) }
    if !missing.isEmpty {
      titles.merge(try find(missing)) { _, new in new }
      known.formUnion(missing)
    }
    return titles
  }
}
