import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateValues

/// Fetches over objects with unsaved changes.
///
/// A fetch runs in SQL if the only changed objects that it reads are objects of its own entity, and if it reads only their attributes and foreign
/// keys. The changed objects are then merged into the result. The cost depends on their number and on the size of the result. Any other fetch runs in
/// memory over all rows that it reads.
extension ObjectContext {
  /// Which unsaved changes a fetch reads.
  enum ChangesRead {
    case nothing
    /// Some objects of the fetch's own entity have changes. All other objects are as in the database.
    case ownObjects([StoredObject])
    case anything
  }

  func changesRead(by fetch: BoundFetch) -> ChangesRead {
    let changed = changedEntities
    func isChanged(_ name: String) -> Bool { plan.entity(named: name).map { changed.contains($0.position) } ?? false }
    let others = fetch.otherEntities
    if changed.isEmpty || !isChanged(fetch.entity.name) && !others.contains(where: isChanged) { return .nothing }
    guard let entity = plan.entity(named: fetch.entity.name), entity.keyColumn != nil, fetch.grouping == nil,
      !fetch.isDistinct, fetch.firstOfEach == nil, !others.contains(where: isChanged)
    else { return .anything }
    let own = touched.filter { $0.plan.isKind(of: entity.position) && $0.hasChanges }
    return own.isEmpty ? .nothing : .ownObjects(own)
  }

  /// Whether a fetch reads objects, or relationships, that have unsaved changes.
  package func readsChanges(_ fetch: BoundFetch) -> Bool {
    if case .nothing = changesRead(by: fetch) { false } else { true }
  }

  /// The entities whose objects, or whose pairs, have changes.
  private var changedEntities: Set<Int> {
    var changed = Set(changedObjects.flatMap(\.plan.line))
    for index in pairChanges.indices
    where !pairChanges[index].isEmpty || !pairPlaces[index].isEmpty
      || (plan.pairTables[index].rows.map { changed.contains($0.entity) } ?? false)
    {
      for entity in plan.entities where entity.links.contains(where: { $0.storage.table == index }) {
        changed.insert(entity.position)
      }
    }
    return changed
  }

  /// The model for conditions on objects of the context. Every attribute and every to-one relationship may be nil in it, because a new object may
  /// still lack them.
  package var modelOfObjects: DataModel {
    var model = plan.model
    model.hasUnfinishedObjects = true
    return model
  }

  /// The objects of a fetch in its order: those of the database, merged with changed ones.
  ///
  /// - Parameters:
  ///   - fetch: A fetch that is bound to ``modelOfObjects``.
  ///   - changed: The changed objects of the entity. The fetch reads no other changes.
  ///   - policy: Counts the steps of the condition.
  ///   - stored: Returns the objects of the fetch in the database, for an offset and a limit that leave room for the changed objects.
  func objects(
    of fetch: BoundFetch, changed: [StoredObject], countedBy policy: QueryPolicy? = nil,
    stored: (_ offset: Int, _ limit: Int?) throws -> [StoredObject]
  ) throws -> [StoredObject] {
    // Limit and offset are restricted so that their sum cannot overflow. No table has that many rows.
    let limit = fetch.limit.map { min($0, .max / 4) + min(fetch.offset, .max / 4) + changed.count }
    var found = try stored(0, limit).filter { !$0.hasChanges }
    let order = MemoryOrder(fetch.order)
    let evaluator = MergedScope(context: self).evaluator
    func keys(_ object: StoredObject) throws -> [QueryValue] {
      let value = QueryValue.object(ContextObject(object: object))
      return try order.keys(fetch.order.map { try evaluator.value($0.expression, object: value) })
    }
    for object in try matching(changed, fetch, evaluator, countedBy: policy) {
      let own = try keys(object)
      var places = found.startIndex..<found.endIndex
      while !places.isEmpty {
        let middle = places.lowerBound + places.count / 2
        let isBefore = try order.comes(keys(found[middle]), before: own) ?? found[middle].comes(before: object)
        places = isBefore ? middle + 1..<places.upperBound : places.lowerBound..<middle
      }
      found.insert(object, at: places.lowerBound)
    }
    return Array(found.dropFirst(fetch.offset).prefix(fetch.limit ?? .max))
  }

  /// The changed objects that exist: neither this context nor another process has deleted them.
  private func existing(_ changed: [StoredObject], of fetch: BoundFetch) throws -> [StoredObject] {
    let rows = changed.filter { $0.isInDatabase && !$0.isDeleted }
    var keys: Set<Int64> = []
    if !rows.isEmpty, let table = plan.entity(named: fetch.entity.name).flatMap({ plan.tables[$0.position] }) {
      try storage.read { try $0.records(.keys(rows.map(\.key)), in: table) { keys.insert($0.key) } }
    }
    return changed.filter { !$0.isDeleted && (!$0.isInDatabase || keys.contains($0.key)) }
  }

  /// The changed objects that exist and meet the condition of a fetch.
  private func matching(
    _ changed: [StoredObject], _ fetch: BoundFetch, _ evaluator: ReferenceEvaluator, countedBy policy: QueryPolicy?
  ) throws -> [StoredObject] {
    let there = try existing(changed, of: fetch)
    guard let predicate = fetch.predicate(in: modelOfObjects) else { return there }
    var work = policy?.work ?? .max
    return try there.filter { object in
      let value = QueryValue.object(ContextObject(object: object))
      if policy == nil { return try evaluator.evaluate(predicate, object: value) }
      return try evaluator.evaluate(predicate, object: value, work: &work)
    }
  }

  /// The number of objects of a fetch, including changed ones as in ``objects(of:changed:countedBy:stored:)``. Nil if too many objects have changes.
  func count(_ fetch: EntityFetch, _ variables: QueryVariables, changed: [StoredObject]) throws -> Int? {
    let rows = changed.filter(\.isInDatabase)
    // Each changed object is a part of the condition, so more than 100 of them would make it too long.
    guard rows.count <= 100 else { return nil }
    let bound = try BoundFetch(fetch, model: modelOfObjects, variables: variables)
    var former = fetch
    let areChanged = try QueryPredicate("SELF IN \(rows)")
    former.predicate = fetch.predicate.map { $0 && areChanged } ?? areChanged
    // Both counts are made within one read, so that they see the same state of the database.
    let count = try storage.read { _ in
      func number(_ fetch: EntityFetch) throws -> Int {
        try source.number(prepare(self.bound(fetch, variables).counted, as: .count))
      }
      return try number(fetch) - (rows.isEmpty ? 0 : number(former))
    }
    let matching = try matching(changed, bound, MergedScope(context: self).evaluator, countedBy: nil)
    return bound.bounded(count + matching.count)
  }

  /// Fetches over the rows of the database with the changes of the context.
  func merged() -> GraphFetch {
    let scope = MergedScope(context: self)
    return GraphFetch(
      model: modelOfObjects, objects: { try scope.objects(of: $0) }, object: { scope.object(for: $0) })
  }

  /// All objects of an entity in the context: those of the database by key, then new ones.
  func allObjects(of entity: EntityPlan) throws -> [StoredObject] {
    let batch = LoadBatch()
    var found: [StoredObject] = []
    if let table = plan.tables[entity.position] {
      try storage.read { records in
        try records.records(.all, in: table) { row in
          let object = take(row, entity.position, batch)
          object.forgetLists()
          if !object.isDeleted { found.append(object) }
        }
      }
    }
    return found + touched.filter { $0.plan.isKind(of: entity.position) && $0.isInserted }
  }
}

/// Gives the evaluator the objects of a context during one call.
///
/// It is declared `Sendable`, but is used by one task only; see ``ContextObject``.
struct MergedScope: @unchecked Sendable {
  let context: ObjectContext

  /// Evaluates conditions and values over the objects.
  var evaluator: ReferenceEvaluator {
    ReferenceEvaluator(
      objects: { name throws(PredicateIssue) in objectsOrNone(of: name) }, object: { object(for: $0) })
  }

  func objects(of name: String) throws -> [any QueryObject] {
    guard let entity = context.plan.entity(named: name) else { return [] }
    return try context.allObjects(of: entity).map { ContextObject(object: $0) }
  }

  /// The objects of an entity; empty if they cannot be read. The context records the failure.
  func objectsOrNone(of name: String) -> [any QueryObject] {
    do { return try objects(of: name) } catch {
      context.fail(error)
      return []
    }
  }

  func object(for reference: ObjectReference) -> (any QueryObject)? {
    do {
      return try context.object(for: ObjectID(reference)).map { ContextObject(object: $0) }
    } catch {
      context.fail(error)
      return nil
    }
  }
}

extension BoundFetch {
  /// The entities that the fetch reads in addition to its own: the destinations of relationships, and entities of which it reads all objects.
  fileprivate var otherEntities: Set<String> {
    var found: Set<String> = []
    func visit(_ row: CoreRow) {
      if case .toOne(let base, _, let entity) = row {
        found.insert(entity)
        visit(base)
      }
    }
    func visit(_ part: CorePart) {
      switch part {
      case .value(let value):
        switch value.node {
        case .attribute(let row, _), .object(let row): visit(row)
        default: break
        }
      case .range(let range):
        for step in range.steps {
          switch step.source {
          case .relationship(let row, _, let entity):
            visit(row)
            found.insert(entity)
          case .all(let entity): found.insert(entity)
          case .elements: break
          }
        }
      case .condition: break
      }
      part.forEachPart { visit($0) }
    }
    if let condition { visit(.condition(condition)) }
    let grouped = (grouping?.keys ?? []) + (grouping?.aggregates ?? []).compactMap { $0.expression?.value }
    let first = firstOfEach?.keys.map(\.value) ?? []
    for value in columns.map(\.value) + order.map(\.value) + first + grouped { visit(.value(value)) }
    return found
  }
}
