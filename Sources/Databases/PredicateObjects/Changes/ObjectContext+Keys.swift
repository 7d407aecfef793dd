import PredicateDatabases
import PredicateModel
import PredicateValues

/// Foreign keys whose columns are attributes: keys with texts, with several columns, or to tables without row numbers.
///
/// A row stores the values of the attributes. The target of the foreign key is derived from them, so that lists and paths work as with integers.
/// Setting the relationship sets the values, and setting a value finds the object.
extension ObjectContext {
  /// Sets the attributes of a foreign key to the values that refer to an object, or removes the values.
  ///
  /// - Returns: The attributes whose values have changed.
  func noteKeyValues(of object: StoredObject, _ key: EntityPlan.ForeignKey, _ link: ObjectLink) throws -> [Int] {
    let target: StoredObject? =
      switch link {
      case .none: nil
      case .object(let found): found
      case .key(let number): try registered(plan.entities[key.destination], number)
      }
    guard let target else { return emptied(by: key, object).filter { noteValue(.null, of: object, $0) } }
    return try zip(key.attributes, key.key.attributes).compactMap { index, source in
      let stored = try storedValue(of: target, source)
      let value = object.plan.entity.attributes[index].value(of: stored)
      // If the referenced column holds another text for the same value, the foreign key gets that text.
      let isForm = object.plan.forms[index].stored(value).isSame(as: stored)
      return noteValue(value, content: isForm ? nil : stored, of: object, index) ? index : nil
    }
  }

  /// The attributes that become nil if a foreign key refers to nothing: those that are optional and belong to no other key. If there are none, all of
  /// its attributes.
  private func emptied(by key: EntityPlan.ForeignKey, _ object: StoredObject) -> [Int] {
    let free = key.attributes.filter { index in
      object.plan.entity.attributes[index].isOptional && !object.plan.keyAttributes.contains(index)
        && object.plan.foreignKeys.count { $0.attributes.contains(index) } == 1
    }
    return free.isEmpty ? key.attributes : free
  }

  /// Records a value as a change, and what its column holds if that differs from the usual stored value. Returns whether either has changed.
  func noteValue(_ value: QueryValue, content: StoredValue? = nil, of object: StoredObject, _ index: Int) -> Bool {
    guard let record = object.record else { return false }
    let (old, oldContent) = (record.values[index], record.contents[index])
    let isSame = object.plan.forms[index].isSame(old, value)
    // Setting nil is a change if the column holds an unreadable value, which also reads as nil: NULL then replaces it.
    if isSame, content == oldContent || content == nil && !record.isUnreadable(index) { return false }
    guard content != oldContent else {
      note(.value(object, index, from: old, to: value))
      return true
    }
    step {
      note(.content(object, index, from: oldContent, to: content))
      if !isSame { note(.value(object, index, from: old, to: value)) }
    }
    return true
  }

  /// The value that the column of an attribute stores.
  func storedValue(of object: StoredObject, _ index: Int) throws -> StoredValue {
    let record = try loadedRecord(of: object)
    if index == object.plan.keyAttribute, object.isInDatabase { return .integer(object.key) }
    if let slot = object.plan.slots[index] { return record.references[slot].key.map { .integer($0) } ?? .null }
    return object.plan.stored(record, index)
  }

  /// Updates targets after attributes have new values. Other foreign keys with the same columns refer to other objects, and foreign keys that refer
  /// to the object get the new values.
  ///
  /// - Parameter slot: The foreign key that the values come from; nil if they were set directly.
  func followValue(of object: StoredObject, _ indexes: [Int], besides slot: Int?) throws {
    if indexes.isEmpty || !indexes.contains(where: object.plan.linkedAttributes.contains) { return }
    for (other, key) in object.plan.foreignKeys.enumerated()
    where other != slot && key.attributes.contains(where: indexes.contains) {
      try noteLink(of: object, other, link(of: object, key))
    }
    for (index, link) in object.plan.links.enumerated() {
      guard case .referencedBy(let slot) = link.storage else { continue }
      let key = plan.entities[link.destination].foreignKeys[slot]
      guard key.key.attributes.contains(where: indexes.contains) else { continue }
      for other in try objects(of: object, index) {
        try ensureLoaded(other)
        switch object.isInDatabase && other.isInDatabase ? key.updateRule : .follow {
        case .follow: try followValue(of: other, noteKeyValues(of: other, key, .object(object)), besides: slot)
        case .nullify: try noteReference(of: other, slot, .none)
        case .setDefault: try takeDefault(of: other, slot)
        case .deny:
          let columns = key.key.reference.columns.joined(separator: ", ")
          throw StoreIssue(
            .unchangeable,
            "the key of \(object.id) cannot be changed: \(other.id) refers to it by “\(columns)”, whose table has "
              + "ON UPDATE RESTRICT")
        }
      }
    }
  }

  /// The pairs whose table repeats a key that changes, counted by relationship. The database changes them together with the key when it is saved.
  package func pairsOfChangedKeys(
    _ summary: ChangeSummary
  ) throws -> [(entity: String, member: String, count: Int)] {
    var found: [(entity: String, member: String, count: Int)] = []
    var counted: Set<ObjectLinkPlace> = []
    for change in summary.changed where change.other == nil && change.object.isInDatabase {
      let object = change.object
      guard let column = object.entity.attribute(named: change.member)?.column else { continue }
      for (index, link) in object.plan.links.enumerated() {
        guard case .pairs(let table, let isSource) = link.storage, pairRows(link) == nil else { continue }
        let pairs = plan.pairTables[table]
        let key = isSource ? pairs.sourceKey : pairs.destinationKey
        guard key.reference.referenced.contains(where: { $0.isSameSQLName(as: column) }),
          counted.insert(ObjectLinkPlace(object: ObjectIdentifier(object), link: index)).inserted
        else { continue }
        let count = try objects(of: object, index).count
        let (entity, member) = (object.entity.name, link.relationship.name)
        if let place = found.firstIndex(where: {
          $0.entity.hasSameScalars(as: entity) && $0.member.hasSameScalars(as: member)
        }) {
          found[place].count += count
        } else if count > 0 {
          found.append((entity, member, count))
        }
      }
    }
    return found
  }

  /// Gives the columns of a foreign key their defaults. A column without a default becomes nil. Throws a ``StoreIssue`` `unchangeable` if no object has
  /// the default as its key.
  func takeDefault(of object: StoredObject, _ slot: Int) throws {
    let plan = object.plan
    let key = plan.foreignKeys[slot]
    func stored(_ isPlace: (ColumnDefault.Place) -> Bool) throws -> StoredValue {
      try plan.defaults.firstIndex { isPlace($0.place) }.flatMap { try value(of: plan.defaults[$0], at: $0, plan) }
        ?? .null
    }
    if key.isDirect {
      guard case .integer(let number) = try stored({ if case .reference(slot) = $0 { true } else { false } }) else {
        return try noteReference(of: object, slot, .none)
      }
      let target = try registered(self.plan.entities[key.destination], number)
      guard try !target.isDeleted && hasRow(target, key, number) else { throw withoutObject(object, key) }
      return try noteReference(of: object, slot, .object(target))
    }
    let changed = try key.attributes.filter { index in
      let value = plan.entity.attributes[index].value(
        of: try stored { if case .attribute(index) = $0 { true } else { false } })
      return noteValue(value, of: object, index)
    }
    let target = try link(of: object, key)
    if case .none = target, try !key.attributes.contains(where: { try storedValue(of: object, $0) == .null }) {
      throw withoutObject(object, key)
    }
    try noteLink(of: object, slot, target)
    try followValue(of: object, changed, besides: slot)
  }

  /// Whether an object that is not deleted has a row or will get one.
  private func hasRow(_ object: StoredObject, _ key: EntityPlan.ForeignKey, _ number: Int64) throws -> Bool {
    guard !object.isTouched, let table = plan.tables[plan.entities[key.destination].position] else { return true }
    return try !storage.read { try $0.keys(in: table, where: key.key.reference.referenced, equal: [.integer(number)]) }
      .isEmpty
  }

  private func withoutObject(_ object: StoredObject, _ key: EntityPlan.ForeignKey) -> StoreIssue {
    let columns = key.key.reference.columns.joined(separator: ", ")
    return StoreIssue(
      .unchangeable,
      "\(object.id) cannot get the default of “\(columns)” by ON DELETE or ON UPDATE SET DEFAULT: no "
        + "\(plan.entities[key.destination].entity.name) has it as its key")
  }

  /// The target of a foreign key's values: an object of the context, otherwise a row; nothing if there is neither.
  func link(of object: StoredObject, _ key: EntityPlan.ForeignKey) throws -> ObjectLink {
    let values = try key.attributes.map { try storedValue(of: object, $0) }
    if values.contains(.null) { return .none }
    let entity = plan.entities[key.destination]
    func has(_ other: StoredObject) throws -> Bool {
      try !other.isDeleted && key.key.attributes.map { try storedValue(of: other, $0) } == values
    }
    guard let table = plan.tables[entity.position] else { return .none }
    let keys = try storage.read { try $0.keys(in: table, where: key.key.reference.referenced, equal: values) }
    // A found row does not count if its object was deleted or has another key in this context.
    if let found = try registered(entity, keys).first, try !found.isTouched || has(found) { return .object(found) }
    let changed = try touched.first { try $0.plan.isKind(of: entity.position) && has($0) }
    return changed.map { .object($0) } ?? .none
  }
}

/// A relationship of an object.
private struct ObjectLinkPlace: Hashable {
  let object: ObjectIdentifier
  let link: Int
}
