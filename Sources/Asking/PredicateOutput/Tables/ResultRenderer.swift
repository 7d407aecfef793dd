/// One way to show rows. Each mode has a separate file.
package protocol ResultRenderer {
  /// A writer of rows as they come. It may take the widths of columns from the first rows, which are not written yet.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter
}

/// Writes the rows of one answer, part by part.
package protocol RowWriter: AnyObject {
  /// The columns that are left out for want of room.
  var hidden: [String] { get }

  /// Writes more rows. The columns are the same each time.
  func write(_ rows: ShownTable)

  /// Writes the part after the last row.
  func finish()
}

extension RowWriter {
  package var hidden: [String] { [] }

  package func finish() {}
}

extension ResultRenderer {
  /// Writes a whole table, and returns the columns that it left out for want of room.
  package func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String] {
    let writer = writer(for: table, layout: layout, to: output)
    writer.write(table)
    writer.finish()
    return writer.hidden
  }
}

/// The ways to show a table.
public enum OutputMode: String, Sendable, CaseIterable {
  /// Columns side by side.
  case table
  /// Columns side by side, with lines around them.
  case box
  /// Groups as bars, everything else as in ``table``.
  case bars
  /// A line for each value, for rows that are too wide for the screen.
  case line
  /// Values with commas between them, a heading first.
  case csv
  /// Values with tabs between them, a heading first.
  case tsv
  /// One array of objects.
  case json
  /// One JSON object per line.
  case ndjson
  /// A table for documents in Markdown.
  case markdown
  /// A table for web pages.
  case html

  package var renderer: any ResultRenderer {
    switch self {
    case .table: TableRenderer()
    case .box: TableRenderer(isFramed: true)
    case .bars: BarsRenderer()
    case .line: LineRenderer()
    case .csv: SeparatedRenderer(separator: .comma)
    case .tsv: SeparatedRenderer(separator: .tab)
    case .json: JSONRenderer(isLines: false)
    case .ndjson: JSONRenderer(isLines: true)
    case .markdown: MarkdownRenderer()
    case .html: HTMLRenderer()
    }
  }

  /// Its appearance, in one line.
  package var summary: String {
    switch self {
    case .table: "columns side by side, shortened to fit the screen"
    case .box: "the same with lines around them"
    case .bars: "groups as bars, other rows as in table"
    case .line: "a line for each value, nothing shortened"
    case .csv: "values with commas between them, a heading first"
    case .tsv: "values with tabs between them, a heading first"
    case .json: "one array of objects"
    case .ndjson: "a JSON object a line"
    case .markdown: "a table for documents in Markdown"
    case .html: "a table for web pages"
    }
  }

  /// Whether it shows referenced objects by their names: those modes that people read in the end.
  package var showsTitles: Bool {
    switch self {
    case .table, .box, .bars, .line, .markdown, .html: true
    case .csv, .tsv, .json, .ndjson: false
    }
  }

  /// A number that is the whole answer; nil if words belong to it, such as `3 movies`.
  package func text(ofCount count: Int) -> String? {
    switch self {
    case .csv, .tsv: "\(count)"
    case .json, .ndjson: "{\"count\":\(count)}"
    case .table, .box, .bars, .line, .markdown, .html: nil
    }
  }

  /// Whether it is read by programs: complete, and without other text.
  package var isForPrograms: Bool {
    switch self {
    case .table, .box, .bars, .line: false
    case .csv, .tsv, .json, .ndjson, .markdown, .html: true
    }
  }
}
