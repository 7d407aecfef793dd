/// Pairs that are objects: the rows of a join table that is also an entity. For example, the lines of an order pair orders with products.
///
/// The relationship over the pairs reads and changes these objects. It stores nothing itself, so it always agrees with them.
extension ObjectContext {
  /// The entity whose objects are the pairs of a link; nil if the table of pairs has no entity, and for a link without such a table.
  func pairRows(_ link: LinkPlan) -> (rows: PairTable.Rows, isSource: Bool)? {
    guard case .pairs(let table, let isSource) = link.storage, let rows = plan.pairTables[table].rows else {
      return nil
    }
    return (rows, isSource)
  }

  /// The objects at the other ends of an object's pairs, by key. Each appears once.
  func pairedObjects(of object: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws -> [StoredObject] {
    let table = plan.entities[rows.entity]
    let slot = rows.slot(ofSource: !isSource)
    var seen: Set<ObjectIdentifier> = []
    var found: [StoredObject] = []
    for row in try self.rows(of: object, rows, isSource: isSource) {
      if let other = try target(of: row, slot, table.foreignKeys[slot].destination),
        seen.insert(ObjectIdentifier(other)).inserted
      {
        found.append(other)
      }
    }
    let order = ListOrder(place: nil)
    found.sort { order.comes($0, before: $1) }
    return found
  }

  func arePaired(_ object: StoredObject, _ other: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws -> Bool {
    try !self.rows(pairing: object, other, rows, isSource: isSource).isEmpty
  }

  /// The rows that pair two objects. If the object's own list is long, the other object's list is searched: a film has many actors, and most actors
  /// have few films.
  func rows(
    pairing object: StoredObject, _ other: StoredObject, _ rows: PairTable.Rows, isSource: Bool
  ) throws -> [StoredObject] {
    if let index = listIndex(of: object, rows, isSource: isSource) {
      try ensureListed(index, of: object)
      if object.lists[index]?.count ?? 0 > Self.shortList {
        return try self.rows(of: other, rows, isSource: !isSource).filter {
          $0.record?.references[rows.slot(ofSource: isSource)].isSame(as: .object(object)) == true
        }
      }
    }
    return try self.rows(of: object, rows, isSource: isSource).filter {
      $0.record?.references[rows.slot(ofSource: !isSource)].isSame(as: .object(other)) == true
    }
  }

  /// The length up to which an object's own list is searched, without comparing it with the other object's list.
  private static let shortList = 16

  /// The index of the relationship that lists the rows of an object's pairs.
  private func listIndex(of object: StoredObject, _ rows: PairTable.Rows, isSource: Bool) -> Int? {
    let slot = rows.slot(ofSource: isSource)
    return object.plan.links.firstIndex { $0.destination == rows.entity && $0.storage == .referencedBy(slot) }
  }

  private func rows(of object: StoredObject, _ rows: PairTable.Rows, isSource: Bool) throws -> [StoredObject] {
    try listIndex(of: object, rows, isSource: isSource).map { try objects(of: object, $0) } ?? []
  }
}
