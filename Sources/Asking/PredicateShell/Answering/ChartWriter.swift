import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Draws the last answer.
struct ChartWriter {
  enum Form: String, CaseIterable { case bars, lines, histogram }

  let session: ShellSession
  private let answer: Answer
  private let table: ShownTable
  private let layout: OutputLayout

  /// The most columns that are drawn as lines: a chart of more lines is hard to read.
  private static let mostLines = 3

  /// Reads the rows of the last answer again if some were not shown. Nil if there was none.
  init?(_ session: ShellSession) throws {
    guard let answer = try session.wholeAnswer() else { return nil }
    self.session = session
    self.answer = answer
    layout = session.layout
    table = session.shown(answer.table, titles: answer.titles, naming: answer.naming, in: .table)
  }

  /// Draws the answer in a form, or in the one that fits: lines along dates, otherwise bars.
  ///
  /// - Parameter column: The name of the column that is drawn, and its place in the statement; nil for the columns of numbers.
  func draw(_ form: Form?, column: (name: String, range: SourceRange)?, at range: SourceRange) throws {
    guard table.rowCount > 0 else { throw PredicateIssue.nothingToDraw("the last answer has no rows", range: range) }
    let chosen = try column.map { try position(of: $0.name, at: $0.range) }
    let numbers = measures()
    let dates = table.columns.indices.first { isDate($0) }
    switch form ?? (dates != nil && !numbers.isEmpty && table.rowCount > 2 ? .lines : .bars) {
    case .histogram:
      guard let place = chosen ?? (numbers.count == 1 ? numbers[0] : nil) else {
        throw PredicateIssue.commandArgument(
          expected: "a column: \(answer.table.columns.joined(separator: ", "))", found: "",
          range: SourceRange(Int(range.upperBound), Int(range.upperBound)))
      }
      writeHistogram(of: place)
    case .lines:
      let axis = dates ?? table.columns.indices.first { $0 != chosen && BarChart.isNumeric(table, $0) }
      let drawn = chosen.map { [$0] } ?? numbers.filter { $0 != axis }
      guard let axis, !drawn.isEmpty,
        drawn.prefix(Self.mostLines).map({ writeLine(of: $0, along: axis) }).contains(true)
      else {
        throw PredicateIssue.nothingToDraw(
          "a line takes a column of dates or numbers, another one of numbers, and two rows", range: range)
      }
    case .bars: try writeBars(chosen, numbers, range)
    }
  }

  private func position(of name: String, at range: SourceRange) throws(PredicateIssue) -> Int {
    if let place = answer.table.columns.firstIndex(where: { $0.hasSameScalars(as: name) }) { return place }
    let known = answer.table.columns
    throw .error(
      "unknown-column", range, "the last answer has no column “\(name)”",
      hint: NearestSpelling.of(name, among: known).map { "the nearest name is “\($0)”" }
        ?? PredicateIssue.listed(known, of: "the columns are"), kind: .unknownKey)
  }

  private func isDate(_ column: Int) -> Bool {
    let values = (0..<table.rowCount).map { table.source.value(row: $0, column: column) }.filter { !$0.isNull }
    return !values.isEmpty && values.allSatisfy { if case .date = $0 { true } else { false } }
  }

  /// The columns of numbers that say something: no keys.
  private func measures() -> [Int] {
    var keys: [String] = []
    if !answer.isGrouped, case .query(let query)? = session.lastSource,
      let entity = session.answers.model.entity(named: query.entity)
    {
      keys = entity.objectKey.map(\.name)
    }
    return table.columns.indices.filter { place in
      BarChart.isNumeric(table, place) && !keys.contains(answer.table.columns[place])
    }
  }

  // MARK: Forms

  private func writeBars(_ chosen: Int?, _ numbers: [Int], _ range: SourceRange) throws {
    let rowLimit = layout.rowLimit ?? .max
    let rows = session.shown(answer.table.prefix(rowLimit), titles: answer.titles, naming: answer.naming, in: .table)
    // Objects are known by their names, groups by their keys.
    let measures = chosen.map { [$0] } ?? (rows.naming == nil ? nil : numbers)
    guard let chart = BarChart(rows, labels: rows.naming.map { [$0] }, measures: measures, layout: layout) else {
      throw PredicateIssue.nothingToDraw("the last answer has no column of numbers", range: range)
    }
    write([chart.heading].filter { !$0.isEmpty }, chart.lines(of: rows))
    if !chart.hidden.isEmpty { note("Not drawn for want of room: \(chart.hidden.joined(separator: ", ")).") }
    if rows.rowCount < table.rowCount {
      note("\(rows.rowCount) of \(answer.noun.counted(table.rowCount)); .chart histogram COLUMN counts all.")
    }
  }

  private func writeHistogram(of column: Int) {
    let histogram = ColumnHistogram(table, column: column, timeZone: session.settings.timeZone)
    let rows = ShownTable(histogram.table, nilText: session.settings.nilText)
    guard let chart = BarChart(rows, labels: [0], measures: [1], layout: layout) else { return }
    write([chart.heading], chart.lines(of: rows))
    note(answer.noun.counted(table.rowCount))
  }

  private func writeLine(of column: Int, along axis: Int) -> Bool {
    let places = (0..<table.rowCount).map { row -> Double in
      let value = table.source.value(row: row, column: axis)
      if case .date(let seconds) = value { return seconds }
      return value.number ?? .nan
    }
    let points = places.enumerated().map { ($1, table.source.value(row: $0, column: column).number) }
    guard let chart = LineChart(points, isUTF8: layout.isUTF8) else { return false }
    let known = places.indices.filter { places[$0].isFinite }
    let first = known.min { places[$0] < places[$1] }
    let last = known.max { places[$0] < places[$1] }
    func label(_ row: Int?) -> String { row.flatMap { table.columns[axis].cells[$0] } ?? "" }
    let isWhole = points.allSatisfy { $0.1.map { $0 == $0.rounded() } ?? true }
    let lines = chart.lines(
      width: layout.width ?? 80, height: max(5, min(14, (layout.height ?? 24) - 8)), labels: (label(first), label(last))
    ) { number in
      isWhole && number == number.rounded() && abs(number) < 9e15
        ? String(Int64(number)) : ValueText().text(of: .double(number))
    }
    write([table.columns[column].name], lines)
    return true
  }

  private func write(_ headings: [String], _ lines: [String]) {
    for heading in headings { session.output.write(layout.style.strong(heading) + "\n") }
    for line in lines { session.output.write(line + "\n") }
  }

  private func note(_ text: String) { session.output.write(layout.style.quiet(CellText.escaped(text)) + "\n") }
}

extension PredicateIssue {
  fileprivate static func nothingToDraw(_ reason: String, range: SourceRange) -> PredicateIssue {
    .error("nothing-to-draw", range, reason, kind: .type)
  }
}
