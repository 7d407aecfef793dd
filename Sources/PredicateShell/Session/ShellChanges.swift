import PredicateStore

/// The changes that statements have made in a session, and the statements that made them.
final class ShellChanges {
  /// The objects with their unsaved changes.
  let context: ObjectContext
  /// The statements that can be undone, oldest first.
  private var done: [String] = []
  /// The statements that can be redone, the next one last.
  private var undone: [String] = []

  /// No changes yet.
  init(_ context: ObjectContext) {
    self.context = context
  }

  /// Whether something is not saved.
  var areUnsaved: Bool { context.hasChanges }

  /// How much has unsaved changes, in words: `3 objects and 2 links`. A link is a pair of objects in a table of its own.
  var unsavedText: String {
    let counts = [(context.changedObjects.count, EntityNoun("object")), (context.changedPairCount, EntityNoun("link"))]
    return counts.filter { $0.0 > 0 }.map { $1.counted($0) }.joined(separator: " and ")
  }

  /// The keys of new objects, which stand for those that saving will give them.
  var temporaryKeys: Set<Int64> {
    Set(context.changedObjects.filter(\.id.isTemporary).map(\.id.reference.key))
  }

  /// Makes the changes of some work one step of undoing; none where it throws.
  func perform(_ text: String, _ work: (ObjectContext) throws -> Void) throws {
    let steps = context.undoStepCount
    try context.group { try work(context) }
    // What cancels out is a step of the context, too.
    guard context.undoStepCount > steps else { return }
    done.append(text)
    undone = []
  }

  /// Takes the last step back, and gives its statement; nil where there is none.
  func undo() -> String? {
    guard context.canUndo, let text = done.popLast() else { return nil }
    context.undo()
    undone.append(text)
    return text
  }

  /// Takes the last undoing back, and gives the statement; nil where there is none.
  func redo() -> String? {
    guard context.canRedo, let text = undone.popLast() else { return nil }
    context.redo()
    done.append(text)
    return text
  }

  /// Drops what was not saved, and what could be undone.
  func revert() {
    context.revert()
    done = []
    undone = []
  }
}
