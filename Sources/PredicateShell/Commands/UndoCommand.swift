import PredicateChanges
import PredicateSyntax

extension ShellCommand {
  /// `.undo`
  static let undo = ShellCommand(
    "undo", summary: "takes back what the last statement changed",
    details: "What .commit has saved can be taken back, too: that is a change, which .commit saves."
  ) { arguments, session in
    guard let text = session.changes?.undo() else {
      throw PredicateIssue.noStep("undo", "no statement has changed anything", range: arguments.call.nameRange)
    }
    session.tell("Undone: \(text)")
    return .done
  }

  /// `.redo`
  static let redo = ShellCommand("redo", summary: "changes again what .undo took back") { arguments, session in
    guard let text = session.changes?.redo() else {
      throw PredicateIssue.noStep(
        "redo", ".undo comes first, and a new statement forgets it", range: arguments.call.nameRange)
    }
    session.tell("Done again: \(text)")
    return .done
  }
}

extension PredicateIssue {
  fileprivate static func noStep(_ word: String, _ hint: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(kind: .domain, code: "no-\(word)", message: "there is nothing to \(word)", range: range, hint: hint)
  }
}
