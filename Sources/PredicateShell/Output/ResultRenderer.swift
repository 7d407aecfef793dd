/// One way to show a table. Each mode has a file of its own.
protocol ResultRenderer {
  /// Writes the table, and says which columns it left out for want of room.
  func render(_ table: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> [String]
}

/// The ways to show a table.
public enum OutputMode: String, Sendable, CaseIterable {
  /// Columns side by side.
  case table
  /// A line for each value, for rows that are too wide for the screen.
  case line

  var renderer: any ResultRenderer {
    switch self {
    case .table: TableRenderer()
    case .line: LineRenderer()
    }
  }
}
