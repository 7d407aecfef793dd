import PredicateSyntax

/// A table as Markdown has it, numbers at the right edge.
struct MarkdownRenderer: ResultRenderer {
  /// Writes all columns, padded so that the source can be read too.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    let columns = table.columns.map { column in
      (
        heading: Self.escaped(column.name), cells: column.cells.map { $0.map(Self.escaped) ?? "" },
        isRight: column.isRightAligned
      )
    }
    let widths = columns.map { column in
      column.cells.reduce(max(3, DisplayWidth.columns(of: column.heading))) { max($0, DisplayWidth.columns(of: $1)) }
    }
    func line(_ cells: [String]) { output.write("| " + cells.joined(separator: " | ") + " |\n") }
    line(zip(columns, widths).map { CellText.padded($0.heading, to: $1, right: $0.isRight) })
    line(
      zip(columns, widths).map { column, width in
        column.isRight ? String(repeating: "-", count: width - 1) + ":" : String(repeating: "-", count: width)
      })
    for row in 0..<table.rowCount {
      line(zip(columns, widths).map { CellText.padded($0.cells[row], to: $1, right: $0.isRight) })
    }
    return []
  }

  /// A text that is no markup: what begins some is escaped.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "|\\`*_<>[]".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
