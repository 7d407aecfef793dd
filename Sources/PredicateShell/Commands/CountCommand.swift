import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.count [STATEMENT]`
  static let count = ShellCommand(
    "count", .optional(.statement), summary: "tells how many objects a statement gives",
    details: "Without a statement, all objects of the current entity are counted."
  ) { arguments, session in
    guard var query = try arguments.statement() ?? session.currentEntity.map({ QueryStatement($0) }) else {
      throw PredicateIssue.noEntity
    }
    query.isCount = true
    try AnswerWriter(session: session).run(query)
    return .done
  }
}
