import PredicateSyntax

/// A table as Markdown has it, numbers at the right edge.
struct MarkdownRenderer: ResultRenderer {
  /// Writes all columns, padded so that the source can be read too.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    MarkdownWriter(first, output)
  }
}

private final class MarkdownWriter: RowWriter {
  private let columns: [(width: Int, isRight: Bool)]
  private let output: any ShellOutput

  init(_ first: ShownTable, _ output: any ShellOutput) {
    let headings = first.columns.map { Self.escaped($0.name) }
    columns = zip(first.columns, headings).map { column, heading in
      let widest = column.cells.reduce(max(3, DisplayWidth.columns(of: heading))) {
        max($0, DisplayWidth.columns(of: $1.map(Self.escaped) ?? ""))
      }
      return (widest, column.isRightAligned)
    }
    self.output = output
    writeLine(headings)
    let rules = columns.map { width, isRight in
      isRight ? String(repeating: "-", count: width - 1) + ":" : String(repeating: "-", count: width)
    }
    writeLine(rules)
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount { writeLine(rows.columns.map { $0.cells[row].map(Self.escaped) ?? "" }) }
  }

  private func writeLine(_ cells: [String]) {
    let padded = zip(cells, columns).map { CellText.padded($0, to: $1.width, right: $1.isRight) }
    output.write("| " + padded.joined(separator: " | ") + " |\n")
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
