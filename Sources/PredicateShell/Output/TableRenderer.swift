import PredicateSyntax

/// Columns side by side, numbers at the right edge, fitted to the screen.
///
/// A renderer of our own, since what it has to do is in none of the packages for tables: columns measured as a terminal shows
/// them (wide characters, emoji, marks), shortened and left out until they fit, and rows instead where they never would.
struct TableRenderer: ResultRenderer {
  static let gap = 2

  /// Writes the table: with text shortened where the screen is narrow, without its longest texts where that is not enough, and
  /// a line for each value where most columns would be missing.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    guard let fit = TableFit(table.columns, width: layout.width) else {
      return LineRenderer().render(table, layout: layout, to: output)
    }
    let columns = fit.shown.map { (table.columns[$0.position], $0.width) }
    write(columns.map { Self.heading($0, width: $1) }, style: layout.style.strong, to: output)
    output.write(
      layout.style.quiet(columns.map { String(repeating: "─", count: $0.1) }.joined(separator: Self.spaces)) + "\n")
    for row in 0..<table.rowCount {
      var line = ""
      for (position, (column, width)) in columns.enumerated() {
        if position > 0 { line += Self.spaces }
        line += Self.cell(column, row: row, width: width, isLast: position == columns.count - 1, style: layout.style)
      }
      output.write(line + "\n")
    }
    return fit.hidden.map { table.columns[$0].name }
  }

  private static let spaces = String(repeating: " ", count: gap)

  /// The cell of a heading.
  static func heading(_ column: ShownTable.Column, width: Int) -> String {
    CellText.padded(CellText.shortened(column.name, to: width), to: width, right: column.isRightAligned)
  }

  private func write(_ cells: [String], style: (String) -> String, to output: any ShellOutput) {
    var line = cells.joined(separator: Self.spaces)
    while line.last == " " { line.removeLast() }
    output.write(style(line) + "\n")
  }

  /// A cell with spaces up to its width; without them behind where it is the last of its line.
  static func cell(
    _ column: ShownTable.Column, row: Int, width: Int, isLast: Bool, style: TextStyle
  ) -> String {
    let text = column.cells[row].map { CellText.shortened($0, to: width) }
    let shown = text ?? ShownTable.missing
    let missing = max(0, width - DisplayWidth.columns(of: shown))
    let spaces = String(repeating: " ", count: missing)
    let styled = text ?? style.quiet(shown)
    if column.isRightAligned { return spaces + styled }
    // Nothing needs spaces at the end of a line.
    return isLast ? styled : styled + spaces
  }
}
