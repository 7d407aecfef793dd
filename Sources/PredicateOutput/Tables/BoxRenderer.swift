import PredicateSyntax

/// Columns side by side with lines around them.
struct BoxRenderer: ResultRenderer {
  /// Fits the columns to the screen as ``TableRenderer`` does it.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    // Between two columns stand a space, a line and a space; before the first and behind the last a line and a space.
    guard let fit = TableFit(first.columns, width: layout.width.map { $0 - 4 }, gap: 3) else {
      return LineRenderer().writer(for: first, layout: layout, to: output)
    }
    return BoxWriter(first, fit, style: layout.style, output)
  }
}

private final class BoxWriter: RowWriter {
  /// What a line of the frame is made of: its left end, its crossings, its right end.
  private typealias Line = (left: String, crossing: String, right: String)

  var hidden: [String] { columns.hidden }
  private let columns: FittedColumns
  private let style: TextStyle
  private let output: any ShellOutput

  init(_ first: ShownTable, _ fit: TableFit, style: TextStyle, _ output: any ShellOutput) {
    columns = FittedColumns(first, fit)
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
