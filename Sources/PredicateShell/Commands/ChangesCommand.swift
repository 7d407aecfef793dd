import PredicateChanges
import PredicateSQLite
import PredicateValues

extension ShellCommand {
  /// `.changes`
  static let changes = ShellCommand(
    "changes", summary: "lists the statements whose changes are not saved",
    details: """
      A statement that .commit saved and .undo took back is listed as undone: .commit saves that, too.
      What cancels out is listed, and leaves nothing to save.
      """
  ) { _, session in
    let steps = session.changes?.unsavedSteps ?? []
    guard !steps.isEmpty || session.mode.isForPrograms else {
      session.tell("There is nothing to save.")
      return .done
    }
    let rows: [[QueryValue]] = steps.map { [.string($0.text), .string($0.isUndone ? "undone" : "done")] }
    var layout = session.layout
    layout.rowLimit = nil
    _ = session.mode.renderer.render(
      ShownTable(ResultTable(columns: ["statement", "step"], rows: rows)), layout: layout, to: session.output)
    if let changes = session.changes, changes.areUnsaved {
      session.tell("Unsaved: \(changes.unsavedText).", isQuiet: true)
    }
    return .done
  }
}
