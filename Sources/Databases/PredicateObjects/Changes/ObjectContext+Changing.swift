import Foundation
import PredicateModel
import PredicateValues

/// Inserting, changing and deleting objects. Each call is one undo step, unless it is inside a group.
extension ObjectContext {
  /// A new object of a class. Its attributes have the model's default values.
  ///
  /// - Throws: ``StoreIssue``: `unknown-entity`, `abstract-entity`, `unchangeable`, `read-only`; errors of ``StoredObject/didInsert()``.
  public func insert<Object: StoredObject>(_ type: Object.Type) throws -> Object {
    let object = try insert(classes.entity(of: type))
    guard let typed = object as? Object else {
      throw StoreIssue(.classMismatch, "expected an object of \(type), found one of \(object.plan.entity.name)")
    }
    return typed
  }

  /// A new object of an entity by its name.
  ///
  /// - Throws: As ``insert(_:)``.
  public func insert(entity name: String) throws -> StoredObject { try insert(entityPlan(named: name)) }

  func insert(_ entity: EntityPlan) throws -> StoredObject {
    try checkChangeable(entity)
    guard !entity.entity.isAbstract else {
      let kinds = plan.kinds[entity.position].map(\.entity).filter { !$0.isAbstract }.map(\.name)
      throw StoreIssue(
        .abstractEntity,
        "\(entity.entity.name) is abstract, so an object must be one of \(kinds.joined(separator: ", "))")
    }
    if entity.isOfCoreData {
      _ = try storage.read { try CoreDataKeys(of: entity, in: storage, $0) }
    }
    let object = made(entity)
    try takeDefaults(object)
    if let key = entity.generatedKey, object.record?.values[key].isNull == true {
      object.record?.values[key] = UUID().storedValue
    }
    // The object counts as deleted until the insertion is performed. Undoing the insertion restores this state.
    object.isDeleted = true
    try step {
      note(.existence(object, isDeleted: false))
      try object.didInsert()
    }
    return object
  }

  /// Deletes an object, and applies the delete rules of its relationships to the objects at the other ends. `nullify` removes their references, and
  /// `cascade` deletes them. A violated `deny` is reported when all changes are saved.
  ///
  /// - Throws: ``StoreIssue``, a `DatabaseIssue` if related rows cannot be read.
  public func delete(_ object: StoredObject) throws {
    try group {
      var rest = [object]
      var announced: Set<ObjectIdentifier> = []
      func announce(_ object: StoredObject) throws {
        if !object.isDeleted, announced.insert(ObjectIdentifier(object)).inserted { try object.willDelete() }
      }
      while let next = rest.popLast() {
        try checkUsable(next, in: self)
        if next.isDeleted { continue }
        try checkChangeable(next.plan)
        try announce(next)
        if next.isDeleted { continue }
        // Hooks run before this object changes, so that they can read its relationships.
        for (index, link) in next.plan.links.enumerated() where link.relationship.deleteRule == .cascade {
          guard link.storage != .unusable, pairRows(link) == nil else { continue }
          for other in try objects(of: next, index) { try announce(other) }
        }
        // The row is loaded first, because undoing the deletion writes it again.
        try ensureLoaded(next)
        var related: [[StoredObject]] = []
        for link in next.plan.links {
          if let obstacle = obstacle(of: link, next.plan) {
            throw StoreIssue(
              .unchangeable,
              "\(next.id) cannot be deleted: \(next.plan.entity.name).\(link.relationship.name): \(obstacle)")
          }
        }
        for (index, link) in next.plan.links.enumerated() {
          // Pairs that are objects themselves are skipped here, because the delete rule of the relationship to them applies.
          if pairRows(link) != nil {
            related.append([])
            continue
          }
          guard case .unusable = link.storage else {
            related.append(try objects(of: next, index))
            continue
          }
          // `cascade` is refused if objects cannot read the relationship: SQLite would delete rows that the context has not loaded.
          if link.relationship.deleteRule == .cascade { throw Self.notStoredByAKey(next, link) }
          related.append([])
        }
        note(.existence(next, isDeleted: true))
        for (index, link) in next.plan.links.enumerated() {
          switch link.relationship.deleteRule {
          case .cascade:
            for other in related[index] { try unlink(other, from: next, link, isDeleting: true) }
            rest += related[index]
          case .nullify where leavesPairs(of: next, link): break
          case .nullify: for other in related[index] { try unlink(other, from: next, link) }
          case .setDefault:
            for other in related[index] {
              guard case .referencedBy(let slot) = link.storage else { continue }
              try takeDefault(of: other, slot)
            }
          case .deny, .noAction: try dropPairs(of: next, index)
          }
        }
      }
    }
  }

  /// Whether the pairs of a deleted object stay: no foreign key is declared for them, and a trigger at the deletion may check or delete the pairs.
  func leavesPairs(of object: StoredObject, _ link: LinkPlan) -> Bool {
    guard link.relationship.isGuessed, case .pairs = link.storage else { return false }
    return !deletionTriggers(of: [object]).isEmpty
  }

  /// Removes the pairs of an object with deleted objects, because they would refer to no row.
  private func dropPairs(of object: StoredObject, _ index: Int) throws {
    let link = object.plan.links[index]
    guard case .pairs = link.storage else { return }
    let keepsLiving = link.relationship.deleteRule == .deny
    for other in object.lists[index] ?? [] where other.isDeleted || !keepsLiving {
      try unlink(other, from: object, link)
    }
  }

  /// Removes an object from the inverse relationship of another object.
  ///
  /// - Parameter isDeleting: Whether the other object is deleted next. A key that refers to the object then stays unchanged.
  private func unlink(
    _ other: StoredObject, from object: StoredObject, _ link: LinkPlan, isDeleting: Bool = false
  ) throws {
    switch link.storage {
    case .reference, .unusable: break
    case .referencedBy(let slot) where isDeleting && other.plan.foreignKeys[slot].isRowKey:
      try noteLink(of: other, slot, .none)
    case .referencedBy(let slot): try noteReference(of: other, slot, .none)
    case .pairs(let table, let isSource):
      if let rows = plan.pairTables[table].rows { return try deletePairs(object, other, rows, isSource: isSource) }
      try notePair(table, object, other, isSource: isSource, isPresent: false)
    }
  }

  // MARK: Members

  func setValue(_ value: QueryValue, of object: StoredObject, _ index: Int) throws {
    try checkChangeable(object)
    if object.plan.forms[index].isPlain { return try setPlainValue(value, of: object, index) }
    if index == object.plan.keyAttribute, object.isInDatabase {
      throw StoreIssue(.unchangeable, "the primary key of \(object.id) cannot be changed")
    }
    if object.plan.givenAttributes.contains(index) {
      let name = "\(object.plan.entity.name).\(object.plan.entity.attributes[index].name)"
      let reason = object.plan.isOfCoreData ? "is kept by Core Data's layout" : "is computed by its table"
      throw StoreIssue(.computed, "\(name) \(reason), and cannot be set")
    }
    if let slot = object.plan.slots[index] {
      if let obstacle = object.plan.foreignKeys[slot].coreData.obstacle {
        let name = "\(object.plan.entity.name).\(object.plan.entity.attributes[index].name)"
        throw StoreIssue(.unchangeable, "\(name) cannot be changed: \(obstacle)")
      }
      try ensureLoaded(object)
      return try group {
        guard case .integer(let key) = value else { return try noteReference(of: object, slot, .none) }
        let destination = plan.entities[object.plan.foreignKeys[slot].destination]
        try noteReference(of: object, slot, .object(registered(destination, key)))
      }
    }
    try group {
      try setPlainValue(value, of: object, index)
      try followValue(of: object, [index], besides: nil)
    }
  }

  private func setPlainValue(_ value: QueryValue, of object: StoredObject, _ index: Int) throws {
    try ensureLoaded(object)
    _ = noteValue(value, of: object, index)
  }

  func setOne(_ destination: StoredObject?, of object: StoredObject, _ index: Int) throws {
    let link = object.plan.links[index]
    try check(link, of: object, destination.map { [$0] } ?? [])
    try group {
      for other in try objects(of: object, index) where other !== destination {
        try disconnect(other, from: object, link)
      }
      if let destination {
        try connect(destination, to: object, index)
      } else if case .reference(let slot) = link.storage {
        // The foreign key is cleared even if its target is unknown, because it may refer to a deleted row.
        try noteReference(of: object, slot, .none)
      }
    }
  }

  func setMany(_ destinations: [StoredObject], of object: StoredObject, _ index: Int) throws {
    let link = object.plan.links[index]
    try check(link, of: object, destinations)
    try group {
      let former = try objects(of: object, index)
      if !former.isEmpty {
        let wanted = Set(destinations.map(ObjectIdentifier.init))
        for other in former where !wanted.contains(ObjectIdentifier(other)) {
          try disconnect(other, from: object, link)
        }
      }
      for other in destinations { try connect(other, to: object, index) }
      if link.isOrdered {
        var seen: Set<ObjectIdentifier> = []
        try arrange(destinations.filter { seen.insert(ObjectIdentifier($0)).inserted }, of: object, index)
      }
    }
  }

  func add(_ destination: StoredObject, to object: StoredObject, _ index: Int) throws {
    try check(object.plan.links[index], of: object, [destination])
    try group { try connect(destination, to: object, index) }
  }

  func remove(_ destination: StoredObject, from object: StoredObject, _ index: Int) throws {
    let link = object.plan.links[index]
    try check(link, of: object, [destination])
    try group {
      if try isConnected(destination, to: object, index) {
        try disconnect(destination, from: object, link)
      }
    }
  }

  /// Connects an object with another one through a relationship, unless they are connected already.
  private func connect(_ other: StoredObject, to object: StoredObject, _ index: Int) throws {
    let link = object.plan.links[index]
    if try isConnected(other, to: object, index) { return }
    switch link.storage {
    case .reference(let slot):
      try ensureLoaded(object)
      // If the inverse is to-one, the other object's former partner is disconnected first.
      if let inverse = link.inverse, !other.plan.links[inverse].isToMany {
        for former in try objects(of: other, inverse) { try noteReference(of: former, slot, .none) }
      }
      try noteReference(of: object, slot, .object(other))
    case .referencedBy(let slot):
      try ensureLoaded(other)
      if !link.isToMany {
        for former in try objects(of: object, index) { try noteReference(of: former, slot, .none) }
      }
      try noteReference(of: other, slot, .object(object))
    case .pairs(let table, let isSource):
      if let rows = plan.pairTables[table].rows { return try insertPair(object, other, rows, isSource: isSource) }
      // Both lists are loaded, because both are needed to decide whether the pair is new.
      if let inverse = link.inverse { try ensureListed(inverse, of: other) }
      try notePair(table, object, other, isSource: isSource, isPresent: true)
    case .unusable: break
    }
  }

  /// Whether a relationship of an object contains another object, which is not deleted.
  private func isConnected(_ other: StoredObject, to object: StoredObject, _ index: Int) throws -> Bool {
    switch object.plan.links[index].storage {
    case .reference(let slot):
      try ensureLoaded(object)
      return object.record?.references[slot].isSame(as: .object(other)) == true
    case .referencedBy(let slot):
      try ensureLoaded(other)
      return other.record?.references[slot].isSame(as: .object(object)) == true
    case .pairs(let table, let isSource):
      if let rows = plan.pairTables[table].rows {
        return try arePaired(object, other, rows, isSource: isSource)
      }
      try ensureListed(index, of: object)
      return object.lists[index]?.has(other, by: order(of: object.plan.links[index], in: object)) ?? false
    case .unusable: return false
    }
  }

  private func disconnect(_ other: StoredObject, from object: StoredObject, _ link: LinkPlan) throws {
    switch link.storage {
    case .reference(let slot):
      try ensureLoaded(object)
      try noteReference(of: object, slot, .none)
    case .referencedBy, .pairs, .unusable: try unlink(other, from: object, link)
    }
  }

  /// Makes a foreign key refer to another object, and sets its attributes to that object's key. The object becomes the last in an ordered list.
  func noteReference(of object: StoredObject, _ slot: Int, _ link: ObjectLink) throws {
    let key = object.plan.foreignKeys[slot]
    if key.isRowKey, object.isInDatabase, object.record?.references[slot].isSame(as: link) != true {
      throw StoreIssue(
        .unchangeable, "“\(key.column)” of \(object.id) cannot be changed, because it is part of the primary key")
    }
    if !key.isDirect {
      // The column values decide whether something changes: another process may have changed the key of the same target.
      let changed = try noteKeyValues(of: object, key, link)
      try noteLink(of: object, slot, link)
      return try followValue(of: object, changed, besides: slot)
    }
    try noteLink(of: object, slot, link)
    // The attribute of the same column is updated, because a column may belong to both the row's key and the foreign key.
    if let index = object.plan.slots.firstIndex(of: slot) { try followValue(of: object, [index], besides: slot) }
  }

  /// Records a new target of a foreign key as a change.
  func noteLink(of object: StoredObject, _ slot: Int, _ link: ObjectLink) throws {
    if let contents = object.record?.contents, !contents.isEmpty {
      let attributes = object.plan.slots.indices.filter { object.plan.slots[$0] == slot }
      for index in [object.plan.contentPlace(ofForeignKey: slot)] + attributes {
        if let content = contents[index] { note(.content(object, index, from: content, to: nil)) }
      }
    }
    guard var old = object.record?.references[slot], !old.isSame(as: link) else { return }
    // The undo step stores the object and not its key, because the object may have another key when the step is undone.
    if case .key(let key) = old {
      old = .object(try registered(plan.entities[object.plan.foreignKeys[slot].destination], key))
    }
    note(.reference(object, slot, from: old, to: link))
    guard object.plan.foreignKeys[slot].orderColumn != nil else { return }
    if case .object(let owner) = link {
      try appendPlace(of: object, in: owner) {
        $0.storage == .referencedBy(slot) && object.plan.isKind(of: $0.destination)
      }
    } else if let place = object.record?.places[slot] {
      note(.place(object, slot, from: place, to: nil))
    }
  }

  private func notePair(
    _ table: Int, _ object: StoredObject, _ other: StoredObject, isSource: Bool, isPresent: Bool
  ) throws {
    // If the pair exists already, or is missing already, no step is recorded. Undoing such a step would remove or add a pair.
    guard isPaired(object, other, table, isSource: isSource) != isPresent else { return }
    let (source, destination) = isSource ? (object, other) : (other, object)
    let keepsRows = !plan.pairTables[table].furtherColumns.isEmpty
    func note(_ source: StoredObject, _ destination: StoredObject) throws {
      let rows = keepsRows ? pairChanges[table].rows(source, destination) ?? PairRows() : nil
      let change = PairChange(source: source, destination: destination, rows: rows)
      self.note(.pair(table: table, change, isPresent: isPresent))
      if !plan.pairTables[table].isOrdered { return }
      for (owner, member, isSource) in [(source, destination, true), (destination, source, false)]
      where plan.pairTables[table].orderColumn(ofSource: isSource) != nil {
        guard !isPresent else {
          try appendPlace(of: member, in: owner) { $0.storage == .pairs(table: table, isSource: isSource) }
          continue
        }
        // A pair that does not exist in the context may still have a position in the database.
        let places = pairPlaces[table]
        let (old, stored) = (
          places.place(of: member, in: owner, isSource: isSource),
          places.storedPlace(of: member, in: owner, isSource: isSource)
        )
        guard old != stored else { continue }
        self.note(
          .pairPlace(table: table, isSource: isSource, owner: owner, member: member, from: old, to: stored))
      }
    }
    try note(source, destination)
    if plan.pairTables[table].isSymmetric, source !== destination { try note(destination, source) }
  }

  /// Whether a pair exists, by the loaded list of the object.
  private func isPaired(_ object: StoredObject, _ other: StoredObject, _ table: Int, isSource: Bool) -> Bool {
    for (index, link) in object.plan.links.enumerated() {
      if case .pairs(table, let linkIsSource) = link.storage, linkIsSource == isSource, let list = object.lists[index] {
        return list.has(other, by: order(of: link, in: object))
      }
    }
    return false
  }

  // MARK: Checks

  private static func notStoredByAKey(_ object: StoredObject, _ link: LinkPlan) -> StoreIssue {
    let name = "\(object.plan.entity.name).\(link.relationship.name)"
    return StoreIssue(
      .unchangeable, "\(name) cannot be changed, because a column refers to two tables or is not an attribute")
  }

  private func check(_ link: LinkPlan, of object: StoredObject, _ others: [StoredObject]) throws(StoreIssue) {
    try checkChangeable(object)
    let name = "\(object.plan.entity.name).\(link.relationship.name)"
    if case .unusable = link.storage {
      throw Self.notStoredByAKey(object, link)
    }
    if let obstacle = obstacle(of: link, object.plan) {
      throw StoreIssue(.unchangeable, "\(name) cannot be changed: \(obstacle)")
    }
    for other in others {
      try checkUsable(other, in: self)
      guard other.plan.isKind(of: link.destination) else {
        let wanted = plan.entities[link.destination].entity.name
        throw StoreIssue(.wrongType, "\(name) needs an object of \(wanted), found one of \(other.plan.entity.name)")
      }
      if other.isDeleted { throw StoreIssue(.deleted, "\(other.id) was deleted") }
    }
  }

  /// The reason why a relationship in a store of Core Data cannot be changed; nil if it can.
  private func obstacle(of link: LinkPlan, _ owner: EntityPlan) -> String? {
    switch link.storage {
    case .reference(let slot): owner.foreignKeys[slot].coreData.obstacle
    case .referencedBy(let slot): plan.entities[link.destination].foreignKeys[slot].coreData.obstacle
    case .pairs where owner.isOfCoreData && link.relationship.isGuessed:
      "the entity at the other end of the relationship, and its inverse, are only guessed, because the store has no model"
    case .pairs, .unusable: nil
    }
  }

  private func checkChangeable(_ object: StoredObject) throws(StoreIssue) {
    try checkUsable(object, in: self)
    if object.isDeleted { throw StoreIssue(.deleted, "\(object.id) was deleted") }
    try checkChangeable(object.plan)
  }

  /// Throws if objects of an entity cannot be changed: ``StoreIssue`` `unknown-entity`, `unchangeable`, `read-only`.
  package func checkChangeable(entity name: String) throws(StoreIssue) {
    try checkChangeable(entityPlan(named: name))
  }

  /// Whether objects of an entity can be changed.
  package func canChange(entity name: String) -> Bool {
    plan.entity(named: name).map { $0.obstacle == nil && isWritable } ?? false
  }

  /// The entities whose rows a view shows. Empty for a name that is not that of a view.
  package func entities(ofView name: String) -> [Entity] {
    // Errors are ignored: the caller reports that the view cannot be changed, and without the tables that report has no hint.
    guard let view = plan.entity(named: name)?.entity, view.isReadOnly,
      let tables = try? storage.tables(ofView: view.table)
    else { return [] }
    return plan.model.entities.filter { entity in tables.contains { $0.isSameSQLName(as: entity.table) } }
  }

  private func checkChangeable(_ entity: EntityPlan) throws(StoreIssue) {
    if let obstacle = entity.obstacle {
      throw StoreIssue(.unchangeable, "objects of \(entity.entity.name) cannot be changed: \(obstacle)")
    }
    if !isWritable {
      throw StoreIssue(.readOnly, "“\(database.name)” was opened for reading only")
    }
  }

  func checkUsable(_ object: StoredObject, in context: ObjectContext) throws(StoreIssue) {
    guard object.link === context.link else {
      throw StoreIssue(.otherContext, "\(object.id) belongs to another context")
    }
  }
}
