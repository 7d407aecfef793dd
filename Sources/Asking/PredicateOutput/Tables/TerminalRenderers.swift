import PredicateSyntax

/// Writes columns next to each other, fitted to the screen. Numbers are right-aligned.
///
/// Packages for tables lack these features: measuring columns as a terminal shows them (wide characters, emoji, marks), shortening and leaving out
/// columns until they fit, and showing a line for each value if they cannot fit.
struct TableRenderer: ResultRenderer {
  /// Whether there are lines around the columns.
  var isFramed = false

  /// Creates a writer for the fitted table. If most columns would be left out, the writer shows a line for each value instead (``LineRenderer``).
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    // In a frame, a space, a line and a space separate two columns. The left edge is a line and a space, the right edge a space and a line.
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
  /// The characters of a horizontal line of the frame: its left end, its crossings, its right end.
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
    var lines = LineBuffer(output)
    let shown = rows.columns
    let nilText = style.quiet(rows.nilText)
    let bar = isFramed ? style.quiet("│") : ""
    for row in 0..<rows.rowCount {
      if isFramed { lines.append(bar + " ") }
      columns.append(
        row: row, of: shown, nilText: nilText, separator: " \(bar) ", endsBare: !isFramed, to: &lines)
      if isFramed { lines.append(" " + bar) }
      lines.endLine()
    }
    lines.flush()
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

/// Writes a line for each value, with right-aligned names before the values, and an empty line between rows.
struct LineRenderer: ResultRenderer {
  /// Writes all columns in full. A long value continues in the next line of the screen.
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
