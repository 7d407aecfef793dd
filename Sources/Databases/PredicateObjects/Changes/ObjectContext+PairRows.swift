/// Pairs that are objects: the rows of a table of pairs that has an entity, such as the lines of an order, which pair it with products.
///
/// The relationship over the pairs reads and changes these objects. It keeps nothing itself, so that it always agrees with them.
extension ObjectContext {
  /// The entity of a link's pairs; nil if the table of pairs has no entity, and for any other link.
  func pairRows(_ link: LinkPlan) -> (rows: PairTable.Rows, isSource: Bool)? {
    guard case .pairs(let table, let isSource) = link.storage, let rows = plan.pairTables[table].rows else {
      return nil
    }
    return (rows, isSource)
  }

  /// The objects at the other ends of an object's pairs, by key.
  func pairedObjects(of object: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws -> [StoredObject] {
    let table = plan.entities[rows.entity]
    let slot = rows.slot(ofSource: !isSource)
    var found: [StoredObject] = []
    for row in try self.rows(of: object, rows, isSource: isSource) {
      if let other = try target(of: row, slot, table.foreignKeys[slot].destination) {
        found.insert(other, by: ListOrder(place: nil))
      }
    }
    return found
  }

  private func rows(of object: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws -> [StoredObject] {
    let slot = rows.slot(ofSource: isSource)
    let index = object.plan.links.firstIndex { $0.destination == rows.entity && $0.storage == .referencedBy(slot) }
    return try index.map { try objects(of: object, $0) } ?? []
  }

  /// Pairs two objects. A pair that was deleted and is still in the database comes back with its further columns.
  func insertPair(_ object: StoredObject, _ other: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws {
    let (slot, otherSlot) = (rows.slot(ofSource: isSource), rows.slot(ofSource: !isSource))
    let deleted = touched.first { row in
      row.plan.position == rows.entity && row.isDeleted && row.isInDatabase
        && row.record?.references[slot].isSame(as: .object(object)) == true
        && row.record?.references[otherSlot].isSame(as: .object(other)) == true
    }
    if let deleted { return note(.existence(deleted, isDeleted: false)) }
    let row = try insert(plan.entities[rows.entity])
    try noteReference(of: row, slot, .object(object))
    try noteReference(of: row, otherSlot, .object(other))
  }

  func deletePairs(_ object: StoredObject, _ other: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws {
    let slot = rows.slot(ofSource: !isSource)
    for row in try self.rows(of: object, rows, isSource: isSource)
    where row.record?.references[slot].isSame(as: .object(other)) == true {
      try delete(row)
    }
  }
}
