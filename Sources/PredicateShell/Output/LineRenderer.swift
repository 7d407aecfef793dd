import PredicateSyntax

/// A line for each value, names before them at the right edge, an empty line between rows.
struct LineRenderer: ResultRenderer {
  /// Writes the table. Nothing is left out or shortened: long values run on in the next line of the screen.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    let nameWidth = table.columns.reduce(0) { max($0, $1.nameWidth) }
    for row in 0..<table.rowCount {
      if row > 0 { output.write("\n") }
      for column in table.columns {
        let name = CellText.padded(column.name, to: nameWidth, right: true)
        let value = column.cells[row] ?? layout.style.quiet(ShownTable.missing)
        output.write("\(layout.style.strong(name))  \(value)\n")
      }
    }
    return []
  }
}
