import PredicateStatements

extension ShellCommand {
  /// `.mode [MODE]`
  static let mode = ShellCommand(
    "mode", arguments: "[MODE]", summary: "sets how answers are shown, or tells it",
    details: """
      table and box: columns side by side, shortened to fit the screen. line: a line for each value, nothing shortened.
      csv, tsv, json, ndjson, markdown and html are for other programs: all rows, nothing shortened.
      In json and ndjson nil is null, and an infinite number is {"$double":"inf"} or {"$double":"-inf"}, which .import reads.
      """,
    completes: .words(OutputMode.allCases.map(\.rawValue))
  ) { call, session in
    if call.argument.isEmpty {
      session.output.write("\(session.mode.rawValue)\n")
      return .done
    }
    session.mode = try call.outputMode()
    return .done
  }
}
