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
  private var lines: LineBuffer

  init(_ first: ShownTable, _ output: any ShellOutput) {
    let headings = first.columns.map { Self.cell($0.name, $0.nameWidth) }
    columns = zip(first.columns, headings).map { column, heading in
      let widest = column.cells.indices.reduce(max(3, heading.width)) { max($0, Self.cell(of: column, row: $1).width) }
      return (widest, column.isRightAligned)
    }
    lines = LineBuffer(output)
    append(headings)
    let rules = columns.map { width, isRight in
      (isRight ? String(repeating: "-", count: width - 1) + ":" : String(repeating: "-", count: width), width)
    }
    append(rules)
    lines.flush()
  }

  func write(_ rows: ShownTable) {
    let shown = rows.columns
    for row in 0..<rows.rowCount { append(shown.map { Self.cell(of: $0, row: row) }) }
    lines.flush()
  }

  private func append(_ cells: [(text: String, width: Int)]) {
    lines.append("| ")
    for (position, cell) in cells.enumerated() {
      let missing = columns[position].width - cell.width
      if position > 0 { lines.append(" | ") }
      if columns[position].isRight { lines.append(spaces: missing) }
      lines.append(cell.text)
      if !columns[position].isRight { lines.append(spaces: missing) }
    }
    lines.append(" |")
    lines.endLine()
  }

  private static func cell(of column: ShownTable.Column, row: Int) -> (text: String, width: Int) {
    column.cells[row].map { cell($0, column.widths[row]) } ?? ("", 0)
  }

  /// The text with a backslash before each character that could begin markup, and the width of the escaped text.
  ///
  /// - Parameter width: The width of the text without escapes.
  private static func cell(_ text: String, _ width: Int) -> (text: String, width: Int) {
    guard text.containsByte(where: isMarkup) else { return (text, width) }
    let escaped = text.replacingScalars { scalar in
      UInt8(exactly: scalar.value).map(isMarkup) == true ? "\\\(scalar)" : nil
    }
    return (escaped, DisplayWidth.columns(of: escaped))
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
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
