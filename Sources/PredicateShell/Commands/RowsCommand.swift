import PredicateStatements

extension ShellCommand {
  /// `.rows [NUMBER|all]`
  static let rows = ShellCommand(
    "rows", arguments: "[NUMBER|all]", summary: "sets how many rows an answer shows at most, or tells it",
    details: """
      On a terminal \(OutputLayout.standardRowLimit) rows are shown unless told otherwise, elsewhere all of them.
      A statement's own limit says how many objects there are; this one only how many of them are shown.
      """,
    completes: .words(["all"])
  ) { call, session in
    let argument = call.argument.lowercased()
    if argument.isEmpty {
      session.output.write("\(session.layout.rowLimit.map { String($0) } ?? "all")\n")
    } else if argument == "all" {
      session.settings.rowLimit = .all
    } else if let count = Int(argument), count > 0 {
      session.settings.rowLimit = .rows(count)
    } else {
      throw call.unexpectedArgument(expected: "a number from 1 or all", among: ["all"])
    }
    return .done
  }
}
