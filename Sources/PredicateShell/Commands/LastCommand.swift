import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.last [MODE]`
  static let last = ShellCommand(
    "last", arguments: "[MODE]", summary: "shows the last answer again, in any mode, without running it",
    completes: .words(OutputMode.allCases.map(\.rawValue))
  ) { call, session in
    guard let answer = session.lastAnswer else { throw PredicateIssue.noAnswer(call.nameRange) }
    guard answer.isKept else { throw PredicateIssue.answerNotKept(answer.total, range: call.nameRange) }
    let mode = call.argument.isEmpty ? session.mode : try call.outputMode()
    AnswerWriter(session: session).show(answer, mode: mode)
    return .done
  }
}
