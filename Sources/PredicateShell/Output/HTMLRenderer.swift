/// A table for a web page.
struct HTMLRenderer: ResultRenderer {
  /// Writes all columns; a cell without a value is empty.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    output.write("<table>\n<thead>\n<tr>")
    for column in table.columns { output.write("<th>\(HTMLText.escaped(column.name))</th>") }
    output.write("</tr>\n</thead>\n<tbody>\n")
    for row in 0..<table.rowCount {
      output.write("<tr>")
      for column in table.columns {
        let start = column.isRightAligned ? "<td style=\"text-align: right\">" : "<td>"
        output.write("\(start)\(HTMLText.escaped(column.cells[row] ?? ""))</td>")
      }
      output.write("</tr>\n")
    }
    output.write("</tbody>\n</table>\n")
    return []
  }
}
