/// The space and style for an answer: the size of the screen, colours, the number of rows.
public struct OutputLayout: Sendable {
  /// The columns of the screen; nil without a screen, so that nothing is shortened.
  public var width: Int?
  /// The lines of the screen; nil without a screen, so that nothing is paged.
  public var height: Int?
  /// The greatest number of rows that are shown; nil for all.
  public var rowLimit: Int?
  /// The colours, or none.
  public var style: TextStyle
  /// Whether footers show the elapsed time. False if the output must not change from run to run.
  public var showsTime: Bool

  /// Whether drawings may contain more than ASCII.
  public var isUTF8 = true

  /// The default number of rows that are shown on a terminal.
  public static let standardRowLimit = 40

  /// A layout.
  public init(width: Int?, height: Int? = nil, rowLimit: Int?, style: TextStyle, showsTime: Bool) {
    self.width = width
    self.height = height
    self.rowLimit = rowLimit
    self.style = style
    self.showsTime = showsTime
  }

  /// The lines of a sentence: wrapped between words if there is a screen, otherwise one line.
  package func lines(of text: String) -> [String] { width.map { WrappedText.lines(of: text, width: $0) } ?? [text] }

  /// The layout for pipes and files: all rows in full width, without colours.
  public static let plain = OutputLayout(width: nil, rowLimit: nil, style: .plain, showsTime: false)

  /// For a terminal of `width` columns and `height` lines.
  public static func terminal(width: Int, height: Int? = nil, isColored: Bool) -> OutputLayout {
    OutputLayout(
      width: width, height: height, rowLimit: standardRowLimit, style: TextStyle(isColored: isColored), showsTime: true)
  }
}

/// Writes rows in one form, such as CSV. Each output mode has its own renderer.
package protocol ResultRenderer {
  /// Creates a writer for rows. The first rows only determine the widths of columns. They are written by ``RowWriter/write(_:)``.
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter
}

/// Writes the rows of one answer, batch by batch.
package protocol RowWriter: AnyObject {
  /// The names of columns that are left out because the screen is too narrow.
  var hidden: [String] { get }

  /// Writes further rows. All calls must have the same columns.
  func write(_ rows: ShownTable)

  /// Writes the text after the last row.
  func finish()
}

extension RowWriter {
  package var hidden: [String] { [] }

  package func finish() {}
}

extension ResultRenderer {
  /// Writes a whole table. Returns the names of the columns that are left out because the screen is too narrow.
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
  /// Values separated by commas, with a heading.
  case csv
  /// Values separated by tabs, with a heading.
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

  /// A description of the mode, in one line.
  package var summary: String {
    switch self {
    case .table: "columns next to each other, shortened to fit the screen"
    case .box: "the same with lines around them"
    case .bars: "bars for groups; other rows as in the mode table"
    case .line: "one line per value, without shortening"
    case .csv: "values separated by commas, with a heading"
    case .tsv: "values separated by tabs, with a heading"
    case .json: "one array of objects"
    case .ndjson: "a JSON object a line"
    case .markdown: "a table for documents in Markdown"
    case .html: "a table for web pages"
    }
  }

  /// Whether the mode shows referenced objects by their titles. True for modes whose output people read.
  package var showsTitles: Bool {
    switch self {
    case .table, .box, .bars, .line, .markdown, .html: true
    case .csv, .tsv, .json, .ndjson: false
    }
  }

  /// The number that a `count` statement writes in a mode for programs; nil for modes that write `3 movies`.
  package func text(ofCount count: Int) -> String? {
    switch self {
    case .csv, .tsv: "\(count)"
    case .json, .ndjson: "{\"count\":\(count)}"
    case .table, .box, .bars, .line, .markdown, .html: nil
    }
  }

  /// Whether other programs read the output. It is then complete and has no additional text.
  package var isForPrograms: Bool {
    switch self {
    case .table, .box, .bars, .line: false
    case .csv, .tsv, .json, .ndjson, .markdown, .html: true
    }
  }
}
