import PredicateDatabases
import PredicateModel
import PredicateValues

/// Loads rows. Rows are always loaded for many objects together.
extension ObjectContext {
  /// The values of an object. Reads its row if it is not loaded.
  ///
  /// - Throws: ``StoreIssue`` `row-missing` if the row does not exist any more.
  func loadedRecord(of object: StoredObject) throws -> ObjectRecord {
    if let record = object.record { return record }
    if !object.isMissing { try load([object] + batch(of: object)) }
    guard let record = object.record else {
      throw StoreIssue(
        .rowMissing, "the row of \(object.id) cannot be loaded, because it was deleted from the database")
    }
    return record
  }

  /// Reads the row of an object that was not loaded.
  func ensureLoaded(_ object: StoredObject) throws {
    if object.record == nil { _ = try loadedRecord(of: object) }
  }

  /// The objects that were loaded in the same batch as an object, including the object itself.
  private func batch(of object: StoredObject) -> [StoredObject] {
    guard let keys = object.batch?.keys else { return [] }
    return keys.compactMap { objects[object.plan.root][$0] }
  }

  /// Reads the rows of those objects that are not loaded. All objects belong to one hierarchy.
  func load(_ objects: [StoredObject]) throws {
    guard let root = objects.first?.plan.root, let table = plan.tables[root] else { return }
    let missing = objects.filter { $0.record == nil && !$0.isMissing }
    if missing.isEmpty { return }
    let batch = LoadBatch()
    try storage.read { records in
      try records.records(.keys(missing.map(\.key)), in: table) { take($0, root, batch) }
    }
    for object in missing where object.record == nil { object.isMissing = true }
  }

  /// Sets the object of a row to the row's values; see ``take(_:_:_:_:)``.
  @discardableResult
  func take(_ row: StoredRecord, _ entity: Int, _ batch: LoadBatch) -> StoredObject {
    let plan = plan.kinds[entity][row.layout]
    return take(ObjectRecord(row, keyCount: plan.foreignKeys.count), plan, row.key, batch)
  }

  /// Sets the object of a row to the row's values. If the object has unsaved changes, its values do not change.
  @discardableResult
  func take(_ record: ObjectRecord, _ plan: EntityPlan, _ key: Int64, _ batch: LoadBatch) -> StoredObject {
    var known = objects[plan.root][key]
    if let former = known {
      if !former.isInDatabase {
        // The object was deleted and restored in this context. Meanwhile another process has given its key to a new row.
        giveTemporaryKey(to: former)
        known = nil
      } else if former.plan !== plan {
        // Another process has changed the entity of the row.
        former.record = nil
        former.isMissing = true
        known = nil
      }
    }
    guard let object = known else {
      let object = madeAnew(plan, key, record, batch)
      batch.add(object)
      forgetLists(with: object, by: record, areRight: true, beside: nil)
      return object
    }
    object.batch = batch
    batch.add(object)
    object.isMissing = false
    if object.record == nil || !(object.isDeleted || object.isUpdated) {
      let old = object.record
      if object.isTouched { referringChanges = [:] }
      object.record = record
      object.noteCommitted()
      if let old { forgetLists(with: object, by: old, areRight: false, beside: record) }
      forgetLists(with: object, by: record, areRight: true, beside: old)
      if let old { object.noteChangeOfMembers(since: old) }
    }
    return object
  }

  /// The objects of a relationship that are not deleted. They are in the relationship's order, otherwise by key.
  ///
  /// - Throws: ``StoreIssue`` `unreadable`, `row-missing`; a `DatabaseIssue`.
  func objects(of object: StoredObject, _ index: Int) throws -> [StoredObject] {
    let link = object.plan.links[index]
    if case .unusable = link.storage {
      let name = "\(object.plan.entity.name).\(link.relationship.name)"
      throw StoreIssue(
        .unreadable,
        "objects cannot read \(name), because one of its columns refers to two tables or is not an attribute")
    }
    if case .reference(let slot) = link.storage {
      let target = try target(of: object, slot, link.destination)
      return target.map { [$0] } ?? []
    }
    if let (rows, isSource) = pairRows(link) { return try pairedObjects(of: object, rows, isSource: isSource) }
    try ensureListed(index, of: object)
    return (object.lists[index] ?? []).filter { !$0.isDeleted && !$0.isMissing }
  }

  /// Reads the list of a link that was not loaded.
  func ensureListed(_ index: Int, of object: StoredObject) throws {
    if pairRows(object.plan.links[index]) != nil { return }
    if object.lists[index] == nil { try loadLists(index, for: object) }
  }

  /// The object that a foreign key refers to; nil if the foreign key is not set, or if the row does not exist.
  ///
  /// - Parameter destination: The position of its entity.
  func target(of object: StoredObject, _ slot: Int, _ destination: Int) throws -> StoredObject? {
    try ensureLoaded(object)
    let target: StoredObject
    switch object.record?.references[slot] ?? .none {
    case .none: return nil
    case .object(let found): target = found
    case .key(let key):
      let entity = plan.entities[destination]
      if let known = objects[entity.root][key], known.record != nil || known.isMissing {
        target = known
      } else {
        // Prefetches the objects at the foreign keys of all objects that were read together.
        var keys: Set<Int64> = [key]
        for other in batch(of: object) where other.plan.hasForeignKey(slot, of: object.plan) {
          if case .key(let key)? = other.record?.references[slot] { keys.insert(key) }
        }
        let targets = try registered(entity, keys.sorted())
        try load(targets)
        if object.batch == nil { object.batch = LoadBatch() }
        object.batch?.hold(targets)
        target = try registered(entity, key)
      }
    }
    return target.isMissing || target.isDeleted || !target.plan.isKind(of: destination) ? nil : target
  }

  /// Reads the lists of a relationship for an object and for the objects that were loaded together with it.
  private func loadLists(_ index: Int, for object: StoredObject) throws {
    let others = batch(of: object).filter { other in
      // Objects of other entities in the batch are left out, because they have other relationships.
      other !== object && other.record != nil && other.plan.links.indices.contains(index)
        && other.plan.links[index] === object.plan.links[index] && other.lists[index] == nil
    }
    let owners = [object] + others
    var lists: [Int64: [StoredObject]] = [:]
    var ownersByKey: [Int64: StoredObject] = [:]
    for owner in owners {
      lists[owner.key] = []
      ownersByKey[owner.key] = owner
    }
    let link = object.plan.links[index]
    let keys = owners.filter(\.isInDatabase).map(\.key).sorted()
    let batch = LoadBatch()
    let selection: RecordSelection?
    switch link.storage {
    case .referencedBy(let slot):
      selection = .referring(plan.entities[link.destination].foreignKeys[slot].key.reference, among: keys)
    case .pairs(let table, let isSource):
      selection = .pairs(plan.pairTables[table].selection(ofSource: isSource), among: keys)
    case .reference, .unusable: selection = nil
    }
    if let selection, !keys.isEmpty, let table = plan.tables[link.destination] {
      try storage.read { records in
        try records.records(selection, in: table) { row in
          let object = take(row, link.destination, batch)
          if !link.isOrdered {
            lists[row.owner]?.insert(object, by: ListOrder(place: nil))
          } else if let owner = ownersByKey[row.owner] {
            if case .pairs(let table, let isSource) = link.storage {
              pairPlaces[table].take(row.place, of: object, in: owner, isSource: isSource)
            }
            lists[row.owner]?.append(object)
          }
        }
      }
    }
    overlay(&lists, link, owners)
    if link.isOrdered {
      for owner in owners {
        let order = order(of: link, in: owner)
        lists[owner.key]?.sort { order.comes($0, before: $1) }
      }
    }
    for owner in owners { owner.lists[index] = lists[owner.key] }
  }

  /// Applies the unsaved changes of the context to lists from the database. Ordered lists are sorted later.
  private func overlay(_ lists: inout [Int64: [StoredObject]], _ link: LinkPlan, _ owners: [StoredObject]) {
    switch link.storage {
    case .referencedBy(let slot):
      if touched.isEmpty { return }
      for key in lists.keys { lists[key]?.removeAll { $0.isTouched } }
      let referring = changesReferring(by: ForeignKeyPlace(entity: link.destination, slot: slot))
      for owner in owners {
        for object in referring[owner.key] ?? [] { Self.insert(object, into: &lists[owner.key], link) }
      }
    case .pairs(let table, let isSource):
      if pairChanges[table].isEmpty { return }
      for owner in owners {
        for pair in pairChanges[table].pairs(of: owner, isSource: isSource) {
          let member = isSource ? pair.destination : pair.source
          if link.isOrdered || !pair.isPresent { lists[owner.key]?.removeAll { $0 === member } }
          if pair.isPresent { Self.insert(member, into: &lists[owner.key], link) }
        }
      }
    case .reference, .unusable: break
    }
  }

  /// The changed objects of an entity that are not deleted, by the target of a foreign key. New objects are left out as targets, because no row
  /// refers to them yet.
  private func changesReferring(by place: ForeignKeyPlace) -> [Int64: [StoredObject]] {
    if let known = referringChanges[place] { return known }
    var found: [Int64: [StoredObject]] = [:]
    for object in touched where !object.isDeleted && object.plan.isKind(of: place.entity) {
      if let key = object.record?.references[place.slot].key { found[key, default: []].append(object) }
    }
    referringChanges[place] = found
    return found
  }

  /// Inserts an object into a list that does not contain it: at its place by key, or anywhere if the relationship is ordered, because the list is
  /// sorted later.
  private static func insert(_ object: StoredObject, into list: inout [StoredObject]?, _ link: LinkPlan) {
    if link.isOrdered { list?.append(object) } else { list?.insert(object, by: ListOrder(place: nil)) }
  }

  /// Drops the loaded lists that do not agree with the foreign keys of an object.
  ///
  /// - Parameters:
  ///   - areRight: Whether `record` has the object's present keys. Then the lists must contain the object.
  ///   - other: The object's former record if `record` is the present one, otherwise the present record.
  private func forgetLists(
    with object: StoredObject, by record: ObjectRecord, areRight: Bool, beside other: ObjectRecord?
  ) {
    for (slot, link) in record.references.enumerated() {
      guard case .key(let key) = link,
        let owner = objects[plan.entities[object.plan.foreignKeys[slot].destination].root][key]
      else {
        continue
      }
      for (index, plan) in owner.plan.links.enumerated() {
        guard case .referencedBy(slot) = plan.storage, object.plan.isKind(of: plan.destination),
          let list = owner.lists[index]
        else { continue }
        if plan.isOrdered {
          // If the position has changed, the list is still in the former order.
          let isSame = other.map { $0.references[slot].isSame(as: link) && $0.places[slot] == record.places[slot] }
          if isSame != true { forgetList(index, of: owner) }
          continue
        }
        let isRight = areRight || (object.record?.references[slot].isSame(as: link) ?? false)
        if list.has(object, by: ListOrder(place: nil)) != isRight { forgetList(index, of: owner) }
      }
    }
  }

  /// Drops a list after other rows of it have changed.
  private func forgetList(_ index: Int, of owner: StoredObject) {
    owner.lists[index] = nil
    owner.noteChange(ofLink: index)
  }
}
