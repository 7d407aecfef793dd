/// Undoing and redoing: each step reverts the changes of one call, or of one group of calls.
extension ObjectContext {
  /// How many steps can be undone: nil for any number, 0 for none. The oldest steps are dropped first. Steps keep the objects that they changed.
  ///
  /// A group that fails is reverted in any case.
  public var undoLimit: Int? {
    get { undoLog.limit }
    set {
      undoLog.limit = newValue.map { max($0, 0) }
      if newValue == 0 { redoGroups = [] }
    }
  }

  /// Whether there is something to undo.
  public var canUndo: Bool { undoLog.groupCount > 0 }
  /// The number of steps that can be undone.
  package var undoStepCount: Int { undoLog.groupCount }
  /// Whether there is something to redo.
  public var canRedo: Bool { !redoGroups.isEmpty }

  /// Makes all changes of `body` one step of undoing. If `body` throws or a property could not be set, its changes are reverted and the failure is thrown.
  ///
  ///     try context.group {
  ///       movie.lentToFriend = anna
  ///       movie.lent = true
  ///     }
  public func group<Result>(_ body: () throws -> Result) throws -> Result {
    let isOuter = undoLog.openStart == nil
    return try step {
      let result = try body()
      if isOuter { try throwWriteFailure() }
      return result
    }
  }

  /// A new object of a class with its first values: `try context.insert(Movie.self) { $0.title = "Laura" }`. The insertion and the changes of the body are
  /// one step of undoing.
  ///
  /// - Parameters:
  ///   - type: The class of the object.
  ///   - body: Sets properties of the new object.
  /// - Throws: As ``insert(_:)`` and ``group(_:)``. If the body throws, the object is not inserted.
  @discardableResult
  public func insert<Object: StoredObject>(
    _ type: Object.Type, _ body: (Object) throws -> Void
  ) throws -> Object {
    try group {
      let object = try insert(type)
      try body(object)
      return object
    }
  }

  /// Makes all changes of `body` one step of undoing, and reverts them if `body` throws.
  func step<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard undoLog.openStart != nil else {
      undoLog.open()
      let undone = redoGroups
      let result: Result
      do {
        result = try body()
      } catch {
        closeGroup(keeping: false)
        redoGroups = undone
        throw error
      }
      closeGroup(keeping: true)
      return result
    }
    let outerCount = undoLog.steps.count
    do {
      return try body()
    } catch {
      for change in undoLog.removeSteps(after: outerCount).reversed() { perform(change.inverse) }
      throw error
    }
  }

  /// Adds the changes of `body` to the last step of undoing. Steps to redo stay. If `body` throws, its changes are reverted.
  func addingToLastStep(_ body: () throws -> Void) throws {
    let undone = redoGroups
    let isOuter = undoLog.openStart == nil
    if isOuter { undoLog.reopen() }
    let count = undoLog.steps.count
    defer {
      if isOuter { undoLog.close() }
      redoGroups = undone
    }
    do {
      try body()
    } catch {
      for change in undoLog.removeSteps(after: count).reversed() { perform(change.inverse) }
      throw error
    }
  }

  private func closeGroup(keeping: Bool) {
    if !keeping, let start = undoLog.openStart {
      for change in undoLog.removeSteps(after: start).reversed() { perform(change.inverse) }
    }
    undoLog.close()
  }

  /// Reverts the last step. Does nothing without a step, and inside ``group(_:)``. Changes that were already saved stay in the database until
  /// the next ``save()``.
  public func undo() {
    guard let group = undoLog.popGroup() else { return }
    for change in group.reversed() { perform(change.inverse) }
    redoGroups.append(group)
  }

  /// Repeats the last undone step.
  public func redo() {
    guard undoLog.openStart == nil, let group = redoGroups.popLast() else { return }
    for change in group { perform(change) }
    undoLog.append(group: group)
  }

  /// Performs a change and records it for undoing.
  func note(_ change: ObjectChange) {
    if !redoGroups.isEmpty { redoGroups = [] }
    undoLog.append(change)
    perform(change)
  }

  /// Performs a change. All changes of objects are made by this function.
  private func perform(_ change: ObjectChange) { observing(change) { performUnobserved(change) } }

  private func performUnobserved(_ change: ObjectChange) {
    noteChange()
    switch change {
    case .value(let object, let index, _, let value):
      touch(object)
      object.keepCommitted()
      object.record?.values[index] = value
    case .content(let object, let index, _, let content):
      touch(object)
      object.keepCommitted()
      object.record?.contents[index] = content
    case .reference(let object, let slot, let old, let new):
      touch(object)
      object.keepCommitted()
      // The target is read again, because another process may have changed the foreign key since the step was recorded.
      let current = object.record?.references[slot] ?? old
      object.record?.references[slot] = new
      if !object.isDeleted {
        changeLists(of: current, object, slot) { $0.remove(object, by: $1) }
        changeLists(of: new, object, slot) { $0.insert(object, by: $1) }
      }
    case .place(let object, let slot, _, let place):
      touch(object)
      object.keepCommitted()
      let owner = object.isDeleted ? ObjectLink.none : object.record?.references[slot] ?? .none
      changeLists(of: owner, object, slot) { $0.remove(object, by: $1) }
      object.record?.places[slot] = place
      changeLists(of: owner, object, slot) { $0.insert(object, by: $1) }
    case .pairPlace(let table, let isSource, let owner, let member, _, let place):
      let isListed = hasInPairLists(owner, table, isSource: isSource, member)
      if isListed { changePairLists(of: owner, table, isSource: isSource, member, false) }
      pairPlaces[table].set(place, of: member, in: owner, isSource: isSource)
      if isListed { changePairLists(of: owner, table, isSource: isSource, member, true) }
    case .pair(let table, let pair, let isPresent):
      pairChanges[table].set(pair, isPresent: isPresent)
      changePairLists(of: pair.source, table, isSource: true, pair.destination, isPresent)
      changePairLists(of: pair.destination, table, isSource: false, pair.source, isPresent)
    case .existence(let object, let isDeleted):
      touch(object)
      object.isDeleted = isDeleted
      if isDeleted { noteDeletedPairRow(object) } else { register(object) }
      for (slot, link) in (object.record?.references ?? ReferenceList()).enumerated() {
        changeLists(of: link, object, slot) { list, order in
          if isDeleted { list.remove(object, by: order) } else { list.insert(object, by: order) }
        }
      }
    }
  }

  /// Changes the loaded lists of the object that a foreign key refers to.
  private func changeLists(
    of link: ObjectLink, _ object: StoredObject, _ slot: Int, _ change: (inout [StoredObject], ListOrder) -> Void
  ) {
    guard let target = target(of: link, object, slot) else { return }
    for (index, plan) in target.plan.links.enumerated() {
      guard case .referencedBy(slot) = plan.storage, object.plan.isKind(of: plan.destination) else { continue }
      guard var list = target.lists[index] else { continue }
      // The list is taken out of the object first, because a second reference to it would make each change copy it.
      target.lists[index] = []
      change(&list, order(of: plan, in: target))
      target.lists[index] = list
    }
  }

  /// The object that a foreign key refers to, if it is in the context.
  func target(of link: ObjectLink, _ object: StoredObject, _ slot: Int) -> StoredObject? {
    switch link {
    case .none: nil
    case .object(let found): found
    case .key(let key): objects[plan.entities[object.plan.foreignKeys[slot].destination].root][key]
    }
  }

  /// Changes the loaded lists of one end of a pair.
  private func changePairLists(
    of object: StoredObject, _ table: Int, isSource: Bool, _ other: StoredObject, _ isPresent: Bool
  ) {
    for (index, link) in object.plan.links.enumerated() {
      guard case .pairs(table, let linkIsSource) = link.storage, linkIsSource == isSource,
        var list = object.lists[index]
      else { continue }
      object.lists[index] = []
      if isPresent {
        list.insert(other, by: order(of: link, in: object))
      } else {
        list.remove(other, by: order(of: link, in: object))
      }
      object.lists[index] = list
    }
  }

  /// Whether the loaded lists of one end of a pair contain the other end.
  private func hasInPairLists(
    _ object: StoredObject, _ table: Int, isSource: Bool, _ other: StoredObject
  ) -> Bool {
    object.plan.links.enumerated().contains { index, link in
      guard case .pairs(table, let linkIsSource) = link.storage, linkIsSource == isSource else { return false }
      return object.lists[index]?.has(other, by: order(of: link, in: object)) ?? false
    }
  }
}

extension StoredObject {
  /// Whether the object precedes another one: saved objects are in the order of their keys, and new ones follow in the order of their creation.
  func comes(before other: StoredObject) -> Bool {
    if isTemporary != other.isTemporary { return other.isTemporary }
    guard !isTemporary, let numbers = plan.numbers else { return key < other.key }
    return numbers.comes(key, before: other.key)
  }
}
