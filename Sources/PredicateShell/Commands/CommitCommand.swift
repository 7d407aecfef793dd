import PredicateChanges
import PredicateStatements
import PredicateStore
import PredicateSyntax

extension ShellCommand {
  /// `.commit`
  static let commit = ShellCommand(
    "commit", summary: "saves all changes in one transaction",
    details: """
      Everything that is wrong with the changes is told at once, and nothing is saved then. The changes stay: another statement
      mends them, .undo takes the last one back, .revert drops all.
      """
  ) { arguments, session in
    guard let changes = session.changes, changes.areUnsaved else {
      session.tell("There is nothing to save.")
      return .done
    }
    let what = changes.unsavedText
    do {
      try changes.save()
    } catch let failure as SaveFailure {
      throw StatementFailure(
        failure.problems.map { .notSaved($0, changes.title(of: $0.object), range: arguments.call.nameRange) })
    }
    session.tell("Saved: \(what).")
    return .done
  }
}
