import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.empty [STATEMENT]`
  static let empty = ShellCommand(
    "empty", .optional(.statement),
    summary: "tells which condition of a statement, else of the last one, leaves nothing",
    details: """
      Each condition is counted by itself, and its constant is compared with the values that there are.
      On a terminal an answer without rows says so by itself; elsewhere a note says what is near to its constants.
      """
  ) { arguments, session in
    let query = try arguments.explained()
    guard query.fetch.predicate != nil else { throw PredicateIssue.noPredicate(arguments.call.nameRange) }
    try AnswerWriter(session: session).explainEmpty(query)
    return .done
  }
}
