import PredicateAnswers
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.last [MODE]`
  static let last = ShellCommand(
    "last", .mode, summary: "shows the last answer again, in any mode, without running it"
  ) { arguments, session in
    guard let answer = session.lastAnswer else { throw PredicateIssue.noAnswer(arguments.call.nameRange) }
    guard answer.isKept else { throw PredicateIssue.answerNotKept(answer.total, range: arguments.call.nameRange) }
    AnswerWriter(session: session).show(answer, mode: arguments.mode ?? session.mode)
    return .done
  }
}
