import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// The new value of an attribute. For a to-one relationship, the key of an object.
package struct RowValue {
  package let member: EntityMember
  package let value: QueryExpression
  /// Whether one SQL statement cannot make the change if the new value of a row is nil. True for a division, because a division by 0 must be reported.
  package let refusesNil: Bool
  /// The columns of those attributes in the value that may have values of another type.
  package let sources: [String]
  /// The column whose stored values are copied; nil if the values are written anew.
  package let copiedColumn: String?

  package init(
    _ member: EntityMember, _ value: QueryExpression, refusesNil: Bool, sources: [String] = [],
    copiedColumn: String? = nil
  ) {
    (self.member, self.value, self.refusesNil, self.sources) = (member, value, refusesNil, sources)
    self.copiedColumn = copiedColumn
  }
}

/// Changes many rows by one SQL statement, without their objects. This is possible if no rule, validation or inverse needs the objects.
extension ObjectContext {
  /// Prepares a direct change of the rows that a selection finds. The rows are not changed yet. Nil if they must be changed as objects.
  ///
  /// - Parameters:
  ///   - values: The new values; nil if the rows are deleted.
  ///   - least: The least number of rows. For fewer rows objects are as fast, and their error messages are better.
  /// - Throws: The `PredicateIssue` of the selection; a `DatabaseIssue`.
  package func keptRows(
    of selection: EntityFetch, setting values: [RowValue]?, variables: QueryVariables, atLeast least: Int
  ) throws -> (any KeptRows)? {
    guard !hasChanges, store == nil, let entity = plan.entity(named: selection.entity), canChangeRows(of: entity),
      let key = entity.keyColumn, let name = (entity.entity.keyAttribute ?? entity.entity.hiddenKey)?.name,
      try database.approximateRowCount(ofTable: entity.entity.table) ?? 0 >= least
    else { return nil }
    var fetch = selection
    fetch.columns = [FetchedColumn(.keyPath(QueryKeyPath(.key(name))))]
    var columns: [RowsChange.Column] = []
    var required: [String] = []
    var types: [QueryType] = []
    if let values {
      guard let found = try requiredColumns(of: entity) else { return nil }
      for value in values {
        guard let (column, type) = column(for: value, of: entity) else { return nil }
        fetch.columns.append(FetchedColumn(value.value))
        columns.append(column)
        types.append(value.value.isNil ? .any : type)
      }
      required = found.filter { name in !columns.contains { $0.name.isSameSQLName(as: name) } }
    } else if !canDeleteRows(of: entity) {
      return nil
    }
    let bound = try bound(fetch, variables)
    guard bound.grouping == nil, bound.windows.isEmpty, bound.columns.count == 1 + columns.count,
      zip(bound.columns.dropFirst(), types).allSatisfy({ Self.isValue($0.value.type, of: $1) })
    else { return nil }
    let kept =
      values != nil
      ? columns.map(\.name)
      : storage.rules(ofTable: entity.entity.table)?.columns.filter { !$0.isComputed }.map(\.name)
    guard let kept, !kept.isEmpty else { return nil }
    let rows = try SQLiteKeptRows(
      RowsChange(bound, key: key, columns: columns, keptColumns: kept, requiredColumns: required), in: database)
    return rows.flatMap { $0.count >= least ? $0 : nil }
  }

  /// The column of a new value, and the type of its values. Nil if the rows must be changed as objects.
  private func column(for value: RowValue, of entity: EntityPlan) -> (RowsChange.Column, QueryType)? {
    let slot: Int?
    let isOptional: Bool
    switch value.member {
    case .attribute(let attribute):
      guard let index = entity.entity.attributes.firstIndex(where: { $0.name.hasSameScalars(as: attribute.name) })
      else { return nil }
      if entity.forms[index].isPlain {
        guard attribute.storage.isFormOfKeptRows, !isUnique(attribute.name, attribute.column, in: entity) else {
          return nil
        }
        return (
          RowsChange.Column(
            attribute.column, attribute.storage, attribute.writtenForm,
            refusesNil: value.refusesNil || !attribute.isOptional, sources: value.sources,
            copiedColumn: value.copiedColumn),
          attribute.type
        )
      }
      (slot, isOptional) = (entity.slots[index], attribute.isOptional)
    case .relationship(let relationship):
      let link = entity.links.first { $0.relationship.name.hasSameScalars(as: relationship.name) }
      slot = if case .reference(let slot)? = link?.storage { slot } else { nil }
      isOptional = relationship.isOptional && relationship.minimumCount == 0
    }
    guard let slot, canChangeReference(slot, of: entity) else { return nil }
    let column = RowsChange.Column(
      entity.foreignKeys[slot].column, .integer, refusesNil: value.refusesNil || !isOptional)
    return (column, .integer)
  }

  /// Whether a foreign key can be changed without the objects. Then only lists depend on it, and they are read again.
  private func canChangeReference(_ slot: Int, of entity: EntityPlan) -> Bool {
    let key = entity.foreignKeys[slot]
    guard key.isDirect, key.orderColumn == nil else { return false }
    let inverses = plan.kinds[key.destination].flatMap(\.links).filter {
      $0.storage == .referencedBy(slot) && entity.isKind(of: $0.destination)
    }
    let links = entity.links.filter { $0.storage == .reference(slot) }
    let attributes = entity.slots.indices.filter { entity.slots[$0] == slot }
    return inverses.allSatisfy { $0.isToMany && !$0.isCounted && !$0.isOrdered }
      && links.allSatisfy {
        $0.relationship.deleteRule != .cascade && !isUnique($0.relationship.name, key.column, in: entity)
      }
      && attributes.allSatisfy {
        !entity.linkedAttributes.contains($0) && !entity.keyAttributes.contains($0)
          && !isUnique(entity.entity.attributes[$0].name, key.column, in: entity)
      }
  }

  /// Whether the model or the table requires unique values of a member. Then rows may exchange values, which needs the objects.
  private func isUnique(_ name: String, _ column: String, in entity: EntityPlan) -> Bool {
    entity.entity.uniqueness.joined().contains { $0.hasSameScalars(as: name) }
      || storage.rules(ofTable: entity.entity.table)?.uniqueColumns.contains { $0.isSameSQLName(as: column) } == true
  }

  /// Whether rows of an entity can be changed without objects: no trigger and no rule of another entity depends on them.
  private func canChangeRows(of entity: EntityPlan) -> Bool {
    !entity.hasTriggers && !entity.isOfCoreData && entity.entityColumn == nil && entity.obstacle == nil
  }

  /// Whether rows can be deleted without objects: nothing refers to them, and no hook, trigger or rule depends on the deletion.
  private func canDeleteRows(of entity: EntityPlan) -> Bool {
    entity.links.allSatisfy { link in
      guard case .reference = link.storage else { return false }
      return link.relationship.deleteRule != .cascade && link.relationship.deleteRule != .deny
    } && !entity.foreignKeys.contains { plan.entities[$0.destination].links.contains(where: \.isCounted) }
  }

  /// The columns that must have a value in every row. Nil if saving an object of the entity makes further checks.
  private func requiredColumns(of entity: EntityPlan) throws -> [String]? {
    let checks = try checks(of: entity)
    guard checks.conditions.isEmpty, checks.attributes.allSatisfy(\.conditions.isEmpty) else { return nil }
    var columns = checks.attributes.filter(\.isRequired).map { entity.entity.attributes[$0.index].column }
    for check in checks.counts {
      guard case .reference(let slot) = entity.links[check.link].storage, check.minimum == 1 else { return nil }
      columns += entity.foreignKeys[slot].key.reference.columns
    }
    return columns
  }

  /// - Parameter wanted: The type of the column. `type` is `any` for a value that is nil.
  private static func isValue(_ type: QueryType, of wanted: QueryType) -> Bool {
    type == wanted || type == .integer && wanted == .double || wanted == .any
  }

  /// Makes a prepared change, or undoes it, in one transaction. Afterwards objects show the changed rows.
  ///
  /// - Throws: ``SaveFailure`` if the database refuses the change, or if another process changed a row; a `DatabaseIssue`. Nothing has changed in
  ///   these cases.
  package func write(_ rows: any KeptRows, of entity: String, isUndoing: Bool) throws {
    let entity = try entityPlan(named: entity)
    func failure(
      _ key: Int64, _ kind: ObjectProblem.Kind, _ message: String, _ property: String? = nil
    ) -> SaveFailure {
      let id = ObjectID(ObjectReference(entity: entity.entity.referenceName, key: key))
      return SaveFailure(problems: [ObjectProblem(object: id, property: property, kind: kind, message: message)])
    }
    do {
      try rows.write(isUndoing: isUndoing)
    } catch let changed as RowChanged {
      throw failure(changed.key, .conflict, "another process has changed the row since it was loaded")
    } catch let refusal as StorageRefusal {
      let missing = entity.entity.attribute(without: refusal)
      throw failure(rows.firstKey, .refused, "the database refuses the changes: \(refusal.message)", missing)
    }
    CommitSignal.announce(commitOf: self)
    try reloadRows(of: entity)
  }

  /// Reads the rows of an entity's loaded objects again.
  private func reloadRows(of entity: EntityPlan) throws {
    noteChange()
    let loaded = objects[entity.root].values.filter { $0.isLoaded && $0.isInDatabase && !$0.isTouched }
    if let table = plan.tables[entity.position], !loaded.isEmpty {
      let batch = LoadBatch()
      for object in loaded { object.isMissing = true }
      try storage.read { records in
        try records.records(.keys(loaded.map(\.key).sorted()), in: table) { take($0, entity.position, batch) }
      }
    }
    forgetAllLists()
    noteChangeOfMembers()
  }
}

extension QueryExpression {
  fileprivate var isNil: Bool { if case .literal(.null) = node { true } else { false } }
}

/// Changes of pairs whose rows are objects, because they have further columns.
extension ObjectContext {
  /// Pairs two objects. If the pair was deleted and not saved yet, the row with its further columns is restored.
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

  /// Records the deletion of a pair's row, so that the row is restored if the two objects are paired again.
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
