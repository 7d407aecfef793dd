import PredicateChanges
extension ShellCommand {
  /// `.revert`
  static let revert = ShellCommand(
    "revert", summary: "drops all changes that are not saved",
    details: "Nothing can be undone or redone afterwards, and rows are read again."
  ) { _, session in
    guard let changes = session.changes, changes.areUnsaved else {
      session.tell("There is nothing to drop.")
      return .done
    }
    let what = changes.unsavedText
    changes.revert()
    session.tell("Dropped the changes of \(what).")
    return .done
  }
}
