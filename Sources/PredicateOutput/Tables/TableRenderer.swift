import PredicateSyntax

/// Columns side by side, numbers at the right edge, fitted to the screen.
///
/// A renderer of our own, since what it has to do is in none of the packages for tables: columns measured as a terminal shows
/// them (wide characters, emoji, marks), shortened and left out until they fit, and rows instead where they never would.
struct TableRenderer: ResultRenderer {
  static let gap = 2
  fileprivate static let spaces = String(repeating: " ", count: gap)

  /// Fits the table: with text shortened where the screen is narrow, without its longest texts where that is not enough, and
  /// a line for each value where most columns would be missing.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    guard let fit = TableFit(first.columns, width: layout.width) else {
      return LineRenderer().writer(for: first, layout: layout, to: output)
    }
    return TableWriter(first, fit, style: layout.style, output)
  }
}

private final class TableWriter: RowWriter {
  var hidden: [String] { columns.hidden }
  private let columns: FittedColumns
  private let style: TextStyle
  private let output: any ShellOutput

  init(_ first: ShownTable, _ fit: TableFit, style: TextStyle, _ output: any ShellOutput) {
    columns = FittedColumns(first, fit)
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
