import PredicateStatements

extension ShellCommand {
  /// `.rows [NUMBER|all]`
  static let rows = ShellCommand(
    "rows", .optional(.number, or: ["all"]), summary: "sets how many rows an answer shows at most, or tells it",
    details: """
      On a terminal \(OutputLayout.standardRowLimit) rows are shown unless told otherwise, elsewhere all of them.
      A statement's own limit says how many objects there are; this one only how many of them are shown.
      """
  ) { arguments, session in
    if let count = arguments[.number].flatMap({ Int($0) }) {
      session.settings.rowLimit = .rows(count)
    } else if arguments.word != nil {
      session.settings.rowLimit = .all
    } else {
      session.output.write("\(session.layout.rowLimit.map { String($0) } ?? "all")\n")
    }
    return .done
  }
}
