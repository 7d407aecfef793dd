import PredicateDatabases
import PredicateModel
import PredicateValues

/// Updates rows that exchange unique values: two names are swapped, or each number becomes the next one.
///
/// SQLite checks uniqueness as soon as a row is written, not when the transaction ends. So a row whose new values another row still has waits until
/// the other updates are written. If needed, the waiting row gets a temporary value (NULL, or a value that no row has), so that it does not block
/// other rows.
extension SaveRun {
  /// An update that a unique constraint has refused.
  struct WaitingUpdate {
    let object: StoredObject
    let columns: [String]
    let values: [StoredValue]
    let refusal: StorageRefusal
    /// Whether the row has a temporary value.
    var isParked = false
  }

  /// Whether an update that was refused may be written later.
  ///
  /// It may not wait if foreign keys of other rows have one of the values that it writes. Those rows are written already, and ON UPDATE would then give
  /// them the temporary value. The row's own foreign keys are no obstacle, because they are checked when the transaction ends.
  func mayWait(_ object: StoredObject, _ columns: [String], after refusal: StorageRefusal) -> Bool {
    let written = (refusal.uniqueColumns ?? []).filter { name in columns.contains { $0.isSameSQLName(as: name) } }
    return !written.isEmpty && !isReferred(written, of: object.plan)
  }

  /// Whether foreign keys of other rows refer to one of the columns.
  private func isReferred(_ columns: [String], of plan: EntityPlan) -> Bool {
    let referred =
      plan.referredAttributes.map { plan.entity.attributes[$0].column }
      + (context.storage.rules(ofTable: plan.entity.table)?.referredColumns ?? [])
    return columns.contains { name in referred.contains { $0.isSameSQLName(as: name) } }
  }

  /// Stores an update to write it later. In a table with triggers the row gets a temporary value only if nothing else helps, because triggers would
  /// see that value.
  mutating func wait(for update: WaitingUpdate) throws {
    var update = update
    if !update.object.plan.hasTriggers { update.isParked = try park(update) }
    waiting.append(update)
  }

  /// Writes the waiting updates. Each round reverses the order of the updates, because a row often waits for the row after it.
  mutating func writeWaitingUpdates() throws {
    while !waiting.isEmpty {
      let updates = waiting
      waiting = []
      for update in updates.reversed() {
        try refusing(update.object) {
          try self.update(update.object, update.columns, update.values, isParked: update.isParked)
        }
      }
      guard waiting.count == updates.count else { continue }
      // In this round no update could be written, because the rows wait for one another in a circle, or for a row that keeps its values. So they get
      // temporary values.
      var isAnyParked = false
      for index in waiting.indices where !waiting[index].isParked {
        waiting[index].isParked = try park(waiting[index])
        isAnyParked = isAnyParked || waiting[index].isParked
      }
      if !isAnyParked, let last = waiting.last { try refusing(last.object) { throw last.refusal } }
    }
  }

  /// Gives a row a temporary value in one of the columns that are not unique. Returns false if the table accepts none.
  private mutating func park(_ update: WaitingUpdate) throws -> Bool {
    let plan = update.object.plan
    let places = update.columns.indices.filter { place in
      update.refusal.uniqueColumns?.contains { $0.isSameSQLName(as: update.columns[place]) } == true
    }
    // A column of the row's own foreign keys is the last choice, because the rows that it refers to may change in the same save.
    let linked = plan.foreignKeys.flatMap(\.attributes).map { plan.entity.attributes[$0].column }
    guard
      let place = places.first(where: { place in !linked.contains { $0.isSameSQLName(as: update.columns[place]) } })
        ?? places.first
    else { return false }
    let column = update.columns[place]
    let former = rowKey(of: update.object)
    let keyPlace = plan.numbers == nil ? nil : plan.keyColumns.firstIndex { $0.isSameSQLName(as: column) }
    let statement = try records.statement(.update(plan.entity.table, set: [column], where: plan.keyColumns))
    parkedCount += 1
    // NULL is only tried for a column outside of the key, because a row with NULL in its key cannot be found again.
    for value in (keyPlace == nil ? [.null] : []) + update.values[place].unusual(parkedCount) {
      do {
        guard try statement([value] + former) > 0 else { return false }
      } catch is StorageRefusal {
        continue
      }
      if let keyPlace {
        var key = former
        key[keyPlace] = value
        note(key, of: update.object)
      }
      return true
    }
    return false
  }

  /// Runs a write of an object's row. If a constraint of the database refuses it, throws an error with the object.
  func refusing(_ object: StoredObject, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refusal as StorageRefusal {
      let message = "the database refuses it: \(refusal.message)"
      let missing = object.plan.entity.attribute(without: refusal)
      throw SaveFailure(problems: [
        try problem(object, refusal) ?? context.problem(object, missing, .refused, message)
      ])
    }
  }

  /// The problem that another row has the same value; nil if the refusal has another reason.
  private func problem(_ object: StoredObject, _ refusal: StorageRefusal) throws -> ObjectProblem? {
    guard let unique = refusal.uniqueColumns else { return nil }
    let plan = object.plan
    let attributes = plan.entity.attributes
    let places = unique.compactMap { name in attributes.firstIndex { $0.column.isSameSQLName(as: name) } }
    guard let record = object.record, !places.isEmpty, places.count == unique.count else {
      return context.problem(object, nil, .notUnique, refusal.message)
    }
    let names = places.map { attributes[$0].name }
    let list = names.joined(separator: " and ")
    var owner = "another object"
    var property = names.first
    let isOfNewObject = inserted.contains { other in
      guard other !== object, other.plan.root == plan.root, let values = other.record else { return false }
      return stored(other, places, values) == stored(object, places, record)
    }
    // The key of a new object is not shown, because the save that assigned it is rolled back.
    if isOfNewObject {
      owner = "another new \(plan.entity.name)"
    } else if plan.line.count == 1, let table = context.plan.tables[plan.position] {
      let keys = try records.keys(in: table, where: unique, equal: stored(object, places, record))
      if let key = keys.first(where: { !object.isInDatabase || $0 != object.key }) {
        owner = "\(id(of: key, plan))"
        let other = updated.first { $0.plan.root == plan.root && $0.key == key }
        if let committed = object.committed {
          let changed = object.changedAttributes(record, committed)
          property = places.first { changed.contains($0) }.map { attributes[$0].name } ?? property
        }
        if let other, let values = other.record, stored(other, places, values) != stored(object, places, record) {
          return context.problem(
            object, property, .notUnique,
            "the value of \(list) must be unique, but \(owner) has it until the save ends. Foreign keys refer to the value, so save two times, with an unused value in the first save"
          )
        }
      }
    }
    return context.problem(object, property, .notUnique, "\(owner) has the same \(list)")
  }

  /// The identity of a saved row, with the values of a key that is not an integer.
  private func id(of key: Int64, _ plan: EntityPlan) -> ObjectID {
    let reference = ObjectReference(entity: plan.entity.referenceName, key: key)
    guard let found = plan.key, found.numbers != nil else { return ObjectID(reference) }
    return ObjectID(
      reference, isTemporary: false, entity: plan.entity.name,
      key: ObjectID.Values(values: found.values(of: key), areIdentity: true))
  }
}

extension EntityPlan {
  /// Whether some columns belong to a key that is not an integer.
  func writesKey(_ columns: [String]) -> Bool {
    numbers != nil && columns.contains { column in keyColumns.contains { $0.isSameSQLName(as: column) } }
  }
}

extension StoredValue {
  /// Values that are unlikely to occur in a table. They have the same type as this value.
  fileprivate func unusual(_ number: Int64) -> [StoredValue] {
    switch self {
    case .null: []
    case .integer: [.integer(.min + number), .integer(.max - number)]
    case .real: [.real(-1e300 - Double(number) * 1e290), .real(1e300 + Double(number) * 1e290)]
    case .text: [.text("\u{FFFD}\(number)")]
    case .blob: [.blob([0xFF, 0xFD] + Array("\(number)".utf8))]
    }
  }
}

extension Entity {
  /// The attribute whose column must not be NULL, and for which a refused row had no value; nil for a refusal of another kind.
  func attribute(without refusal: StorageRefusal) -> String? {
    guard let (name, column) = refusal.missing, name.isSameSQLName(as: table) else { return nil }
    return attributes.first { $0.column.isSameSQLName(as: column) }?.name
  }
}
