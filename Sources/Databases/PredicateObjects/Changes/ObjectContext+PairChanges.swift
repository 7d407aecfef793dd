/// Changes of pairs whose rows are objects, because they have further columns.
extension ObjectContext {
  /// Pairs two objects. If the pair was deleted but is still in the database, its further columns are restored.
  func insertPair(_ object: StoredObject, _ other: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws {
    let (slot, otherSlot) = (rows.slot(ofSource: isSource), rows.slot(ofSource: !isSource))
    let ends = isSource ? (object, other) : (other, object)
    if let deleted = deletedPairRows[PairRowKey(rows, ends.0.key, ends.1.key)], deleted.isDeleted, deleted.isInDatabase,
      deleted.record?.references[slot].isSame(as: .object(object)) == true,
      deleted.record?.references[otherSlot].isSame(as: .object(other)) == true
    {
      return note(.existence(deleted, isDeleted: false))
    }
    let row = try insert(plan.entities[rows.entity])
    try noteReference(of: row, slot, .object(object))
    try noteReference(of: row, otherSlot, .object(other))
  }

  func deletePairs(_ object: StoredObject, _ other: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws {
    for row in try self.rows(pairing: object, other, rows, isSource: isSource) {
      try delete(row)
    }
  }

  /// Records the deletion of a row of a join table, so that the pair finds the row if it is restored.
  func noteDeletedPairRow(_ object: StoredObject) {
    guard object.isInDatabase, let record = object.record else { return }
    for table in plan.pairTables {
      guard let rows = table.rows, rows.entity == object.plan.position,
        let source = record.references[rows.source].key, let destination = record.references[rows.destination].key
      else { continue }
      deletedPairRows[PairRowKey(rows, source, destination)] = object
    }
  }
}
