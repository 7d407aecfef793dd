import PredicateSessions
import PredicateStatements
import PredicateObjects
import PredicateValues

extension ShellCommand {
  static let changes = ShellCommand(
    "changes", summary: "lists the statements whose changes are not saved yet",
    details: """
      A statement that .commit saved and .undo took back is listed as undone: .commit saves that, too.
      Changes that cancel each other out are listed, but there is nothing to save.
      """
  ) { _, session in
    let steps = session.changes?.unsavedSteps ?? []
    guard !steps.isEmpty || session.mode.isForPrograms else {
      session.tell("There is nothing to save.")
      return
    }
    let rows: [[QueryValue]] = steps.map { [.string($0.text), .string($0.isUndone ? "undone" : "done")] }
    var layout = session.layout
    layout.rowLimit = nil
    _ = session.mode.renderer.render(
      ShownTable(ResultTable(columns: ["statement", "step"], rows: rows)), layout: layout, to: session.output)
    if let changes = session.changes, changes.areUnsaved {
      session.tell("Unsaved: \(changes.unsavedText).", isQuiet: true)
    }
  }

  static let commit = ShellCommand(
    "commit", summary: "saves all changes in one transaction",
    details: """
      If something is wrong with the changes, all problems are reported and nothing is saved. The changes stay: another statement
      corrects them, .undo takes the last one back, .revert drops all. Before the first change to a store of Core Data a copy of the
      file is written next to it.
      """
  ) { arguments, session in
    guard let changes = session.changes, changes.areUnsaved else {
      session.tell("There is nothing to save.")
      return
    }
    let what = changes.unsavedText
    guard !session.isTrial else {
      session.tell("Not saved, because of --dry-run: \(what).")
      return
    }
    if let copy = try changes.copyBeforeSaving() { session.tell("A copy of the store before these changes: \(copy)") }
    do {
      try changes.save()
    } catch let failure as SaveFailure {
      throw StatementFailure(
        failure.problems.map { problem in
          .notSaved(
            problem, changes.title(of: problem.object), session.database.model, range: arguments.call.nameRange)
        })
    }
    session.tell("Saved: \(what).")
  }

  static let revert = ShellCommand(
    "revert", summary: "drops all changes that are not saved",
    details: "Dropped changes cannot be undone or redone, and the rows are read again."
  ) { _, session in
    guard let changes = session.changes, changes.areUnsaved else {
      session.tell("There is nothing to drop.")
      return
    }
    let what = changes.unsavedText
    changes.revert()
    session.tell("Dropped the changes of \(what).")
  }

  static let undo = ShellCommand(
    "undo", summary: "undoes the changes of the last statement",
    details: "Saved changes can be undone, too. The undo is a new change, which .commit saves."
  ) { arguments, session in
    guard let text = session.changes?.undo() else {
      throw PredicateIssue.noStep(
        "undo",
        session.changes?.obstacle(toUndoing: true)
          ?? (session.changes?.canRedo == true
            ? "there is no change left to undo. To make the last change again, write .redo"
            : "no statement has changed anything, and .undo cannot undo an import"),
        range: arguments.call.nameRange)
    }
    session.tell("Undone: \(text)")
    if let triggers = session.changes?.triggersOfUndone, !triggers.isEmpty {
      let names = triggers.joined(separator: " and ")
      session.write(
        note: "\(triggers.count == 1 ? "the trigger" : "the triggers") \(names) ran when this was saved; "
          + "rows that a trigger deleted or changed are not restored")
    }
  }

  static let redo = ShellCommand("redo", summary: "changes again what .undo took back") { arguments, session in
    guard let text = session.changes?.redo() else {
      throw PredicateIssue.noStep(
        "redo",
        session.changes?.obstacle(toUndoing: false)
          ?? ".redo works only directly after .undo, before a new statement changes data",
        range: arguments.call.nameRange)
    }
    session.tell("Done again: \(text)")
  }
}

extension PredicateIssue {
  fileprivate static func noStep(_ word: String, _ hint: String, range: SourceRange) -> PredicateIssue {
    .error("no-\(word)", range, "there is nothing to \(word)", hint: hint, kind: .domain)
  }
}
