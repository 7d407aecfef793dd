import PredicateStatements

extension ShellCommand {
  /// `.count [STATEMENT]`
  static let count = ShellCommand(
    "count", arguments: "[STATEMENT]", summary: "tells how many objects a statement gives",
    details: "Without a statement, all objects of the current entity are counted.",
    completes: .statement
  ) { call, session in
    var query = try call.query(in: session)
    query.isCount = true
    try AnswerWriter(session: session).run(query)
    return .done
  }
}
