import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues

/// One save: the statements of one transaction, and what they make of the objects when it is done.
struct SaveRun {
  private let context: ObjectContext
  private let database: Database
  /// The objects whose rows another process changed, and what the rows hold now; nil for a row that is gone.
  private(set) var conflicts: [(object: StoredObject, row: ObjectRecord?)] = []
  /// The keys of new objects.
  private(set) var keys: [ObjectIdentifier: Int64] = [:]
  /// Whether attributes gave keys, so that new objects do not come by the order in which they were made.
  private(set) var hasGivenKeys = false

  private let inserted: [StoredObject]
  private let updated: [StoredObject]
  private let deleted: [StoredObject]

  init(_ context: ObjectContext, _ database: Database) {
    self.context = context
    self.database = database
    inserted = context.touched.filter(\.isInserted)
    updated = context.touched.filter { !$0.isDeleted && $0.isUpdated }
    deleted = context.touched.filter { $0.isDeleted && $0.isInDatabase }
  }

  // MARK: Conflicts

  /// Compares the rows that are written with what the context read.
  mutating func findConflicts() throws {
    for plan in context.plan.entities {
      guard let key = plan.keyColumn else { continue }
      let objects = (updated + deleted).filter { $0.plan.position == plan.position && $0.committed != nil }
      if objects.isEmpty { continue }
      var rows: [Int64: ObjectRecord] = [:]
      try plan.read(.column(key, among: objects.map(\.key).sorted()), in: database) { key, record, _ in
        rows[key] = record
      }
      for object in objects {
        guard let committed = object.committed else { continue }
        let row = rows[object.key]
        // Somebody else deleted what is deleted here: nothing contradicts.
        if row == nil, object.isDeleted { continue }
        if let row, object.changedAttributes(row, committed).isEmpty, object.changedReferences(row, committed).isEmpty {
          continue
        }
        conflicts.append((object, row))
      }
    }
  }

  // MARK: Writing

  /// Writes everything. Foreign keys are checked when the transaction ends, so that the order of the rows does not matter.
  mutating func write() throws {
    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
    try assignKeys()
    try deletePairs()
    let writers = context.plan.entities.map { RowWriter($0, database) }
    // Rows let go of others before these are deleted; then deleted rows make room for unique values.
    for object in updated { try refusing(object) { try updateReferences(of: object, writers[object.plan.position]) } }
    for object in inDeletionOrder() { try refusing(object) { try writers[object.plan.position].delete(object.key) } }
    for object in updated { try refusing(object) { try updateAttributes(of: object, writers[object.plan.position]) } }
    for object in inserted { try refusing(object) { try insert(object, writers[object.plan.position]) } }
    try insertPairs()
  }

  /// The deleted objects, those that refer to others first: a table may forbid at once that a row is deleted which another refers to. Among
  /// objects that refer to one another in a circle the order stays as it is.
  private func inDeletionOrder() -> [StoredObject] {
    let known = Set(deleted.map(ObjectIdentifier.init))
    // For each object how many of the others refer to it.
    var referring: [ObjectIdentifier: Int] = [:]
    func targets(of object: StoredObject) -> [StoredObject] {
      (object.committed?.references ?? []).enumerated().compactMap { slot, link in
        let target: StoredObject?
        switch link {
        case .none: target = nil
        case .object(let found): target = found
        case .key(let key): target = context.objects[object.plan.foreignKeys[slot].destination][key]
        }
        return target.flatMap { $0 !== object && known.contains(ObjectIdentifier($0)) ? $0 : nil }
      }
    }
    for object in deleted { for target in targets(of: object) { referring[ObjectIdentifier(target), default: 0] += 1 } }
    var ready = Array(deleted.filter { referring[ObjectIdentifier($0)] == nil }.reversed())
    var ordered: [StoredObject] = []
    var done: Set<ObjectIdentifier> = []
    while let object = ready.popLast() {
      ordered.append(object)
      done.insert(ObjectIdentifier(object))
      for target in targets(of: object) {
        referring[ObjectIdentifier(target), default: 0] -= 1
        if referring[ObjectIdentifier(target)] == 0 { ready.append(target) }
      }
    }
    return ordered + deleted.filter { !done.contains(ObjectIdentifier($0)) }
  }

  /// Gives new objects the keys behind the greatest of their tables; an attribute may give the key instead. The transaction keeps others
  /// from taking them.
  private mutating func assignKeys() throws {
    var next: [Int: Int64] = [:]
    var given: [Int: Set<Int64>] = [:]
    for object in inserted where object.isTemporary {
      if let place = object.plan.keyAttribute, case .integer(let key)? = object.record?.values[place] {
        given[object.plan.position, default: []].insert(key)
      }
    }
    hasGivenKeys = !given.isEmpty
    for object in inserted {
      // An object that was deleted, saved and undone comes back with its old key, unless another row has it by now.
      if !object.isTemporary {
        if try !object.plan.hasRow(object.key, in: database) {
          keys[ObjectIdentifier(object)] = object.key
          continue
        }
      } else if let place = object.plan.keyAttribute, case .integer(let key)? = object.record?.values[place] {
        keys[ObjectIdentifier(object)] = key
        continue
      }
      let position = object.plan.position
      // A key that the context gave is not given to another object, so that undoing finds it free.
      var key = try next[position] ?? max(object.plan.firstFreeKey(in: database), context.lastKeys[position] + 1)
      while given[position]?.contains(key) == true { key += 1 }
      keys[ObjectIdentifier(object)] = key
      next[position] = key + 1
    }
  }

  private func key(of object: StoredObject) -> Int64 { keys[ObjectIdentifier(object)] ?? object.key }

  private func key(of link: ObjectLink) -> StoredValue {
    switch link {
    case .none: .null
    case .key(let key): .integer(key)
    case .object(let object): .integer(key(of: object))
    }
  }

  private func insert(_ object: StoredObject, _ writer: RowWriter) throws {
    guard let record = object.record else { return }
    let attributes = object.plan.plainAttributes
    try writer.insert(
      key(of: object), attributes, object.plan.stored(record, attributes), record.references.map(key(of:)))
  }

  private func updateReferences(of object: StoredObject, _ writer: RowWriter) throws {
    guard let record = object.record, let committed = object.committed else { return }
    let references = object.changedReferences(record, committed)
    try writer.update(
      object.key, references.map { object.plan.foreignKeys[$0].column },
      references.map { key(of: record.references[$0]) })
  }

  private func updateAttributes(of object: StoredObject, _ writer: RowWriter) throws {
    guard let record = object.record, let committed = object.committed else { return }
    let attributes = object.changedAttributes(record, committed)
    try writer.update(
      object.key, attributes.map { object.plan.entity.attributes[$0].column }, object.plan.stored(record, attributes))
  }

  private func deletePairs() throws {
    for (index, pairs) in context.pairChanges.enumerated() {
      let table = context.plan.pairTables[index]
      for pair in pairs.all where !pair.isPresent && pair.source.isInDatabase && pair.destination.isInDatabase {
        try RawStatement(
          database,
          "DELETE FROM \(table.table.quotedIdentifier) WHERE \(table.sourceColumn.quotedIdentifier) = ? "
            + "AND \(table.destinationColumn.quotedIdentifier) = ?"
        ).run(.integer(pair.source.key), .integer(pair.destination.key))
      }
    }
  }

  /// Pairs that another process wrote meanwhile are there already.
  private func insertPairs() throws {
    for (index, pairs) in context.pairChanges.enumerated() where !pairs.isEmpty {
      let table = context.plan.pairTables[index]
      let (source, destination) = (table.sourceColumn.quotedIdentifier, table.destinationColumn.quotedIdentifier)
      let statement = try RawStatement(
        database,
        """
        INSERT INTO \(table.table.quotedIdentifier) (\(source), \(destination)) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM \(table.table.quotedIdentifier) WHERE \(source) = ?1 AND \(destination) = ?2)
        """)
      for pair in pairs.all where pair.isPresent && !pair.source.isDeleted && !pair.destination.isDeleted {
        try refusing(pair.source) {
          try statement.run(.integer(key(of: pair.source)), .integer(key(of: pair.destination)))
        }
      }
    }
  }

  /// Tells which object a constraint of the database refused.
  private func refusing(_ object: StoredObject, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      let message = "the database refuses it: \(error.message ?? "a constraint failed")"
      throw SaveFailure(problems: [context.problem(object, nil, .refused, message)])
    }
  }
}
