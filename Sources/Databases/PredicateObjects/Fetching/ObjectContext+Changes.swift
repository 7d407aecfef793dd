import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateValues

/// Fetches that read objects with unsaved changes.
///
/// A fetch that reads no changed objects but those of the fetched entity, by their attributes and foreign keys, runs in SQL, and the changed objects
/// are put into its result. Their number and that of the result decide the cost. Any other fetch runs in memory over all rows that it reads.
extension ObjectContext {
  /// What a fetch reads of the changes of the context.
  enum ChangesRead {
    case nothing
    /// Some objects of the fetch's own entity. All other objects of the result are as the database has them.
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

  /// The model for conditions on objects of the context. Every attribute and to-one relationship may be nil, because a new object may still lack them.
  package var modelOfObjects: DataModel {
    var model = plan.model
    model.hasUnfinishedObjects = true
    return model
  }

  /// The objects of a fetch, in its order: those that the database has, and changed ones.
  ///
  /// - Parameters:
  ///   - fetch: Bound to ``modelOfObjects``.
  ///   - changed: The changed objects of the entity. The fetch reads no other changes.
  ///   - policy: Counts the steps of the condition.
  ///   - stored: Gives the objects of a fetch that the database has, with bounds that leave room for the changed ones.
  func objects(
    of fetch: BoundFetch, changed: [StoredObject], countedBy policy: QueryPolicy? = nil,
    stored: (_ offset: Int, _ limit: Int?) throws -> [StoredObject]
  ) throws -> [StoredObject] {
    // No table has a quarter of all integers as rows.
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

  /// The changed objects that are there: not deleted here, nor by another process.
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

  /// How many objects of a fetch there are, with changed ones as in ``objects(of:changed:countedBy:stored:)``; nil if there are too many of them.
  func count(_ fetch: EntityFetch, _ variables: QueryVariables, changed: [StoredObject]) throws -> Int? {
    let rows = changed.filter(\.isInDatabase)
    // Each is a part of the condition.
    guard rows.count <= 100 else { return nil }
    let bound = try BoundFetch(fetch, model: modelOfObjects, variables: variables)
    var former = fetch
    let areChanged = try QueryPredicate("SELF IN \(rows)")
    former.predicate = fetch.predicate.map { $0 && areChanged } ?? areChanged
    // Both counts are of one state of the database.
    let count = try storage.read { _ in
      func number(_ fetch: EntityFetch) throws -> Int {
        try database.number(database.prepare(self.bound(fetch, variables).counted, as: .count))
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

  /// All objects of an entity as the context has them: those of the database by key, then new ones.
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

/// A context for the evaluator, within one call.
///
/// It is `Sendable` in word only: see ``ContextObject``.
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

  /// The objects; an empty array if they cannot be read. The context then keeps the failure.
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
  /// The names of the entities that the fetch reads besides its entity: at the ends of relationships, or all objects of an entity.
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
