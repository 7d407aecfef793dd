import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.chart [bars|lines|histogram] [COLUMN]`
  static let chart = ShellCommand(
    "chart", .optional(.chart), summary: "draws the last answer",
    details: """
      bars: a bar for each group, or for each object by its name, in each column of numbers.
      lines: numbers along a column of dates, a drawing for each value of the other keys. .chart alone draws lines if the answer has
      such a column and at most 4 such values. Bars begin at 0, and lines at 0 or at the least value if that is far from 0.
      histogram COLUMN: how often each value of a column occurs; numbers and dates are counted in intervals.
      A column can be named: .chart bars films, .chart rating. All rows of the answer count, also those that were not shown.
      .mode bars draws the groups of every answer. The drawing fits the screen. It is ASCII unless LANG names UTF-8.
      """
  ) { arguments, session in
    let (text, place) = (arguments[.chart] ?? "", arguments.place(.chart))
    guard let writer = try ChartWriter(session) else {
      let range = arguments.call.nameRange
      let issue = PredicateIssue.noAnswer(range, chart: text, in: session.database.declaredModel)
      throw session.withoutAnswer(range, otherwise: issue)
    }
    let first = text.prefix { !$0.isWhitespace }
    let form = ChartWriter.Form(rawValue: first.lowercased())
    var name = text
    if form != nil { name = String(text.dropFirst(first.count).drop { $0.isWhitespace }) }
    let start = Int(place.upperBound) - name.utf8.count
    let column = name.isEmpty ? nil : (name.withoutNameQuotes, SourceRange(start, Int(place.upperBound)))
    try writer.draw(form, column: column, at: arguments.call.nameRange)
  }

  /// `.summary [STATEMENT]`
  static let summarizing = ShellCommand(
    "summary", .optional(.statement), summary: "describes the values of each column",
    details: """
      Shows for each column of an entity or of a statement, as in .summary Movie where year > 1990: how many values are nil, how many are
      different (exactly up to \(AnswerSummary.mostDistinct)), the least, the greatest, the mean of numbers and dates, the most frequent one, and a small
      histogram. The rows are read once, and memory stays small. Without a statement, it is about the current entity.
      """
  ) { arguments, session in
    guard var query = try arguments.statement() ?? session.parser.everything else {
      throw PredicateIssue.noEntity
    }
    query.isCount = false
    let start = ContinuousClock.now
    let prepared = try session.prepared(query)
    session.expectRows(of: prepared)
    let mode = session.mode
    let drawing = mode.isForPrograms ? nil : BarDrawing(isUTF8: session.layout.isUTF8)
    let (table, rowCount) = try AnswerSummary.table(of: AnswerRows(prepared), drawing: drawing)
    let titles = mode.showsTitles ? try session.answers.titles(of: table.references) : [:]
    session.screen.present { output in
      var layout = session.layout
      layout.rowLimit = nil
      // A cell is empty, and not nil, if its column has no such value: people would read nil as a value.
      let shown = ShownTable(
        table, titles: titles, naming: table.columns[0], timeZone: session.settings.timeZone, nilText: "")
      let hidden = mode.renderer.render(shown, layout: layout, to: output)
      var answer = Answer(
        table: table, titles: titles, noun: prepared.noun, total: rowCount, elapsed: ContinuousClock.now - start)
      answer.isKept = false
      AnswerWriter(session: session).writeFooter(of: answer, hidden: hidden, mode: mode, to: output)
    }
    let entity = prepared.statement.bound.entity
    for row in table.rows {
      guard case .string(let name)? = row.first, case .integer(1...)? = row.dropFirst().first,
        let attribute = entity.attribute(named: name),
        let note = try SurpriseNotes.misfitNote(of: attribute, in: entity, on: session.answers)
      else { continue }
      session.write(notes: [note], in: query.text)
    }
  }
}
