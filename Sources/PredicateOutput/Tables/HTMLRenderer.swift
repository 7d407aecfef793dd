/// A table for a web page.
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
