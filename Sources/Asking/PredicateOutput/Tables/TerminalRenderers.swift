import PredicateSyntax

/// Columns side by side, numbers at the right edge, fitted to the screen.
///
/// The packages for tables do not have these features: columns measured as a terminal shows them (wide characters, emoji, marks), shortened and left
/// out until they fit, and a line for each value if they never would.
struct TableRenderer: ResultRenderer {
  static let gap = 2
  fileprivate static let spaces = String(repeating: " ", count: gap)

  /// Fits the table: with text shortened if the screen is narrow, without its longest texts if that is not enough, and with a line for each value if
  /// most columns would be missing.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    guard let fit = TableFit(first.columns, naming: first.naming, width: layout.width) else {
      return LineRenderer().writer(for: first, layout: layout, to: output)
    }
    return TableWriter(FittedColumns(first, fit, shortensTexts: layout.width != nil), style: layout.style, output)
  }
}

private final class TableWriter: RowWriter {
  var hidden: [String] { columns.hidden }
  private let columns: FittedColumns
  private let style: TextStyle
  private let output: any ShellOutput

  init(_ columns: FittedColumns, style: TextStyle, _ output: any ShellOutput) {
    self.columns = columns
    self.style = style
    self.output = output
    var heading = columns.headings.joined(separator: TableRenderer.spaces)
    while heading.last == " " { heading.removeLast() }
    output.write(style.strong(heading) + "\n")
    let lines = columns.widths.map { String(repeating: "─", count: $0) }
    output.write(style.quiet(lines.joined(separator: TableRenderer.spaces)) + "\n")
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount {
      let cells = columns.cells(of: rows, row: row, style: style, endsBare: true)
      output.write(cells.joined(separator: TableRenderer.spaces) + "\n")
    }
  }
}

/// Columns side by side with lines around them.
struct BoxRenderer: ResultRenderer {
  /// Fits the columns to the screen as ``TableRenderer`` does it.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    // Two columns are separated by a space, a line and a space; a line and a space come before the first and after the last.
    guard let fit = TableFit(first.columns, naming: first.naming, width: layout.width.map { $0 - 4 }, gap: 3) else {
      return LineRenderer().writer(for: first, layout: layout, to: output)
    }
    return BoxWriter(FittedColumns(first, fit, shortensTexts: layout.width != nil), style: layout.style, output)
  }
}

private final class BoxWriter: RowWriter {
  /// The characters of a line of the frame: its left end, its crossings, its right end.
  private typealias Line = (left: String, crossing: String, right: String)

  var hidden: [String] { columns.hidden }
  private let columns: FittedColumns
  private let style: TextStyle
  private let output: any ShellOutput

  init(_ columns: FittedColumns, style: TextStyle, _ output: any ShellOutput) {
    self.columns = columns
    self.style = style
    self.output = output
    writeFrame(("┌", "┬", "┐"))
    write(columns.headings.map { style.strong($0) })
    writeFrame(("├", "┼", "┤"))
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount { write(columns.cells(of: rows, row: row, style: style, endsBare: false)) }
  }

  func finish() { writeFrame(("└", "┴", "┘")) }

  private func writeFrame(_ line: Line) {
    let parts = columns.widths.map { String(repeating: "─", count: $0 + 2) }
    output.write(style.quiet(line.left + parts.joined(separator: line.crossing) + line.right) + "\n")
  }

  private func write(_ cells: [String]) {
    let bar = style.quiet("│")
    output.write(bar + cells.map { " \($0) " }.joined(separator: bar) + bar + "\n")
  }
}

/// A line for each value, names before them at the right edge, an empty line between rows.
struct LineRenderer: ResultRenderer {
  /// Writes everything. Nothing is left out or shortened: long values run on in the next line of the screen.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    LineWriter(first, style: layout.style, output)
  }
}

private final class LineWriter: RowWriter {
  private let names: [String]
  private let style: TextStyle
  private let output: any ShellOutput
  private var isFirst = true

  init(_ first: ShownTable, style: TextStyle, _ output: any ShellOutput) {
    let headings = first.source.columns.map(CellText.escaped)
    let width = headings.reduce(0) { max($0, DisplayWidth.columns(of: $1)) }
    names = headings.map { style.strong(CellText.padded($0, to: width, right: true)) }
    self.style = style
    self.output = output
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount {
      if !isFirst { output.write("\n") }
      isFirst = false
      for (name, column) in zip(names, rows.columns) {
        output.write("\(name)  \(column.cells[row] ?? style.quiet(rows.nilText))\n")
      }
    }
  }
}
