import PredicateStatements

extension ShellCommand {
  /// `.mode [MODE]`
  static let mode = ShellCommand(
    "mode", .mode, summary: "sets how answers are shown, or tells it",
    details: """
      table and box: columns side by side, shortened to fit the screen. line: a line for each value, nothing shortened.
      csv, tsv, json, ndjson, markdown and html are for other programs: all rows, nothing shortened.
      In json and ndjson nil is null, and an infinite number is {"$double":"inf"} or {"$double":"-inf"}, which .import reads.
      """
  ) { arguments, session in
    if let mode = arguments.mode { session.mode = mode } else { session.output.write("\(session.mode.rawValue)\n") }
    return .done
  }
}
