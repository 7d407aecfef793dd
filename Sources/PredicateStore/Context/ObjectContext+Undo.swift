/// Undoing and redoing: each step back takes back what one call, or one group of calls, changed.
extension ObjectContext {
  /// Whether there is something to undo.
  public var canUndo: Bool { !undoGroups.isEmpty }
  /// The number of steps that can be undone.
  package var undoStepCount: Int { undoGroups.count }
  /// Whether there is something to redo.
  public var canRedo: Bool { !redoGroups.isEmpty }

  /// Makes all changes of `body` one step of undoing. Where it throws, and where a property could not be set, its changes are taken back and
  /// the failure is thrown.
  ///
  ///     try context.group {
  ///       movie.lentToFriend = anna
  ///       movie.lent = true
  ///     }
  public func group<Result>(_ body: () throws -> Result) throws -> Result {
    guard let outerCount = openGroup?.count else {
      openGroup = []
      let undone = redoGroups
      let result: Result
      do {
        result = try body()
        try throwWriteFailure()
      } catch {
        closeGroup(keeping: false)
        redoGroups = undone
        throw error
      }
      closeGroup(keeping: true)
      return result
    }
    do {
      return try body()
    } catch {
      for change in (openGroup ?? []).dropFirst(outerCount).reversed() { perform(change.inverse) }
      openGroup?.removeSubrange(outerCount...)
      throw error
    }
  }

  private func closeGroup(keeping: Bool) {
    let changes = openGroup ?? []
    openGroup = nil
    if keeping {
      if !changes.isEmpty { undoGroups.append(changes) }
    } else {
      for change in changes.reversed() { perform(change.inverse) }
    }
  }

  /// Takes the last step back; nothing happens where there is none, and within ``group(_:)``. What was saved meanwhile stays saved until
  /// the next ``save()``.
  public func undo() {
    guard openGroup == nil, let group = undoGroups.popLast() else { return }
    for change in group.reversed() { perform(change.inverse) }
    redoGroups.append(group)
  }

  /// Takes the last undoing back.
  public func redo() {
    guard openGroup == nil, let group = redoGroups.popLast() else { return }
    for change in group { perform(change) }
    undoGroups.append(group)
  }

  /// Performs a step and keeps it for undoing.
  func note(_ change: ObjectChange) {
    redoGroups = []
    if openGroup != nil { openGroup?.append(change) } else { undoGroups.append([change]) }
    perform(change)
  }

  /// Performs a step: the one place where objects change.
  private func perform(_ change: ObjectChange) {
    switch change {
    case .value(let object, let index, _, let value):
      touch(object)
      object.record?.values[index] = value
    case .reference(let object, let slot, let old, let new):
      touch(object)
      // Another process may have changed the key since the step was noted.
      let current = object.record?.references[slot] ?? old
      object.record?.references[slot] = new
      if !object.isDeleted {
        changeLists(of: current, object, slot) { $0.removeByKey(object) }
        changeLists(of: new, object, slot) { $0.insertByKey(object) }
      }
    case .pair(let table, let pair, let isPresent):
      pairChanges[table].set(pair, isPresent: isPresent)
      changePairLists(of: pair.source, table, isSource: true, pair.destination, isPresent)
      changePairLists(of: pair.destination, table, isSource: false, pair.source, isPresent)
    case .existence(let object, let isDeleted):
      touch(object)
      object.isDeleted = isDeleted
      if !isDeleted { register(object) }
      for (slot, link) in (object.record?.references ?? []).enumerated() {
        changeLists(of: link, object, slot) { list in
          if isDeleted { list.removeByKey(object) } else { list.insertByKey(object) }
        }
      }
    }
  }

  /// Changes the loaded lists of the object that a foreign key refers to.
  private func changeLists(
    of link: ObjectLink, _ object: StoredObject, _ slot: Int, _ change: (inout [StoredObject]) -> Void
  ) {
    let target: StoredObject?
    switch link {
    case .none: target = nil
    case .object(let found): target = found
    case .key(let key): target = objects[object.plan.foreignKeys[slot].destination][key]
    }
    guard let target else { return }
    for (index, plan) in target.plan.links.enumerated() {
      guard case .referencedBy(slot) = plan.storage, plan.destination == object.plan.position else { continue }
      guard var list = target.lists[index] else { continue }
      // A second reference would make the change copy the list.
      target.lists[index] = []
      change(&list)
      target.lists[index] = list
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
        list.insertByKey(other)
      } else {
        list.removeByKey(other)
      }
      object.lists[index] = list
    }
  }
}

extension [StoredObject] {
  /// Whether an object stands among others that stand in the order of their keys.
  func hasByKey(_ object: StoredObject) -> Bool {
    let place = placeByKey(object)
    return place < count && self[place] === object
  }

  /// Puts an object among others that stand in the order of their keys, new ones behind; nothing happens where it stands there.
  mutating func insertByKey(_ object: StoredObject) {
    let place = placeByKey(object)
    if place < count, self[place] === object { return }
    insert(object, at: place)
  }

  /// Takes an object out. Where its key has changed since it came in, it is looked for everywhere.
  mutating func removeByKey(_ object: StoredObject) {
    let place = placeByKey(object)
    if place < count, self[place] === object {
      remove(at: place)
    } else {
      removeAll { $0 === object }
    }
  }

  /// Where an object stands, or would stand.
  private func placeByKey(_ object: StoredObject) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].comes(before: object) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension StoredObject {
  /// Whether the object stands before another one: saved ones by key, then new ones in the order in which they were made.
  func comes(before other: StoredObject) -> Bool {
    isTemporary == other.isTemporary ? key < other.key : other.isTemporary
  }
}
