import PredicateSyntax

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
        output.write("\(name)  \(column.cells[row] ?? style.quiet(ValueText.missing))\n")
      }
    }
  }
}
