import PredicateSyntax

/// Columns side by side, numbers at the right edge, fitted to the screen.
///
/// The packages for tables do not have these features: columns measured as a terminal shows them (wide characters, emoji, marks), shortened and left
/// out until they fit, and a line for each value if they never would.
struct TableRenderer: ResultRenderer {
  /// Whether there are lines around the columns.
  var isFramed = false

  /// Fits the table: with text shortened if the screen is narrow, without its longest texts if that is not enough, and with a line for each value if
  /// most columns would be missing.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    // In a frame two columns are separated by a space, a line and a space; a line and a space come before the first and after the last.
    let (gap, edges) = isFramed ? (3, 4) : (2, 0)
    guard let fit = TableFit(first.columns, naming: first.naming, width: layout.width.map { $0 - edges }, gap: gap)
    else {
      return LineRenderer().writer(for: first, layout: layout, to: output)
    }
    let columns = FittedColumns(first, fit, shortensTexts: layout.width != nil)
    return TableWriter(columns, isFramed: isFramed, style: layout.style, output)
  }
}

private final class TableWriter: RowWriter {
  /// The characters of a line of the frame: its left end, its crossings, its right end.
  private typealias Line = (left: String, crossing: String, right: String)

  var hidden: [String] { columns.hidden }
  private let columns: FittedColumns
  private let isFramed: Bool
  private let style: TextStyle
  private let output: any ShellOutput

  init(_ columns: FittedColumns, isFramed: Bool, style: TextStyle, _ output: any ShellOutput) {
    self.columns = columns
    self.isFramed = isFramed
    self.style = style
    self.output = output
    if isFramed {
      writeLine(("┌─", "─┬─", "─┐"))
      write(columns.headings.map { style.strong($0) })
      writeLine(("├─", "─┼─", "─┤"))
    } else {
      var heading = columns.headings.joined(separator: "  ")
      while heading.last == " " { heading.removeLast() }
      output.write(style.strong(heading) + "\n")
      writeLine(("", "  ", ""))
    }
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount { write(columns.cells(of: rows, row: row, style: style, endsBare: !isFramed)) }
  }

  func finish() { if isFramed { writeLine(("└─", "─┴─", "─┘")) } }

  private func writeLine(_ line: Line) {
    let parts = columns.widths.map { String(repeating: "─", count: $0) }
    output.write(style.quiet(line.left + parts.joined(separator: line.crossing) + line.right) + "\n")
  }

  private func write(_ cells: [String]) {
    let bar = isFramed ? style.quiet("│") : ""
    let edges = isFramed ? (bar + " ", " " + bar) : ("", "")
    output.write(edges.0 + cells.joined(separator: " \(bar) ") + edges.1 + "\n")
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
