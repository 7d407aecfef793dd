import PredicateDatabases
import PredicateModel
import PredicateValues

/// One save: the statements of one transaction, and the update of the objects afterwards.
struct SaveRun {
  let context: ObjectContext
  let records: any WritableRecords
  /// The objects whose rows another process has changed, each with its present row, or nil if the row was deleted.
  private(set) var conflicts: [(object: StoredObject, row: ObjectRecord?)] = []
  /// The number of this save. An object whose `keyWalk` equals it has got its key in this save.
  private let walk: Int
  /// Whether attributes determine keys, so that the keys of new objects are not in the order of their creation.
  private(set) var hasGivenKeys = false
  /// The rows whose values may differ from the written ones. They are read again within the transaction.
  private(set) var rowsReadBack: [RowsReadBack] = []
  /// The further columns of deleted pairs.
  var pairRows: [(PairRows, [[StoredValue]])] = []
  /// For entities with new objects, by their positions: the keys and numbers that Core Data's tables need.
  var coreDataKeys: [Int: CoreDataKeys] = [:]

  /// Rows of one entity as read after writing.
  struct RowsReadBack {
    let plan: EntityPlan
    /// The keys that were looked up.
    let keys: [Int64]
    var records: [Int64: ObjectRecord] = [:]
  }

  /// The present keys of rows whose key is not an integer, if this save has written another key.
  private var movedKeys: [ObjectIdentifier: [StoredValue]] = [:]

  /// The updates that wait until no other row has their unique values.
  var waiting: [WaitingUpdate] = []
  /// The objects with a waiting update of key columns. Their rows still have the former keys.
  private var waitingKeys: Set<ObjectIdentifier> = []
  /// The number of rows that got a temporary value.
  var parkedCount: Int64 = 0

  /// The objects whose attributes were written by the same statement as their references.
  private var wholeObjects: Set<ObjectIdentifier> = []

  let inserted: [StoredObject]
  let updated: [StoredObject]
  let deleted: [StoredObject]

  init(_ context: ObjectContext, _ records: any WritableRecords) {
    self.context = context
    self.records = records
    walk = context.nextWalk()
    inserted = context.touched.filter { $0.isInserted }
    updated = context.touched.filter { !$0.isDeleted && $0.isUpdated }
    deleted = context.touched.filter { $0.isDeleted && $0.isInDatabase }
  }

  // MARK: Conflicts

  /// Compares the rows that will be written with the rows that the context read.
  mutating func findConflicts() throws {
    for plan in context.plan.entities {
      guard let table = plan.table() else { continue }
      let objects = (updated + deleted).filter { $0.plan.position == plan.position && $0.committed != nil }
      if objects.isEmpty { continue }
      var rows: [Int64: ObjectRecord] = [:]
      try records.records(.keys(objects.map(\.key).sorted()), in: table) { row in
        rows[row.key] = ObjectRecord(row, keyCount: plan.foreignKeys.count)
      }
      for object in objects {
        guard let committed = object.committed else { continue }
        let row = rows[object.key]
        // If another process deleted a row that this save deletes too, there is no conflict.
        if row == nil, object.isDeleted { continue }
        if let row, !object.hasOtherValues(row, committed) { continue }
        conflicts.append((object, row))
      }
    }
  }

  // MARK: Writing

  /// Writes all changes. Foreign keys are checked when the transaction ends, so rows can be inserted in any order.
  mutating func write() throws {
    try assignKeys()
    try deletePairs()
    try deleteAndUpdateReferences()
    for object in updated { try refusing(object) { try updateAttributes(of: object) } }
    try writeWaitingUpdates()
    var insertions: [RowStatement?] = context.plan.entities.map { _ in nil }
    for object in inserted { try refusing(object) { try insert(object, &insertions) } }
    try insertPairs()
    try updatePairPlaces()
    try updateMirrors()
    try countWrites()
    try readBack()
  }

  /// Reads again the values that the database has set itself: computed columns, defaults, and other rows that triggers and foreign keys have changed.
  private mutating func readBack() throws {
    // If a relationship cannot be used, the context does not know which rows a deletion changes. So all rows are read again.
    let changesOthers =
      context.plan.hasTriggers || deleted.contains { $0.plan.links.contains { $0.storage == .unusable } }
    for plan in context.plan.entities {
      guard let table = plan.table() else { continue }
      let written = (inserted + updated).filter { $0.plan.position == plan.position }
      var keys = Set<Int64>()
      if changesOthers {
        keys.formUnion(
          context.objects[plan.root].values.filter { $0.plan === plan && $0.isInDatabase && !$0.isDeleted }.map(\.key))
      }
      if changesOthers || !plan.givenAttributes.isEmpty
        || written.contains(where: { $0.record?.defaulted.isEmpty == false })
      {
        keys.formUnion(written.map(key(of:)))
      }
      if keys.isEmpty { continue }
      var found = RowsReadBack(plan: plan, keys: keys.sorted())
      try records.records(.keys(found.keys), in: table) { row in
        found.records[row.key] = ObjectRecord(row, keyCount: plan.foreignKeys.count)
      }
      rowsReadBack.append(found)
    }
  }

  /// Assigns new objects the keys after the greatest key of their table. An attribute may determine the key instead. The transaction prevents others
  /// from using these keys.
  private mutating func assignKeys() throws {
    var next: [Int: Int64] = [:]
    var given: [Int: Set<Int64>] = [:]
    for object in inserted where object.isTemporary {
      if let place = object.plan.keyAttribute, case .integer(let key)? = object.record?.values[place] {
        given[object.plan.root, default: []].insert(key)
      }
    }
    hasGivenKeys = !given.isEmpty
    var followers: [StoredObject] = []
    for object in inserted where object.plan.numbers == nil {
      if object.isTemporary, keyOwner(of: object) != nil {
        followers.append(object)
        continue
      }
      // An object whose deletion was saved and undone gets its former key again, unless another row has that key now.
      if !object.isTemporary {
        if try !hasRow(object) {
          assign(object.key, to: object)
          continue
        }
      } else if let place = object.plan.keyAttribute, case .integer(let key)? = object.record?.values[place] {
        assign(key, to: object)
        continue
      }
      let position = object.plan.root
      if object.plan.isOfCoreData, coreDataKeys[position] == nil {
        coreDataKeys[position] = try CoreDataKeys(of: object.plan, in: context.storage, records)
      }
      // A key that the context has assigned once is not assigned again, so that undoing can use it.
      var key =
        try next[position]
        ?? max(
          firstFreeKey(of: object.plan), context.lastKeys[position] + 1,
          (coreDataKeys[position]?.greatest ?? 0) + 1)
      while given[position]?.contains(key) == true { key += 1 }
      assign(key, to: object)
      next[position] = key + 1
    }
    for object in followers {
      var owner = object
      // A chain of such objects is at most as long as the list of new objects.
      for _ in followers { owner = keyOwner(of: owner) ?? owner }
      assign(key(of: owner), to: object)
    }
    try assignNumbers()
    for (position, layout) in coreDataKeys { if let next = next[position] { try layout.note(next - 1, in: records) } }
  }

  /// The new object whose key this new object shares, because its key is a foreign key; nil if the object has its own key.
  private func keyOwner(of object: StoredObject) -> StoredObject? {
    guard let place = object.plan.keyAttribute, object.record?.values[place].isNull == true,
      let slot = object.plan.foreignKeys.firstIndex(where: \.isRowKey),
      case .object(let owner)? = object.record?.references[slot], !owner.isInDatabase
    else { return nil }
    return owner
  }

  private func hasRow(_ object: StoredObject) throws -> Bool {
    guard let table = context.plan.tables[object.plan.position] else { return false }
    return try !records.keys(in: table, where: table.key.columns, equal: table.key.values(of: object.key)).isEmpty
  }

  /// The key after the greatest key of the table. In a table that never reuses a key, the key after the greatest key that it ever had.
  private func firstFreeKey(of plan: EntityPlan) throws -> Int64 {
    let last = try records.greatestKey(plan.keyColumn ?? "", of: plan.entity.table)
    guard last < .max else {
      throw StoreIssue(
        .unchangeable,
        "a new row cannot get a key, because the table “\(plan.entity.table)” already contains the greatest possible key"
      )
    }
    return last + 1
  }

  /// Assigns numbers to keys that are not integers, for new objects and for objects whose key values change.
  private mutating func assignNumbers() throws {
    for object in inserted + updated {
      guard let numbers = object.plan.numbers, let record = object.record else { continue }
      let values = keyValues(of: object, record)
      guard !values.contains(.null) else {
        if object.isInDatabase { continue }
        let names = object.plan.keyAttributes.map { object.plan.entity.attributes[$0].name }.joined(separator: " and ")
        throw SaveFailure(problems: [
          context.problem(
            object, object.plan.keyAttributes.first.map { object.plan.entity.attributes[$0].name }, .missingValue,
            "\(names) must have a value, because it is the primary key of the object")
        ])
      }
      let number = numbers.number(of: values)
      hasGivenKeys = hasGivenKeys || number != object.key
      assign(number, to: object)
    }
  }

  /// The values of a row's key.
  private func keyValues(of object: StoredObject, _ record: ObjectRecord) -> [StoredValue] {
    stored(object, object.plan.keyAttributes, record)
  }

  /// The stored values of attributes after the save, including integer keys.
  func stored(_ object: StoredObject, _ attributes: [Int], _ record: ObjectRecord) -> [StoredValue] {
    attributes.map { index in
      if index == object.plan.keyAttribute { return .integer(key(of: object)) }
      if let slot = object.plan.slots[index] { return storedKey(object.plan, slot, record) }
      if object.plan.linkedAttributes.contains(index), let value = newKeyValue(of: object, index, record) {
        return value
      }
      return object.plan.stored(record, index)
    }
  }

  /// The value of an attribute that repeats a key which this save has assigned; nil for any other attribute.
  private func newKeyValue(of object: StoredObject, _ index: Int, _ record: ObjectRecord) -> StoredValue? {
    for (slot, key) in object.plan.foreignKeys.enumerated() {
      guard let place = key.attributes.firstIndex(of: index), case .object(let target) = record.references[slot],
        !target.isInDatabase, let other = target.record
      else { continue }
      return stored(target, [key.key.attributes[place]], other)[0]
    }
    return nil
  }

  /// The key that the row of an object has in the database now.
  func rowKey(of object: StoredObject) -> [StoredValue] {
    movedKeys[ObjectIdentifier(object)] ?? object.plan.key?.values(of: object.key) ?? []
  }

  private func assign(_ key: Int64, to object: StoredObject) {
    object.assignedKey = key
    object.keyWalk = walk
  }

  /// The key that an object has once it is saved.
  func key(of object: StoredObject) -> Int64 { object.keyWalk == walk ? object.assignedKey : object.key }

  func key(of link: ObjectLink) -> StoredValue {
    switch link {
    case .none: .null
    case .key(let key): .integer(key)
    case .object(let object): .integer(key(of: object))
    }
  }

  /// The value that the column of an integer foreign key stores after the save.
  private func storedKey(_ plan: EntityPlan, _ slot: Int, _ record: ObjectRecord) -> StoredValue {
    record.contents[plan.contentPlace(ofForeignKey: slot)] ?? key(of: record.references[slot])
  }

  /// - Parameter insertions: The statements for rows with all columns, by the positions of their entities.
  private func insert(_ object: StoredObject, _ insertions: inout [RowStatement?]) throws {
    guard let record = object.record else { return }
    let plan = object.plan
    var row: [StoredValue] = []
    row.reserveCapacity(plan.writtenColumns.count + 1)
    if plan.numbers == nil { row.append(.integer(key(of: object))) }
    if record.defaulted.isEmpty, !plan.isOfCoreData {
      if plan.linkedAttributes.isEmpty {
        for place in plan.plainAttributes { row.append(plan.stored(record, place)) }
      } else {
        row += stored(object, plan.plainAttributes, record)
      }
      for slot in plan.directKeys { row.append(storedKey(plan, slot, record)) }
      for slot in plan.orderedKeys { row.append(StoredValue(place: record.places[slot])) }
      if plan.entityColumn != nil { row.append(plan.entity.kindInTable) }
      if insertions[plan.position] == nil {
        insertions[plan.position] = try records.statement(plan.insertion(of: plan.writtenColumns))
      }
      try insertions[plan.position]?(row)
      return
    }
    var attributes = plan.plainAttributes
    var slots = plan.directKeys
    if !record.defaulted.isEmpty {
      attributes.removeAll { record.defaulted.contains($0) && record.values[$0].isNull }
      slots.removeAll { slot in
        if case .none = record.references[slot] {
          record.defaulted.contains(plan.entity.attributes.count + slot)
        } else {
          false
        }
      }
    }
    var columns = attributes.map { plan.entity.attributes[$0].column } + slots.map { plan.foreignKeys[$0].column }
    row += stored(object, attributes, record) + slots.map { storedKey(plan, $0, record) }
    columns += plan.foreignKeys.compactMap(\.orderColumn)
    row += plan.orderedKeys.map { StoredValue(place: record.places[$0]) }
    if let column = plan.entityColumn {
      columns.append(column)
      row.append(plan.entity.kindInTable)
    }
    if plan.isOfCoreData {
      let layout = try coreDataKeys[plan.root] ?? CoreDataKeys(of: plan, in: context.storage, records)
      // In a hierarchy the entity number is already a column of the row.
      if plan.entityColumn == nil {
        columns.append(CoreDataKeys.entityColumn)
        row.append(.integer(layout.number))
      }
      columns.append(CoreDataKeys.countColumn)
      row.append(.integer(1))
      for (column, number) in try entityNumbers(object, record, slots) {
        columns.append(column)
        row.append(number)
      }
    }
    try records.statement(plan.insertion(of: columns))(row)
  }

  /// Writes the references of a row, and the attributes that belong to its key.
  ///
  /// - Parameter isWhole: Whether the other attributes are written in the same statement, if there is something to write. Unique values that include
  ///   a reference are then never written in part. Otherwise the other attributes wait for rows that will be deleted.
  mutating func updateReferences(of object: StoredObject, isWhole: Bool) throws {
    guard let record = object.record, let committed = object.committed else { return }
    let references = object.changedReferences(record, committed)
    let places = object.changedPlaces(record, committed)
    let entities = try entityNumbers(object, record, references)
    let changed = object.changedAttributes(record, committed)
    var attributes = changed.filter(object.plan.isWrittenWithReferences)
    if isWhole, attributes.count < changed.count, !references.isEmpty || !attributes.isEmpty {
      attributes = changed
      wholeObjects.insert(ObjectIdentifier(object))
    }
    try update(
      object,
      references.map { object.plan.foreignKeys[$0].column }
        + places.compactMap { object.plan.foreignKeys[$0].orderColumn } + entities.map(\.column)
        + attributes.map { object.plan.entity.attributes[$0].column },
      references.map { storedKey(object.plan, $0, record) } + places.map { StoredValue(place: record.places[$0]) }
        + entities.map(\.number) + stored(object, attributes, record))
  }

  private mutating func updateAttributes(of object: StoredObject) throws {
    guard let record = object.record, let committed = object.committed else { return }
    let changed = object.changedAttributes(record, committed)
    let attributes =
      wholeObjects.contains(ObjectIdentifier(object))
      ? [] : changed.filter { !object.plan.isWrittenWithReferences($0) }
    try update(
      object, attributes.map { object.plan.entity.attributes[$0].column }, stored(object, attributes, record))
    try updatePairs(of: object, changed, record, committed)
  }

  /// Writes some columns of a row; nothing if there are none. The update waits if another row still has its unique values.
  ///
  /// - Parameter isParked: Whether the row has had a temporary value since an earlier refusal.
  mutating func update(
    _ object: StoredObject, _ columns: [String], _ values: [StoredValue], isParked: Bool = false
  ) throws {
    do {
      try write(object, columns, values)
    } catch let refusal as StorageRefusal where mayWait(object, columns, after: refusal) {
      if object.plan.writesKey(columns) { waitingKeys.insert(ObjectIdentifier(object)) }
      let update = WaitingUpdate(
        object: object, columns: columns, values: values, refusal: refusal, isParked: isParked)
      if isParked { waiting.append(update) } else { try wait(for: update) }
    }
  }

  private mutating func write(_ object: StoredObject, _ columns: [String], _ values: [StoredValue]) throws {
    let former = rowKey(of: object)
    var isWritten = columns.isEmpty
    if !isWritten {
      let change = RowChange.update(object.plan.entity.table, set: columns, where: object.plan.keyColumns)
      let statement = try records.statement(change)
      isWritten = try statement(values + former) > 0
      if !isWritten, let now = newKey(of: object), now != former {
        // The row may already have its new key, because ON UPDATE CASCADE has written it.
        isWritten = try statement(values + now) > 0
      }
    }
    if !waitingKeys.isEmpty, object.plan.writesKey(columns) { waitingKeys.remove(ObjectIdentifier(object)) }
    if let now = newKey(of: object), !waitingKeys.contains(ObjectIdentifier(object)) { note(now, of: object) }
    if isWritten { return }
    // No row was written. That is correct if the row exists, because a trigger may have kept it unchanged.
    guard let table = context.plan.tables[object.plan.position],
      try records.keys(in: table, where: table.key.columns, equal: former).isEmpty
    else { return }
    throw SaveFailure(problems: [
      context.problem(
        object, nil, .refused,
        "the row disappeared during the save: a trigger or a foreign key of the database deleted it or changed its key"
      )
    ])
  }

  /// Records the key that the row of an object has at the moment.
  mutating func note(_ key: [StoredValue], of object: StoredObject) { movedKeys[ObjectIdentifier(object)] = key }

  /// The key of an object's row after its references are written; nil for an integer key.
  private func newKey(of object: StoredObject) -> [StoredValue]? {
    guard object.plan.numbers != nil, let record = object.record else { return nil }
    return keyValues(of: object, record)
  }

  /// The attributes that repeat keys which this save has assigned, with their values.
  func newKeyValues(of object: StoredObject) -> [(index: Int, value: QueryValue)] {
    guard let record = object.record else { return [] }
    return Set(object.plan.foreignKeys.flatMap(\.attributes)).compactMap { index in
      newKeyValue(of: object, index, record).map { (index, object.plan.entity.attributes[index].value(of: $0)) }
    }
  }
}

extension EntityPlan {
  /// The columns of the key. Every entity whose objects can be changed has a key.
  var keyColumns: [String] { key?.columns ?? [] }

  /// Whether an attribute is written together with the row's references, because it belongs to a foreign key or to a key that is not an integer. So a
  /// row never has only a part of a new key.
  func isWrittenWithReferences(_ attribute: Int) -> Bool {
    !linkedAttributes.isEmpty && foreignKeys.contains { $0.attributes.contains(attribute) }
      || keyAttributes.contains(attribute)
  }

  /// The insertion of a row with some columns. An integer key is added to the columns, any other key is among them.
  func insertion(of columns: [String]) -> RowChange {
    .insert(into: entity.table, (keyColumn.map { [$0] } ?? []) + columns)
  }
}

extension StoredValue {
  /// A position as a row stores it.
  init(place: Int64?) { self = place.map { .integer($0) } ?? .null }
}
