extension ShellCommand {
  /// `.mode [table|line]`
  static let mode = ShellCommand(
    "mode", arguments: "[table|line]", summary: "sets how answers are shown, or tells it",
    details: """
      table: columns side by side, shortened to fit the screen.
      line: a line for each value, nothing shortened.
      """,
    completes: .words(OutputMode.allCases.map(\.rawValue))
  ) { call, session in
    if call.argument.isEmpty {
      session.output.write("\(session.mode.rawValue)\n")
      return .done
    }
    guard let mode = OutputMode(rawValue: call.argument.lowercased()) else {
      let names = OutputMode.allCases.map(\.rawValue)
      throw call.unexpectedArgument(expected: names.joined(separator: " or "), among: names)
    }
    session.mode = mode
    return .done
  }
}
