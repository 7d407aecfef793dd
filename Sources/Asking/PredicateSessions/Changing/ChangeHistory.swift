import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateObjects
import PredicateSyntax

/// The unsaved changes of an object context, grouped by the statements that made them. It saves, undoes, redoes and discards them.
///
/// ```swift
/// let history = ChangeHistory(try ObjectContext(database))
/// try ChangeRun(statements, variables: [:]).run(on: history) { $0.objectCount < 100 }
/// try history.save()
/// ```
package final class ChangeHistory {
  /// The objects with their unsaved changes.
  package let context: ObjectContext
  /// The steps that can be undone, oldest first.
  private var done: [Step] = []
  /// The steps that can be redone. The next one is last.
  private var undone: [Step] = []
  /// The steps that could be undone when the changes were last saved. They are compared with ``done`` to find unsaved steps.
  private var saved: [Step] = []

  /// One undo step: the changes of one call of ``perform(_:_:)``, and the text of its statements. It is a class, because two steps may have the same text.
  private final class Step {
    let text: String
    /// The rows that the step changes directly, without loading objects; nil if the step changes objects of the context.
    let kept: KeptChange?
    /// Whether the statements changed no value. Undoing the step then does nothing, but `.undo` still takes the last statement back and not the one
    /// before it.
    let isIdle: Bool
    /// The triggers that run when the step's deletions are saved. Undoing does not bring back rows that a trigger deletes.
    let triggers: [String]

    init(_ text: String, _ kept: KeptChange? = nil, isIdle: Bool = false, triggers: [String] = []) {
      (self.text, self.kept, self.isIdle, self.triggers) = (text, kept, isIdle, triggers)
    }
  }

  /// A direct change of rows that is not written yet, or that was undone after it was written. Until the next save the context itself has no changes.
  private var pending: (step: Step, kept: KeptChange, isUndoing: Bool)?

  package init(_ context: ObjectContext) {
    self.context = context
  }

  /// Whether a step was undone, and no statement has changed data since.
  package var canRedo: Bool { !undone.isEmpty }

  package var areUnsaved: Bool { pending != nil || context.hasChanges }

  /// The number of unsaved changes, for people: `3 objects and 2 links`. A link is a row of a table of pairs (join table).
  package var unsavedText: String {
    if let pending { return EntityNoun("object").counted(pending.kept.rows.changedCount) }
    let counts = [(context.changedObjects.count, EntityNoun("object")), (context.changedPairCount, EntityNoun("link"))]
    return counts.filter { $0.0 > 0 }.map { $1.counted($0) }.joined(separator: " and ")
  }

  /// The temporary keys of new objects. Saving replaces them.
  package var temporaryKeys: Set<Int64> {
    Set(context.changedObjects.filter(\.id.isTemporary).map(\.id.reference.key))
  }

  /// Runs work and makes its changes one undo step. Work that throws makes no step. The work returns the triggers that its deletions run.
  func perform(_ text: String, _ work: (ObjectContext) throws -> [String]) throws {
    let steps = context.undoStepCount
    var triggers: [String] = []
    try context.group { triggers = try work(context) }
    // The number of the context's steps shows whether the work changed something. Changes that cancel each other out are a step, too.
    guard context.undoStepCount > steps else { return done.append(Step(text, isIdle: true)) }
    done.append(Step(text, triggers: triggers))
    undone = []
  }

  /// Makes a direct change of rows one undo step. Saving the history writes the rows.
  func note(_ kept: KeptChange, named text: String) {
    if kept.rows.changedCount == 0 { return done.append(Step(text, isIdle: true)) }
    let step = Step(text, kept)
    pending = (step, kept, isUndoing: false)
    done.append(step)
    undone = []
  }

  /// Replaces the unsaved direct change of rows by the same change of objects, so that other changes can follow.
  ///
  /// - Throws: The errors of the statement. A `PredicateIssue` if the row change was saved and then undone.
  func changeObjects() throws {
    guard let pending else { return }
    if pending.isUndoing { throw PredicateIssue.unsavedUndo(pending.step.text) }
    // Steps without an effect may have been added after the direct change.
    let steps = done
    done.removeAll { $0 === pending.step }
    self.pending = nil
    do { _ = try pending.kept.run.runOnObjects(self) { _ in true } } catch {
      self.pending = pending
      done = steps
      throw error
    }
  }

  /// Runs work that must read the rows as the unsaved direct change will leave them.
  func whileWritten(_ work: () throws -> Void) throws {
    guard let pending else { return try work() }
    try pending.kept.rows.whileWritten(isUndoing: pending.isUndoing, work)
  }

  /// Whether a direct change of rows is not saved yet.
  var hasPendingRows: Bool { pending != nil }

  /// Saves all changes. Throws `SaveFailure` with all problems, or the database's error. If it throws, nothing is saved.
  package func save() throws {
    if let pending {
      try context.write(pending.kept.rows, of: pending.kept.entity, isUndoing: pending.isUndoing)
      self.pending = nil
    } else {
      try context.save()
    }
    saved = done
  }

  /// Writes a copy of a Core Data store before its first save. Returns the path of the copy; nil for any other database.
  package func copyBeforeSaving() throws -> String? { try context.copyBeforeSaving() }

  /// The other processes that have the database's file open for writing. Throws if one of them is writing now.
  package func otherWriters() throws -> [String] { try context.otherWriters() }

  /// The title of an object for people; nil if the object has no title, or cannot be read.
  package func title(of id: ObjectID) -> String? {
    guard let object = try? context.object(for: id) else { return nil }
    return object.entity.title { try? object.value(of: $0.name) }
  }

  /// The statements whose changes are not saved. Saved statements that were undone come first, in the order of undoing. The others follow, oldest first.
  package var unsavedSteps: [(text: String, isUndone: Bool)] {
    let kept = zip(done, saved).prefix { $0 === $1 }.count
    let undone = saved.dropFirst(kept).reversed().filter { !$0.isIdle }
    return undone.map { ($0.text, true) } + done.dropFirst(kept).filter { !$0.isIdle }.map { ($0.text, false) }
  }

  /// The reason why the next step cannot be undone or redone now; nil if it can, and without a step.
  package func obstacle(toUndoing: Bool) -> String? {
    guard let step = toUndoing ? done.last : undone.last, !step.isIdle else { return nil }
    if let pending { return pending.step === step ? nil : "save “\(pending.step.text)” first, with .commit" }
    return step.kept != nil && context.hasChanges ? "save the earlier changes first, with .commit" : nil
  }

  /// The triggers that ran when the step that was undone last was saved.
  package var triggersOfUndone: [String] {
    guard let step = undone.last, saved.contains(where: { $0 === step }) else { return [] }
    return step.triggers
  }

  /// Reverts the last step and returns its statement. Returns nil without a step, and if ``obstacle(toUndoing:)`` gives a reason.
  package func undo() -> String? {
    guard let step = done.last else { return nil }
    if step.isIdle {
      // There is nothing to revert.
    } else if let kept = step.kept {
      guard reverse(step, kept, isUndoing: true) else { return nil }
    } else {
      guard pending == nil, context.canUndo else { return nil }
      context.undo()
    }
    done.removeLast()
    undone.append(step)
    return step.text
  }

  /// Repeats the last undone step and returns its statement. Returns nil without an undone step, and if ``obstacle(toUndoing:)`` gives a reason.
  package func redo() -> String? {
    guard let step = undone.last else { return nil }
    if step.isIdle {
      // There is nothing to repeat.
    } else if let kept = step.kept {
      guard reverse(step, kept, isUndoing: false) else { return nil }
    } else {
      guard pending == nil, context.canRedo else { return nil }
      context.redo()
    }
    undone.removeLast()
    done.append(step)
    return step.text
  }

  /// Undoes or redoes a direct change of rows. If it is unsaved, it is dropped. If it is saved, the next save writes the reverse change. Returns
  /// false if an obstacle prevents it.
  private func reverse(_ step: Step, _ kept: KeptChange, isUndoing: Bool) -> Bool {
    if let pending {
      guard pending.step === step else { return false }
      self.pending = nil
    } else {
      if context.hasChanges { return false }
      pending = (step, kept, isUndoing)
    }
    return true
  }

  /// Discards unsaved changes and all steps.
  package func revert() {
    pending = nil
    context.rollback()
    done = []
    undone = []
    saved = []
  }
}

/// A statement that changes many rows directly, without loading their objects.
struct KeptChange {
  let rows: any KeptRows
  /// The statement. If other changes follow before the save, it is run on objects instead.
  let run: ChangeRun

  var entity: String { run.statements[0].entity }
}

extension PredicateIssue {
  fileprivate static func unsavedUndo(_ text: String) -> PredicateIssue {
    .error(
      "unsaved-undo", nil, "“\(text)” was undone, but the undo is not saved yet",
      hint: "write .commit to save the undo, or .redo to make the change again", kind: .unsupported)
  }
}
