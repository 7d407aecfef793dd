import PredicateDatabases
import PredicateModel
import PredicateValues

/// Saving, and reverting unsaved changes.
extension ObjectContext {
  /// Writes all changes in one transaction, or none.
  ///
  ///     do { try context.save() } catch let failure as SaveFailure { print(failure) }
  ///     // Movie[3]: title has no value
  ///     // Friend[2]: it cannot be deleted, because lentMovies still has Movie[7]
  ///
  /// New objects get their keys, and ``StoredObject/id`` becomes permanent.
  ///
  /// - Throws: ``SaveFailure`` with all problems, ``StoreIssue`` `read-only`, a `DatabaseIssue`, or an error of a hook. If setting a property has
  ///   failed since the last save, the first such failure is thrown. The changes stay in the context.
  public func save() throws {
    try throwWriteFailure()
    guard hasChanges else {
      forgetTouched()
      return forgetFailures()
    }
    guard isWritable else {
      throw StoreIssue(.readOnly, "“\(database.name)” was opened for reading only")
    }
    try refreshStore()
    try runHooksBeforeSaving()
    try saveChanges()
  }

  private func runHooksBeforeSaving() throws {
    try addingToLastStep {
      var index = 0
      // The loop uses indexes, because an object that a hook changes is appended to the list.
      while index < touched.count {
        let object = touched[index]
        index += 1
        if !object.isDeleted, object.hasChanges { try object.willSave() }
      }
    }
    try throwWriteFailure()
  }

  private func saveChanges() throws {
    let found = try problems()
    if !found.isEmpty { throw SaveFailure(problems: found) }
    var run: SaveRun?
    do {
      try writeStore { records in
        var saving = SaveRun(self, records)
        try saving.findConflicts()
        if saving.conflicts.isEmpty { try saving.write() }
        run = saving
        return saving.conflicts.isEmpty
      }
    } catch let refusal as StorageRefusal {
      let dangling = try danglingReferences()
      if !dangling.isEmpty { throw SaveFailure(problems: dangling) }
      let concerned = changedObjects + pairChanges.flatMap { $0.all.map(\.source) }
      throw SaveFailure(
        problems: concerned.prefix(1).map {
          problem($0, nil, .refused, "the database refuses the changes: \(refusal.message)")
        })
    }
    guard let run else { return }
    if run.conflicts.isEmpty { return finish(run) }
    try resolve(run.conflicts)
    // The objects are compared with their rows again, because another process may have made the same changes.
    guard hasChanges else {
      forgetTouched()
      return forgetFailures()
    }
    try refreshStore()
    try saveChanges()
  }

  /// Runs one transaction. If the context writes a whole file, it is written before the transaction commits.
  ///
  /// - Parameter body: Returns whether it changed rows.
  func writeStore(_ body: (any WritableRecords) throws -> Bool) throws {
    func write(_ lock: StoreFile.Lock?) throws {
      var version: WholeStore.Version?
      try storage.write { records in
        if try body(records), let lock { version = try store?.write(records, lock) }
      }
      if let version { store?.note(version) }
    }
    if let store { try store.whileLocked(database, write) } else { try write(nil) }
    CommitSignal.announce(commitOf: self)
  }

  /// Writes a copy of a Core Data store next to its file before the first save. Returns the path of the copy. Nil for any other database, for one in
  /// memory, if there is a copy already, and if saving would report a problem.
  package func copyBeforeSaving() throws -> String? {
    guard !hasCopy, database.isCoreDataStore, try problems().isEmpty else { return nil }
    let copy = try database.copied()
    hasCopy = true
    return copy
  }

  /// The other processes that have the database's file open for writing; empty if the system does not show them. Throws a `DatabaseIssue` if one of
  /// them is writing now.
  package func otherWriters() throws -> [String] { try database.otherWriters() }

  /// Marks the objects as saved.
  private func finish(_ run: SaveRun) {
    noteChange()
    for object in touched where !object.isDeleted && !object.plan.linkedAttributes.isEmpty {
      for (index, value) in run.newKeyValues(of: object) { object.record?.values[index] = value }
    }
    var moved: [Int: [Int64: StoredObject]] = [:]
    for object in touched {
      object.isTouched = false
      if object.isDeleted {
        if !object.isTemporary { noteKey(of: object) }
        object.isInDatabase = false
        object.noteCommitted()
        forget(object)
        continue
      }
      if !object.isInDatabase || run.key(of: object) != object.key {
        // Undoing a deletion has restored the object, which has no row yet. Other objects may refer to it by its former key.
        if !object.isTemporary, objects[object.plan.root][object.key] === object {
          moved[object.plan.root, default: [:]][object.key] = object
        }
        forget(object)
        object.key = run.key(of: object)
        object.isTemporary = false
        object.isInDatabase = true
        noteKey(of: object)
        objects[object.plan.root][object.key] = object
        if let place = object.plan.keyAttribute { object.record?.values[place] = .integer(object.key) }
      }
      object.noteCommitted()
    }
    touched = []
    deletedPairRows = [:]
    if !moved.isEmpty { followKeys(moved) }
    for index in pairChanges.indices {
      pairChanges[index] = PairChanges()
      pairPlaces[index].noteSaved()
    }
    run.keepPairRows()
    if run.hasGivenKeys || !run.rowsReadBack.isEmpty { forgetAllLists() }
    for rows in run.rowsReadBack { show(rows) }
    forgetFailures()
  }

  /// Updates references to objects that have new keys.
  ///
  /// - Parameter moved: The objects by their former keys, for each hierarchy.
  private func followKeys(_ moved: [Int: [Int64: StoredObject]]) {
    for object in link.allObjects where object.record != nil {
      for (slot, key) in object.plan.foreignKeys.enumerated() {
        guard let former = moved[plan.entities[key.destination].root],
          case .key(let number)? = object.record?.references[slot], let target = former[number]
        else { continue }
        object.record?.references[slot] = .object(target)
      }
    }
  }

  /// Sets objects to the values that their rows have after a save.
  private func show(_ rows: SaveRun.RowsReadBack) {
    let batch = LoadBatch()
    for key in rows.keys {
      if let record = rows.records[key] {
        take(record, rows.plan, key, batch)
      } else {
        objects[rows.plan.root][key]?.isMissing = true
        objects[rows.plan.root][key]?.noteChangeOfMembers()
      }
    }
  }

  private func noteKey(of object: StoredObject) {
    lastKeys[object.plan.root] = max(lastKeys[object.plan.root], object.key)
  }

  /// Removes an object that has no row from the table of objects, so that another object can get its key.
  private func forget(_ object: StoredObject) {
    if objects[object.plan.root][object.key] === object { objects[object.plan.root][object.key] = nil }
  }

  /// Applies the conflict policy to rows that another process changed.
  private func resolve(_ conflicts: [(object: StoredObject, row: ObjectRecord?)]) throws {
    noteChange()
    guard self.conflicts != .fail else {
      throw SaveFailure(
        problems: conflicts.map { object, row in
          let what = row == nil ? "deleted" : "changed"
          return problem(object, nil, .conflict, "another process has \(what) the row since it was loaded")
        })
    }
    for (object, row) in conflicts {
      switch (self.conflicts, row) {
      case (.keepOurs, let row?):
        keepChanges(of: object, over: row)
      case (.keepOurs, nil):
        // Another process deleted the row. It is inserted again, with the same key.
        object.isInDatabase = false
        object.noteCommitted()
      default:
        object.record = row
        object.noteCommitted()
        object.isMissing = row == nil
        object.isDeleted = row == nil
        object.isInDatabase = row != nil
      }
      object.noteChangeOfMembers()
    }
    forgetAllLists()
  }

  /// Reads the row of an object again.
  ///
  /// ```swift
  /// try context.refresh(movie, mergingChanges: true)   // what another process changed shows under the changes of the context
  /// try context.refresh(movie, mergingChanges: false)  // the changes are taken back, and nothing that was loaded is held
  /// ```
  ///
  /// - Parameter mergingChanges: Whether the changes of the context stay, on top of the present row. If false, they are discarded, and the values and
  ///   relationships are read when they are next needed. Discarding changes is one step of undoing. A new object stays unchanged.
  /// - Throws: ``StoreIssue``: `other-context`, `row-missing`; a `DatabaseIssue`.
  public func refresh(_ object: StoredObject, mergingChanges: Bool) throws {
    try checkUsable(object, in: self)
    guard object.isInDatabase else { return }
    try refreshStore()
    noteChange()
    object.forgetLists()
    guard mergingChanges else {
      try group { takeBackChanges(of: object) }
      object.isMissing = false
      object.forgetValues()
      return object.noteChangeOfMembers()
    }
    defer { object.noteChangeOfMembers() }
    guard let table = plan.tables[object.plan.position] else { return }
    let batch = LoadBatch()
    var isThere = false
    try storage.read { records in
      try records.records(.keys([object.key]), in: table) { row in
        isThere = true
        guard object.isUpdated else { return _ = take(row, object.plan.position, batch) }
        let plan = plan.kinds[object.plan.position][row.layout]
        if plan === object.plan { keepChanges(of: object, over: ObjectRecord(row, keyCount: plan.foreignKeys.count)) }
      }
    }
    if !isThere {
      throw StoreIssue(
        .rowMissing, "the row of \(object.id) cannot be loaded, because it was deleted from the database")
    }
  }

  /// Discards the changes of an object: its deletion, its values, foreign keys and positions, and its pairs.
  private func takeBackChanges(of object: StoredObject) {
    if object.isDeleted { note(.existence(object, isDeleted: false)) }
    if let record = object.record, let committed = object.committed {
      for index in object.changedAttributes(record, committed) {
        note(.value(object, index, from: record.values[index], to: committed.values[index]))
      }
      for index in Set(record.contents.keys).union(committed.contents.keys)
      where record.contents[index] != committed.contents[index] {
        note(.content(object, index, from: record.contents[index], to: committed.contents[index]))
      }
      for (slot, link) in record.references.enumerated() where !link.isSame(as: committed.references[slot]) {
        note(.reference(object, slot, from: link, to: committed.references[slot]))
      }
      for slot in object.changedPlaces(record, committed) {
        note(.place(object, slot, from: record.places[slot], to: committed.places[slot]))
      }
    }
    for table in pairChanges.indices {
      for change in pairPlaces[table].all where change.owner === object || change.member === object {
        let (owner, member, isSource) = (change.owner, change.member, change.isSource)
        let place = pairPlaces[table].storedPlace(of: member, in: owner, isSource: isSource)
        note(
          .pairPlace(table: table, isSource: isSource, owner: owner, member: member, from: change.place, to: place))
      }
      for pair in pairChanges[table].all where pair.source === object || pair.destination === object {
        if let insertion = pair.insertion { note(.pair(table: table, insertion, isPresent: false)) }
        if let deletion = pair.deletion { note(.pair(table: table, deletion, isPresent: true)) }
      }
    }
  }

  /// Applies the context's changes of an object to the row that another process has written.
  private func keepChanges(of object: StoredObject, over row: ObjectRecord) {
    guard let record = object.record, let committed = object.committed else { return }
    var merged = row
    for index in object.changedAttributes(record, committed) {
      merged.values[index] = record.values[index]
      if !merged.hasSameContent(as: record, index) { merged.contents[index] = record.contents[index] }
    }
    for slot in object.changedReferences(record, committed) {
      merged.references[slot] = record.references[slot]
      let place = object.plan.contentPlace(ofForeignKey: slot)
      if !merged.hasSameContent(as: record, place) { merged.contents[place] = record.contents[place] }
    }
    for (slot, key) in object.plan.foreignKeys.enumerated()
    where key.attributes.contains(where: object.changedAttributes(record, committed).contains) {
      merged.references[slot] = record.references[slot]
    }
    for index in object.changedPlaces(record, committed) { merged.places[index] = record.places[index] }
    object.record = merged
    object.noteCommitted(row)
  }

  /// Discards all unsaved changes, the undo steps and the loaded values. New objects are deleted.
  public func rollback() {
    for object in touched {
      if object.isInDatabase {
        object.isDeleted = false
      } else {
        object.isDeleted = true
        forget(object)
      }
    }
    forgetChanges()
    for object in link.allObjects {
      object.forgetValues()
      object.isMissing = false
    }
    forgetAllLists()
    forgetFailures()
    noteChangeOfMembers()
  }

  /// Releases the strong references to objects whose values are equal to their rows again.
  private func forgetTouched() {
    referringChanges = [:]
    for object in touched {
      object.isTouched = false
      if object.isDeleted { forget(object) }
    }
    touched = []
    deletedPairRows = [:]
  }
}
