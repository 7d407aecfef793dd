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

  /// Passes the further columns of deleted pairs to the undo steps that can restore the pairs.
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
        // The search is skipped for a new object, which has no pairs yet.
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

  /// The values that the rows of a join table hold for an object after the save.
  private func key(of object: StoredObject, _ end: EndKey) -> [StoredValue] {
    guard !end.attributes.isEmpty else { return [.integer(key(of: object))] }
    return object.record.map { stored(object, end.attributes, $0) } ?? []
  }

  /// The values that the rows of a join table hold for an object before the save.
  private func formerKey(of object: StoredObject, _ end: EndKey) -> [StoredValue] {
    guard !end.attributes.isEmpty else { return [.integer(object.key)] }
    return (object.committed ?? object.record).map { stored(object, end.attributes, $0) } ?? []
  }

  /// Gives the pairs of an object the new values of its key.
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
