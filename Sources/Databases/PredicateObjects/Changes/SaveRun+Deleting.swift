import PredicateModel

/// The order of deletions, and of the changes that rows refer to each other by.
///
/// Foreign keys are checked at the end of the transaction, but their actions run at once. The order avoids these:
///
/// - A row lets go of another before that one is deleted. `ON DELETE CASCADE` would delete the row otherwise.
/// - A row that refers to another takes its new key before the other has it. `ON UPDATE CASCADE` would give the row another key otherwise.
/// - A row is deleted before another one takes its key.
extension SaveRun {
  /// Deletes rows, and writes the references and keys of the others.
  ///
  /// Each round deletes the rows that no other row refers to, and then changes the rows whose new keys are free. If no round can go on, because rows hold
  /// each other in a circle, the changes are written in any order.
  mutating func deleteAndUpdateReferences() throws {
    var updates = inOrderOfKeys(updated)
    var deletions = referringFirst(deleted)
    let deletedObjects = Set(deleted.map(ObjectIdentifier.init))
    var isStuck = false
    while !updates.isEmpty || !deletions.isEmpty {
      var kept: Set<ObjectIdentifier> = []
      if !deletions.isEmpty { for object in updates { keep(targets(of: object, among: deletedObjects), in: &kept) } }
      var later: [StoredObject] = []
      for object in deletions {
        if kept.contains(ObjectIdentifier(object)) {
          later.append(object)
          keep(targets(of: object, among: deletedObjects), in: &kept)
        } else {
          try refusing(object) {
            try records.statement(.delete(from: object.plan.entity.table, where: object.plan.keyColumns))(
              rowKey(of: object))
          }
        }
      }
      var taken: [Int: Set<Int64>] = [:]
      for object in later where object.plan.numbers != nil {
        taken[object.plan.root, default: []].insert(object.key)
      }
      var blocked: [StoredObject] = []
      for object in updates {
        if !isStuck, taken[object.plan.root]?.contains(key(of: object)) == true {
          blocked.append(object)
        } else {
          try refusing(object) { try updateReferences(of: object, isWhole: later.isEmpty) }
        }
      }
      isStuck = blocked.count == updates.count && later.count == deletions.count
      (updates, deletions) = (blocked, later)
    }
  }

  private func keep(_ objects: [StoredObject], in kept: inout Set<ObjectIdentifier>) {
    for object in objects { kept.insert(ObjectIdentifier(object)) }
  }

  /// Changed objects in the order of writing: if one changes an attribute that others repeat, those that referred to it come before it.
  private func inOrderOfKeys(_ objects: [StoredObject]) -> [StoredObject] {
    let changing = objects.filter { object in
      guard !object.plan.linkedAttributes.isEmpty, let record = object.record, let committed = object.committed else {
        return false
      }
      return object.changedAttributes(record, committed).contains(where: object.plan.linkedAttributes.contains)
    }
    if changing.isEmpty { return objects }
    let known = Set(changing.map(ObjectIdentifier.init))
    return referringFirst(changing) + objects.filter { !known.contains(ObjectIdentifier($0)) }
  }

  /// The objects among some that the row of an object refers to.
  private func targets(of object: StoredObject, among known: Set<ObjectIdentifier>) -> [StoredObject] {
    (object.committed?.references ?? ReferenceList()).enumerated().compactMap { slot, link in
      let target: StoredObject?
      switch link {
      case .none: target = nil
      case .object(let found): target = found
      case .key(let key):
        target = context.objects[context.plan.entities[object.plan.foreignKeys[slot].destination].root][key]
      }
      return target.flatMap { $0 !== object && known.contains(ObjectIdentifier($0)) ? $0 : nil }
    }
  }

  /// Objects whose rows refer to others come before these. Objects that refer to one another in a circle keep their order.
  private func referringFirst(_ objects: [StoredObject]) -> [StoredObject] {
    if objects.count < 2 { return objects }
    let known = Set(objects.map(ObjectIdentifier.init))
    // For each object how many of the others refer to it.
    var referring: [ObjectIdentifier: Int] = [:]
    for object in objects {
      for target in targets(of: object, among: known) { referring[ObjectIdentifier(target), default: 0] += 1 }
    }
    if referring.isEmpty { return objects }
    var ready = Array(objects.filter { referring[ObjectIdentifier($0)] == nil }.reversed())
    var ordered: [StoredObject] = []
    var done: Set<ObjectIdentifier> = []
    while let object = ready.popLast() {
      ordered.append(object)
      done.insert(ObjectIdentifier(object))
      for target in targets(of: object, among: known) {
        referring[ObjectIdentifier(target), default: 0] -= 1
        if referring[ObjectIdentifier(target)] == 0 { ready.append(target) }
      }
    }
    return ordered + objects.filter { !done.contains(ObjectIdentifier($0)) }
  }
}
