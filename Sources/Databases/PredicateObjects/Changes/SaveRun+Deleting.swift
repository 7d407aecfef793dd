import PredicateModel

/// Orders deletions and the changes of keys and references.
///
/// Foreign keys are checked at the end of the transaction, but their actions run immediately. The order avoids these actions:
///
/// - A row's reference to another row is removed before the other row is deleted. Otherwise `ON DELETE CASCADE` would delete the first row.
/// - A row that refers to another row gets the new key before the other row has it. Otherwise `ON UPDATE CASCADE` would change it again.
/// - A row is deleted before another row gets its key.
extension SaveRun {
  /// Deletes rows, and writes the references and keys of the other rows.
  ///
  /// Each round deletes the rows that no other row refers to, and then changes the rows whose new keys are free. If no round makes progress, because
  /// rows refer to one another in a circle, the changes are written in any order.
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

  /// Changed objects in the order of writing: objects that refer to an attribute are written before the object whose attribute changes.
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

  /// Those objects among `known` to which the row of an object refers.
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

  /// The objects, with referring objects before the objects that they refer to. Objects that refer to one another in a circle keep their order.
  private func referringFirst(_ objects: [StoredObject]) -> [StoredObject] {
    if objects.count < 2 { return objects }
    let known = Set(objects.map(ObjectIdentifier.init))
    // For each object, how many of the others refer to it.
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
