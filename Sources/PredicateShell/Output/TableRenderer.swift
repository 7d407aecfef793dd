import PredicateSyntax

/// Columns side by side, numbers at the right edge, fitted to the screen.
///
/// A renderer of our own, since what it has to do is in none of the packages for tables: columns measured as a terminal shows
/// them (wide characters, emoji, marks), shortened and left out until they fit, and rows instead where they never would.
struct TableRenderer: ResultRenderer {
  static let gap = 2
  static let spaces = String(repeating: " ", count: gap)

  /// A column that is shown: which, under what heading, and how wide.
  struct Place {
    let position: Int
    let name: String
    let width: Int
    let isRightAligned: Bool
  }

  /// Fits the table: with text shortened where the screen is narrow, without its longest texts where that is not enough, and
  /// a line for each value where most columns would be missing.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    guard let fit = TableFit(first.columns, width: layout.width) else {
      return LineRenderer().writer(for: first, layout: layout, to: output)
    }
    return TableWriter(first, fit, style: layout.style, output)
  }

  /// The columns that are shown.
  static func places(_ table: ShownTable, _ fit: TableFit) -> [Place] {
    fit.shown.map { position, width in
      let column = table.columns[position]
      return Place(position: position, name: column.name, width: width, isRightAligned: column.isRightAligned)
    }
  }

  /// The cell of a heading.
  static func heading(_ place: Place) -> String {
    CellText.padded(CellText.shortened(place.name, to: place.width), to: place.width, right: place.isRightAligned)
  }

  /// A cell with spaces up to its width; without them behind where it is the last of its line. What is no text is whole, however
  /// wide: later rows may be wider than those that the table was fitted to.
  static func cell(_ place: Place, of rows: ShownTable, row: Int, isLast: Bool, style: TextStyle) -> String {
    let column = rows.columns[place.position]
    let text = column.cells[row].map { column.isText ? CellText.shortened($0, to: place.width) : $0 }
    let shown = text ?? ShownTable.missing
    let missing = max(0, place.width - DisplayWidth.columns(of: shown))
    let spaces = String(repeating: " ", count: missing)
    let styled = text ?? style.quiet(shown)
    if place.isRightAligned { return spaces + styled }
    // Nothing needs spaces at the end of a line.
    return isLast ? styled : styled + spaces
  }
}

private final class TableWriter: RowWriter {
  let hidden: [String]
  private let columns: [TableRenderer.Place]
  private let style: TextStyle
  private let output: any ShellOutput

  init(_ first: ShownTable, _ fit: TableFit, style: TextStyle, _ output: any ShellOutput) {
    columns = TableRenderer.places(first, fit)
    hidden = fit.hidden.map { first.columns[$0].name }
    self.style = style
    self.output = output
    var heading = columns.map(TableRenderer.heading).joined(separator: TableRenderer.spaces)
    while heading.last == " " { heading.removeLast() }
    output.write(style.strong(heading) + "\n")
    let lines = columns.map { String(repeating: "─", count: $0.width) }
    output.write(style.quiet(lines.joined(separator: TableRenderer.spaces)) + "\n")
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount {
      var line = ""
      for (position, place) in columns.enumerated() {
        if position > 0 { line += TableRenderer.spaces }
        line += TableRenderer.cell(
          place, of: rows, row: row, isLast: position == columns.count - 1, style: style)
      }
      output.write(line + "\n")
    }
  }
}
