import PredicateSyntax

/// Columns side by side with lines around them.
struct BoxRenderer: ResultRenderer {
  /// What a line of the frame is made of: its left end, its crossings, its right end.
  private typealias Line = (left: String, crossing: String, right: String)

  /// Writes the table, fitted to the screen as ``TableRenderer`` does it.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    // Between two columns stand a space, a line and a space; before the first and behind the last a line and a space.
    guard let fit = TableFit(table.columns, width: layout.width.map { $0 - 4 }, gap: 3) else {
      return LineRenderer().render(table, layout: layout, to: output)
    }
    let columns = fit.shown.map { (table.columns[$0.position], $0.width) }
    let style = layout.style
    func frame(_ line: Line) -> String {
      let parts = columns.map { String(repeating: "─", count: $0.1 + 2) }
      return style.quiet(line.left + parts.joined(separator: line.crossing) + line.right) + "\n"
    }
    func row(_ cells: [String]) -> String {
      let bar = style.quiet("│")
      return bar + cells.map { " \($0) " }.joined(separator: bar) + bar + "\n"
    }
    output.write(frame(("┌", "┬", "┐")))
    output.write(row(columns.map { style.strong(TableRenderer.heading($0, width: $1)) }))
    output.write(frame(("├", "┼", "┤")))
    for position in 0..<table.rowCount {
      let cells = columns.map { column, width in
        TableRenderer.cell(column, row: position, width: width, isLast: false, style: style)
      }
      output.write(row(cells))
    }
    output.write(frame(("└", "┴", "┘")))
    return fit.hidden.map { table.columns[$0].name }
  }
}
