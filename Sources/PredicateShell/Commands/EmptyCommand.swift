import PredicateSyntax

extension ShellCommand {
  /// `.empty`
  static let empty = ShellCommand(
    "empty", summary: "tells which condition of the last statement leaves nothing",
    details: """
      Each condition is counted by itself, and its constant is compared with the values that there are.
      On a terminal an answer without rows says so by itself.
      """
  ) { call, session in
    guard let fetch = session.lastQuery?.fetch else { throw PredicateIssue.noStatement(call.nameRange) }
    guard fetch.predicate != nil else { throw PredicateIssue.noPredicate(call.nameRange) }
    try EmptyAnswer(session: session).explain(fetch, isAutomatic: false)
    return .done
  }
}
