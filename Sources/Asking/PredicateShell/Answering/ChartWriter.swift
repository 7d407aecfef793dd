import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Draws the last answer as a chart.
struct ChartWriter {
  enum Form: String, CaseIterable { case bars, lines, histogram }

  let session: ShellSession
  private let answer: Answer
  private let table: ShownTable
  private let layout: OutputLayout

  /// The greatest number of columns that are drawn as lines, because a chart with more lines is hard to read.
  private static let mostLines = 3
  /// The greatest number of lines that a chart draws for one column. There is one line for each combination of the keys that are not on the axis.
  private static let mostSeries = 4

  /// Reads all rows of the last answer again if not all of them were shown. Nil if there is no last answer.
  init?(_ session: ShellSession) throws {
    guard let answer = try session.wholeAnswer() else { return nil }
    self.session = session
    self.answer = answer
    layout = session.layout
    table = session.shown(answer.table, titles: answer.titles, naming: answer.naming, in: .table)
  }

  /// Draws the answer as the given kind of chart. Without `form`, draws lines if the answer has an axis of dates (one line for each value of the
  /// other keys), otherwise bars.
  ///
  /// - Parameter column: The name of the column that is drawn, and its range in the statement; nil for all columns of numbers.
  func draw(_ form: Form?, column: (name: String, range: SourceRange)?, at range: SourceRange) throws {
    guard table.rowCount > 0 else { throw PredicateIssue.nothingToDraw("the last answer has no rows", range: range) }
    let chosen = try column.map { try position(of: $0.name, at: $0.range) }
    let numbers = measures()
    let dates = (answer.keyColumns ?? Array(table.columns.indices)).first { isDate($0) }
    let series = series(besides: dates)
    switch form ?? (dates != nil && !numbers.isEmpty && table.rowCount > 2 && areLines(series, dates) ? .lines : .bars)
    {
    case .histogram:
      guard let place = chosen ?? (numbers.count == 1 ? numbers[0] : nil) else {
        throw PredicateIssue.commandArgument(
          expected: "a column: \(answer.table.columns.joined(separator: ", "))", found: "",
          range: SourceRange(Int(range.upperBound), Int(range.upperBound)))
      }
      writeHistogram(of: place)
    case .lines:
      let axis =
        dates
        ?? ((answer.keyColumns ?? []) + table.columns.indices).first { $0 != chosen && BarChart.isNumeric(table, $0) }
      let drawn = chosen.map { [$0] } ?? numbers.filter { $0 != axis }
      try writeLines(of: drawn, along: axis, range)
    case .bars: try writeBars(chosen, numbers, range)
    }
  }

  private func position(of name: String, at range: SourceRange) throws(PredicateIssue) -> Int {
    if let place = answer.table.columns.firstIndex(where: { $0.hasSameScalars(as: name) }) { return place }
    let known = answer.table.columns
    throw .error(
      "unknown-column", range, "the last answer has no column “\(name)”",
      hint: session.parser.parse(name).query?.namesEntity == true
        ? "run a statement first, because .chart draws the last answer"
        : NearestSpelling.of(name, among: known).map { "the nearest name is “\($0)”" }
          ?? PredicateIssue.listed(known, of: "the columns are"), kind: .unknownKey)
  }

  private func isDate(_ column: Int) -> Bool {
    let values = (0..<table.rowCount).map { table.source.value(row: $0, column: column) }.filter { !$0.isNull }
    return !values.isEmpty && values.allSatisfy { if case .date = $0 { true } else { false } }
  }

  /// The columns of numbers that are worth drawing. Keys of groups, keys of objects, and keys of objects that they refer to are left out.
  private func measures() -> [Int] {
    var keys: [String] = []
    if answer.keyColumns == nil, case .query(let query)? = session.lastSource,
      let entity = session.answers.model.entity(named: query.entity)
    {
      let foreign = entity.relationships.flatMap { relationship -> [String] in
        if case .foreignKey(let columns) = relationship.storage { columns } else { [] }
      }
      keys = entity.objectKey.map(\.name) + entity.attributes.filter { foreign.contains($0.column) }.map(\.name)
    }
    return table.columns.indices.filter { place in
      BarChart.isNumeric(table, place) && !keys.contains(answer.table.columns[place])
        && answer.keyColumns?.contains(place) != true
    }
  }

  // MARK: Series

  /// The rows of each series, in the order of the answer: one series for each combination of the keys that are not on the axis. Without such keys,
  /// all rows are one series.
  private func series(besides axis: Int?) -> [(name: String, rows: [Int])] {
    let keys = (answer.keyColumns ?? []).filter { $0 != axis }
    var series: [(name: String, rows: [Int])] = []
    var places: [String: Int] = [:]
    for row in 0..<table.rowCount {
      let name = keys.map { table.columns[$0].cells[row] ?? table.nilText }.joined(separator: ", ")
      if let place = places[name] {
        series[place].rows.append(row)
      } else {
        places[name] = series.count
        series.append((name, [row]))
      }
    }
    return series
  }

  /// Whether the series of groups can be drawn as lines: they are few, each has at least two points, and no two points of a series are at the same place.
  private func areLines(_ series: [(name: String, rows: [Int])], _ axis: Int?) -> Bool {
    guard let axis, answer.keyColumns != nil else { return true }
    return series.count <= Self.mostSeries
      && series.allSatisfy { part in
        part.rows.count > 1 && Set(part.rows.map { table.columns[axis].cells[$0] }).count == part.rows.count
      }
  }

  // MARK: Forms

  private func writeBars(_ chosen: Int?, _ numbers: [Int], _ range: SourceRange) throws {
    let rowLimit = layout.rowLimit ?? .max
    let rows = session.shown(
      answer.table.prefix(rowLimit), titles: answer.titles, naming: answer.naming, keyColumns: answer.keyColumns,
      in: .table)
    // The label of groups is their keys. The label of objects is their naming column, otherwise the first column that is not drawn.
    var label = rows.naming
    if label == nil, answer.keyColumns == nil, case .query? = session.lastSource {
      label = table.columns.indices.first { !numbers.contains($0) }
    }
    let measures = chosen.map { [$0] } ?? (label == nil ? nil : numbers)
    guard let chart = BarChart(rows, labels: label.map { [$0] }, measures: measures, layout: layout) else {
      throw PredicateIssue.nothingToDraw("the last answer has no column with numbers", range: range)
    }
    write([chart.heading].filter { !$0.isEmpty }, chart.lines(of: rows))
    if !chart.hidden.isEmpty { note("No room to draw: \(chart.hidden.joined(separator: ", ")).") }
    if rows.rowCount < table.rowCount {
      note(
        "The chart counts \(rows.rowCount) of \(answer.noun.counted(table.rowCount)). Write .chart histogram COLUMN to count all."
      )
    }
  }

  private func writeHistogram(of column: Int) {
    let histogram = ColumnHistogram(table, column: column, timeZone: session.settings.timeZone)
    let rows = ShownTable(histogram.table, nilText: session.settings.nilText)
    guard let chart = BarChart(rows, labels: [0], measures: [1], layout: layout) else { return }
    write([chart.heading], chart.lines(of: rows))
    note(answer.noun.counted(table.rowCount))
  }

  /// Draws columns as lines along an axis. If there are several series, only one column is drawn: one chart per series, below one another, all with
  /// the same scale.
  private func writeLines(of columns: [Int], along axis: Int?, _ range: SourceRange) throws {
    let series = series(besides: axis)
    guard series.count <= Self.mostSeries else {
      throw PredicateIssue.nothingToDraw(
        "a line chart can have at most \(Self.mostSeries) lines, but the answer has \(series.count) groups",
        hint: "to draw each group, write .chart bars", range: range)
    }
    let drawn = columns.prefix(series.count > 1 ? 1 : Self.mostLines)
    guard let axis, !drawn.isEmpty,
      drawn.map({ column in series.map { writeLine(of: column, along: axis, $0, of: series.count) }.contains(true) })
        .contains(true)
    else {
      throw PredicateIssue.nothingToDraw(
        "a line chart needs a column with dates or numbers, a second column with numbers, and at least two rows",
        range: range)
    }
    let rest = columns.dropFirst(drawn.count).map { table.columns[$0].name }
    if !rest.isEmpty {
      note("Not drawn: \(rest.joined(separator: ", ")); write .chart lines COLUMN to draw another column.")
    }
  }

  private func writeLine(
    of column: Int, along axis: Int, _ series: (name: String, rows: [Int]), of count: Int
  ) -> Bool {
    let places = (0..<table.rowCount).map { row -> Double in
      let value = table.source.value(row: row, column: axis)
      if case .date(let seconds) = value { return seconds }
      return value.number ?? .nan
    }
    let points = places.enumerated().map { ($1, table.source.value(row: $0, column: column).number) }
    let title = count > 1 ? "\(table.columns[column].name), \(series.name)" : table.columns[column].name
    guard let chart = LineChart(series.rows.map { points[$0] }, among: points, isUTF8: layout.isUTF8) else {
      if count > 1 { note("The column \(title) is not drawn, because it has fewer than two numbers.") }
      return false
    }
    let known = places.indices.filter { places[$0].isFinite }
    let first = known.min { places[$0] < places[$1] }
    let last = known.max { places[$0] < places[$1] }
    func label(_ row: Int?) -> String { row.flatMap { table.columns[axis].cells[$0] } ?? "" }
    let isWhole = points.allSatisfy { $0.1.map { $0 == $0.rounded() } ?? true }
    // The height is chosen so that several charts fit on a screen together.
    let height = max(5, min(14, (layout.height ?? 24) / count - (count > 1 ? 4 : 8)))
    let lines = chart.lines(width: layout.width ?? 80, height: height, labels: (label(first), label(last))) { number in
      isWhole && number == number.rounded() && abs(number) < 9e15
        ? String(Int64(number)) : ValueText().text(of: .double(number))
    }
    write([title], lines)
    return true
  }

  private func write(_ headings: [String], _ lines: [String]) {
    for heading in headings { session.output.write(layout.style.strong(heading) + "\n") }
    for line in lines { session.output.write(line + "\n") }
  }

  private func note(_ text: String) { session.output.write(layout.style.quiet(CellText.escaped(text)) + "\n") }
}

extension PredicateIssue {
  fileprivate static func nothingToDraw(_ reason: String, hint: String? = nil, range: SourceRange) -> PredicateIssue {
    .error("nothing-to-draw", range, reason, hint: hint, kind: .type)
  }
}
