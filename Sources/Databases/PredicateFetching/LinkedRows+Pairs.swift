import PredicateModel
import PredicateValues

/// Prefetches relationships whose objects do not refer to their owners, such as many-to-many relationships.
extension LinkedRows {
  /// Prefetches the objects of such a relationship for some rows. One statement finds the pairs of owner and object, and another finds the objects.
  ///
  /// Does nothing for objects without a key or with a key of several values, and for a database that cannot select the pairs.
  func prefetchPairs(_ owners: [LinkedRecord], through relationship: Relationship, _ inverse: Relationship) throws {
    guard let entity = owners.first?.entity, let destination = model.entity(named: relationship.destination),
      let ownKey = PairKey(entity), let key = PairKey(destination), key.names.count <= 1
    else { return }
    let unknown = unknown(owners, through: relationship).filter { $0.key != nil }
    for part in unknown.parts(of: ownKey.names.count > 1 ? 200 : 2_000) {
      let keys = part.compactMap(\.key)
      var pairs = EntityFetch(entity.name, where: ownKey.condition(keys, of: entity))
      pairs.groupBy = ownKey.expressions(from: []).enumerated().map { FetchedColumn($1, as: "key \($0)") }
      pairs.groupBy += key.expressions(from: [relationship.name]).map {
        FetchedColumn(.call("each", [$0]), as: "element")
      }
      var elements: [[ValueKey]: [ValueKey]] = [:]
      for row in try fetch(pairs).rows {
        let values = row.dropLast().map { $0.reference.map { .integer($0.key) } ?? $0 }
        // A pair with an unreadable key is skipped, because nil does not identify one object.
        guard !values.contains(where: \.isNull), let element = values.last else { return }
        elements[values.dropLast().map { ValueKey($0) }, default: []].append(ValueKey(element))
      }
      let found =
        elements.isEmpty
        ? [] : try add(EntityFetch(destination.name, where: ownKey.condition(keys, of: entity, at: inverse)))
      let places = Dictionary(found.enumerated().map { ($1.key ?? [], $0) }) { first, _ in first }
      setChildren(of: part, through: relationship) { owner in
        let known = owner.key.flatMap { elements[$0] } ?? []
        return known.compactMap { places[[$0]] }.sorted().map { found[$0] }
      }
    }
  }
}

/// The key of an entity's objects: the integer of references to them, or attributes.
private struct PairKey {
  /// The attributes; empty if the key is the integer.
  let names: [String]

  /// Nil for an entity without a key, and if a column of the key is not an attribute.
  init?(_ entity: Entity) {
    if entity.key.referenceColumn != nil {
      names = []
      return
    }
    guard !entity.key.columns.isEmpty, let names = KeyLink.names(of: entity.key.columns, in: entity) else { return nil }
    self.names = names
  }

  /// The expressions for the key values of the objects at a path. If the key is an integer, the path itself.
  func expressions(from path: [String]) -> [QueryExpression] {
    names.isEmpty ? [LinkedRows.path(path)] : names.map { LinkedRows.path(path + [$0]) }
  }

  /// The condition that an object has one of some keys, or that its to-many relationship contains such an object.
  func condition(_ keys: [[ValueKey]], of entity: Entity, at relationship: Relationship? = nil) -> QueryPredicate {
    guard names.count < 2 else {
      guard let relationship else { return LinkedRows.condition(names, keys) }
      let owners = QueryExpression.subquery(
        LinkedRows.path([relationship.name]), variable: "owner",
        LinkedRows.condition(names, keys, of: .variable("owner")))
      let count = QueryExpression.path(owners, QueryKeyPath(.collectionOperator("count")))
      return .comparison(QueryComparison(count, .greaterThan, .literal(.integer(0))))
    }
    let values = keys.compactMap(\.first).map { key -> QueryExpression in
      guard names.isEmpty, case .integer(let number) = key.value else { return LinkedRows.constant(key) }
      return .literal(.object(ObjectReference(entity: entity.name, key: number)))
    }
    let side = expressions(from: relationship.map { [$0.name] } ?? [])[0]
    return .comparison(
      QueryComparison(side, .in, .aggregate(values), quantifier: relationship == nil ? .direct : .any))
  }
}
