import PredicateSyntax

/// Writes a Markdown table. Numbers are right-aligned.
struct MarkdownRenderer: ResultRenderer {
  /// Writes all columns. Cells are padded, so that people can read the source, too.
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

  /// The text with all characters escaped that could begin markup.
  private static func escaped(_ text: String) -> String {
    text.replacingScalars { "|\\`*_<>[]".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }
}

struct HTMLRenderer: ResultRenderer {
  /// Writes all columns; a cell without a value is empty.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    HTMLWriter(first, output)
  }
}

private final class HTMLWriter: RowWriter {
  private let starts: [String]
  private let output: any ShellOutput

  init(_ first: ShownTable, _ output: any ShellOutput) {
    starts = first.columns.map { $0.isRightAligned ? "<td style=\"text-align: right\">" : "<td>" }
    self.output = output
    output.write("<table>\n<thead>\n<tr>")
    for column in first.columns { output.write("<th>\(HTMLText.escaped(column.name))</th>") }
    output.write("</tr>\n</thead>\n<tbody>\n")
  }

  func write(_ rows: ShownTable) {
    for row in 0..<rows.rowCount {
      output.write("<tr>")
      for (start, column) in zip(starts, rows.columns) {
        output.write("\(start)\(HTMLText.escaped(column.cells[row] ?? ""))</td>")
      }
      output.write("</tr>\n")
    }
  }

  func finish() { output.write("</tbody>\n</table>\n") }
}
