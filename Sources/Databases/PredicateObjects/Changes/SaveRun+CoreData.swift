import PredicateDatabases
import PredicateModel
import PredicateValues

/// The columns and numbers that a store of Core Data keeps besides the rows and their keys.
extension SaveRun {
  /// The columns with the numbers of the entities that foreign keys refer to, and these numbers.
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
      if let number = target.plan.entity.entityNumber { return (column, .integer(number)) }
      return (column, .integer(try CoreDataKeys(of: target.plan, in: context.storage, records).number))
    }
  }

  /// Writes the other column of relationships that are kept at both ends, and counts that the rows were written.
  func updateMirrors() throws {
    let counted = Set(updated.map(ObjectIdentifier.init))
    for object in deleted + updated + inserted where object.plan.isOfCoreData {
      for (slot, key) in object.plan.foreignKeys.enumerated() {
        guard let column = key.coreData.mirrorColumn else { continue }
        let former = object.committed?.references[slot] ?? .none
        let now = object.isDeleted ? ObjectLink.none : object.record?.references[slot] ?? .none
        if former.isSame(as: now) { continue }
        let plan = context.plan.entities[key.destination]
        let keyColumns = plan.key?.columns ?? []
        /// - Parameter object: The object whose row is written, if the context has it.
        func write(
          _ value: StoredValue, _ key: StoredValue, _ object: StoredObject?,
          where condition: [String: StoredValue] = [:]
        ) throws {
          try records.statement(
            .update(plan.entity.table, set: [column], where: keyColumns + Array(condition.keys)))(
              [value, key] + Array(condition.values))
          if let object, object.isInserted || counted.contains(ObjectIdentifier(object)) { return }
          try records.statement(.count(CoreDataKeys.countColumn, in: plan.entity.table, where: keyColumns))([key])
        }
        let own = StoredValue.integer(object.isDeleted ? object.key : self.key(of: object))
        if let number = former.key, context.objects[plan.root][number]?.isDeleted != true {
          // Another object may have taken the place already.
          try write(.null, .integer(number), context.objects[plan.root][number], where: [column: own])
        }
        switch now {
        case .none: break
        case .key(let number): try write(own, .integer(number), context.objects[plan.root][number])
        case .object(let target): try write(own, .integer(self.key(of: target)), target)
        }
      }
    }
  }
}
