import PredicateModel
import PredicateOutput
import PredicateObjects

/// The changes that statements have made in an object context, and those statements: for saving, undoing, redoing and discarding.
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
  /// The steps that can be redone, the next one last.
  private var undone: [Step] = []
  /// The steps that could be undone at the last save.
  private var saved: [Step] = []

  /// The changes of one call of ``perform(_:_:)``. Two steps may have the same text.
  private final class Step {
    let text: String

    init(_ text: String) { self.text = text }
  }

  package init(_ context: ObjectContext) {
    self.context = context
  }

  package var areUnsaved: Bool { context.hasChanges }

  /// The unsaved changes in words: `3 objects and 2 links`. A link is a row of a table of pairs.
  package var unsavedText: String {
    let counts = [(context.changedObjects.count, EntityNoun("object")), (context.changedPairCount, EntityNoun("link"))]
    return counts.filter { $0.0 > 0 }.map { $1.counted($0) }.joined(separator: " and ")
  }

  /// The temporary keys of new objects, which saving replaces.
  package var temporaryKeys: Set<Int64> {
    Set(context.changedObjects.filter(\.id.isTemporary).map(\.id.reference.key))
  }

  /// Makes the changes of some work one step of undoing; none if it throws.
  func perform(_ text: String, _ work: (ObjectContext) throws -> Void) throws {
    let steps = context.undoStepCount
    try context.group { try work(context) }
    // Changes that cancel each other out are a step of the context, too.
    guard context.undoStepCount > steps else { return }
    done.append(Step(text))
    undone = []
  }

  /// Saves everything. Throws `SaveFailure` with all problems, or the database's error; nothing is saved then.
  package func save() throws {
    try context.save()
    saved = done
  }

  /// Writes a copy of a store of Core Data before its first save; nil for any other database. Returns the path.
  package func copyBeforeSaving() throws -> String? { try context.copyBeforeSaving() }

  /// The other processes that have the file open for writing. Throws if one of them is writing now.
  package func otherWriters() throws -> [String] { try context.otherWriters() }

  /// The title of an object for people; nil if it has no title, or cannot be read.
  package func title(of id: ObjectID) -> String? {
    guard let object = try? context.object(for: id), let attribute = object.entity.titleAttribute,
      case .string(let title)? = try? object.value(of: attribute.name)
    else { return nil }
    return title
  }

  /// The statements whose changes are not saved, in their order. Saved ones that were undone come first, the last one before the others.
  package var unsavedSteps: [(text: String, isUndone: Bool)] {
    let kept = zip(done, saved).prefix { $0 === $1 }.count
    return saved.dropFirst(kept).reversed().map { ($0.text, true) } + done.dropFirst(kept).map { ($0.text, false) }
  }

  /// Reverts the last step, and returns its statement; nil without a step.
  package func undo() -> String? {
    guard context.canUndo, let step = done.popLast() else { return nil }
    context.undo()
    undone.append(step)
    return step.text
  }

  /// Repeats the last undone step, and returns its statement; nil without a step.
  package func redo() -> String? {
    guard context.canRedo, let step = undone.popLast() else { return nil }
    context.redo()
    done.append(step)
    return step.text
  }

  /// Discards unsaved changes and all steps.
  package func revert() {
    context.revert()
    done = []
    undone = []
    saved = []
  }
}
