import PredicateDatabases
import PredicateModel
import PredicateValues

/// The rows of tables of pairs.
extension SaveRun {
  mutating func deletePairs() throws {
    for (index, pairs) in context.pairChanges.enumerated() where !pairs.isEmpty {
      let table = context.plan.pairTables[index]
      let deletion = try records.statement(.delete(from: table.table, where: table.keyColumns))
      let reading =
        try table.furtherColumns.isEmpty
        ? nil : records.search(table.furtherColumns, in: table.table, where: table.keyColumns)
      for pair in pairs.all where pair.source.isInDatabase && pair.destination.isInDatabase {
        guard let change = pair.deletion else { continue }
        let keys =
          formerKey(of: pair.source, table.sourceKey) + formerKey(of: pair.destination, table.destinationKey)
        if let reading, let kept = change.rows { pairRows.append((kept, try reading(keys))) }
        try deletion(keys)
      }
    }
  }

  /// Stores the further columns of deleted pairs in the undo steps, so that undoing can restore the pairs.
  func keepPairRows() { for (kept, rows) in pairRows { kept.values = rows } }

  /// Inserts new pairs. Pairs that another process has inserted are skipped.
  func insertPairs() throws {
    for (index, pairs) in context.pairChanges.enumerated() where !pairs.isEmpty {
      let table = context.plan.pairTables[index]
      let columns = table.keyColumns + table.orderColumns
      let search = try records.search(Array(table.keyColumns.prefix(1)), in: table.table, where: table.keyColumns)
      let insertion = try records.statement(.insert(into: table.table, columns))
      let restoration = try records.statement(.insert(into: table.table, columns + table.furtherColumns))
      try pairs.forEach { pair in
        guard let change = pair.insertion, !pair.source.isDeleted, !pair.destination.isDeleted else { return }
        let keys = key(of: pair.source, table.sourceKey) + key(of: pair.destination, table.destinationKey)
        // A new object has no pairs in the database, so no search is needed.
        if pair.source.isInDatabase, pair.destination.isInDatabase, try !search(keys).isEmpty { return }
        let places =
          !table.isOrdered
          ? []
          : [(pair.source, pair.destination, true), (pair.destination, pair.source, false)].filter {
            table.orderColumn(ofSource: $0.2) != nil
          }.map { owner, member, isSource in
            StoredValue(place: context.pairPlaces[index].place(of: member, in: owner, isSource: isSource))
          }
        try refusing(pair.source) {
          if let rows = change.rows?.values, !rows.isEmpty {
            for row in rows { try restoration(keys + places + row) }
          } else {
            try insertion(keys + places)
          }
        }
      }
    }
  }

  /// Writes the positions of pairs whose rows exist.
  func updatePairPlaces() throws {
    for (index, places) in context.pairPlaces.enumerated() where !places.isEmpty {
      let table = context.plan.pairTables[index]
      for isSource in [true, false] {
        guard let column = table.orderColumn(ofSource: isSource) else { continue }
        let update = try records.statement(.update(table.table, set: [column], where: table.keyColumns))
        for change in places.all where change.isSource == isSource {
          if change.owner.isDeleted || change.member.isDeleted { continue }
          let (source, destination) = isSource ? (change.owner, change.member) : (change.member, change.owner)
          try update(
            [StoredValue(place: change.place)] + key(of: source, table.sourceKey)
              + key(of: destination, table.destinationKey))
        }
      }
    }
  }

  /// The values of the columns that refer to an object in the rows of a join table, after the save.
  private func key(of object: StoredObject, _ end: EndKey) -> [StoredValue] {
    guard !end.attributes.isEmpty else { return [.integer(key(of: object))] }
    return object.record.map { stored(object, end.attributes, $0) } ?? []
  }

  /// The values of the columns that refer to an object in the rows of a join table, before the save.
  private func formerKey(of object: StoredObject, _ end: EndKey) -> [StoredValue] {
    guard !end.attributes.isEmpty else { return [.integer(object.key)] }
    return (object.committed ?? object.record).map { stored(object, end.attributes, $0) } ?? []
  }

  /// Writes the new key of an object into the rows of its pairs.
  func updatePairs(
    of object: StoredObject, _ changed: [Int], _ record: ObjectRecord, _ committed: ObjectRecord
  ) throws {
    if !changed.contains(where: object.plan.linkedAttributes.contains) { return }
    for table in context.plan.pairTables {
      for (end, entity) in [(table.sourceKey, table.source), (table.destinationKey, table.destination)]
      where object.plan.isKind(of: entity) && end.attributes.contains(where: changed.contains) {
        let change = RowChange.update(table.table, set: end.reference.columns, where: end.reference.columns)
        try records.statement(change)(
          stored(object, end.attributes, record) + stored(object, end.attributes, committed))
      }
    }
  }
}

/// The columns and numbers that a Core Data store has in addition to the attributes and foreign keys.
extension SaveRun {
  /// The columns with the entity numbers of foreign keys' targets, and these numbers.
  func entityNumbers(
    _ object: StoredObject, _ record: ObjectRecord, _ slots: [Int]
  ) throws -> [(column: String, number: StoredValue)] {
    guard object.plan.isOfCoreData else { return [] }
    return try slots.compactMap { slot in
      let key = object.plan.foreignKeys[slot]
      guard let column = key.coreData.entityColumn else { return nil }
      let target: StoredObject
      switch record.references[slot] {
      case .none: return (column, .null)
      case .object(let found): target = found
      case .key(let number): target = try context.registered(context.plan.entities[key.destination], number)
      }
      return (column, try entityNumber(of: target.plan))
    }
  }

  private func entityNumber(of plan: EntityPlan) throws -> StoredValue {
    if let number = plan.entity.entityNumber { return .integer(number) }
    return .integer(try CoreDataKeys(of: plan, in: context.storage, records).number)
  }

  /// Writes the second foreign key of one-to-one relationships, which Core Data stores at both ends, with the number of the entity.
  func updateMirrors() throws {
    for object in deleted + updated + inserted where object.plan.isOfCoreData {
      for (slot, key) in object.plan.foreignKeys.enumerated() {
        guard let column = key.coreData.mirrorColumn else { continue }
        let former = object.committed?.references[slot] ?? .none
        let now = object.isDeleted ? ObjectLink.none : object.record?.references[slot] ?? .none
        if former.isSame(as: now) { continue }
        let plan = context.plan.entities[key.destination]
        let keyColumns = plan.key?.columns ?? []
        let columns = [column] + [key.coreData.mirrorEntityColumn].compactMap { $0 }
        func write(_ values: [StoredValue], _ key: StoredValue, where condition: [String: StoredValue] = [:]) throws {
          try records.statement(
            .update(plan.entity.table, set: columns, where: keyColumns + Array(condition.keys)))(
              values.prefix(columns.count) + [key] + Array(condition.values))
        }
        let own = StoredValue.integer(object.isDeleted ? object.key : self.key(of: object))
        if let number = former.key, context.objects[plan.root][number]?.isDeleted != true {
          // The condition on the own key is needed, because another object may already have become the target.
          try write([.null, .null], .integer(number), where: [column: own])
        }
        if case .none = now { continue }
        let entity = columns.count > 1 ? try entityNumber(of: object.plan) : .null
        try write([own, entity], self.key(of: now))
      }
    }
  }

  /// Increments the write count (`Z_OPT`) of the rows of all changed objects. If a relationship has an inverse, the old and the new object at its
  /// other end count as changed.
  func countWrites() throws {
    var counted: [Int: Set<Int64>] = [:]
    func note(_ key: Int64, _ root: Int) { counted[root, default: []].insert(key) }
    for object in deleted + updated + inserted where object.plan.isOfCoreData {
      if !object.isDeleted, object.isInDatabase { note(object.key, object.plan.root) }
      for slot in object.plan.directKeys where hasInverse(slot, of: object.plan) {
        let former = object.committed?.references[slot] ?? .none
        let now = object.isDeleted ? ObjectLink.none : object.record?.references[slot] ?? .none
        if former.isSame(as: now) { continue }
        for link in [former, now] {
          guard case .integer(let key) = key(of: link) else { continue }
          note(key, context.plan.entities[object.plan.foreignKeys[slot].destination].root)
        }
      }
    }
    for (index, pairs) in context.pairChanges.enumerated() {
      let table = context.plan.pairTables[index]
      guard context.plan.entities[table.source].isOfCoreData else { continue }
      pairs.forEach { pair in
        for object in [pair.source, pair.destination] { note(key(of: object), object.plan.root) }
      }
    }
    // New rows already have the count 1, and deleted rows have none.
    for object in inserted + deleted { counted[object.plan.root]?.remove(key(of: object)) }
    for (root, keys) in counted.sorted(by: { $0.key < $1.key }) {
      let plan = context.plan.entities[root]
      let count = try records.statement(
        .count(CoreDataKeys.countColumn, in: plan.entity.table, where: plan.keyColumns))
      for key in keys.sorted() { try count([.integer(key)]) }
    }
  }

  /// Whether the destination of a foreign key has an inverse relationship.
  private func hasInverse(_ slot: Int, of plan: EntityPlan) -> Bool {
    context.plan.entities[plan.foreignKeys[slot].destination].links.contains { link in
      link.storage == .referencedBy(slot) && plan.isKind(of: link.destination)
    }
  }
}
