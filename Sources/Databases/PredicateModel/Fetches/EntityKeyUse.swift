import PredicateSyntax

/// Finds objects by their keys: `Friend[3]`, `OrderLine[10248, 11]`.
///
/// Up to version 0.14 of the language, `Friend[3]` was the friend at position 3. A fetch or statement that such a version stored is refused, because
/// it would find another object now.
struct EntityKeyFinder: PredicateVisitor {
  /// Whether a name is an entity; true for every name if the model is unknown.
  let isEntity: (String) -> Bool
  private(set) var found: QueryExpression?

  init(isEntity: @escaping (String) -> Bool = { _ in true }) { self.isEntity = isEntity }

  mutating func visit(_ predicate: QueryPredicate) -> Bool { found == nil }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .index(let base, .expression) = expression.node, let name = base.keyedEntityName, isEntity(name) {
      found = found ?? expression
    }
    return found == nil
  }
}

extension EntityFetch {
  /// The first index expression whose base is the name of an entity.
  func objectByKey(_ isEntity: @escaping (String) -> Bool = { _ in true }) -> QueryExpression? {
    var finder = EntityKeyFinder(isEntity: isEntity)
    for predicate in [predicate, having].compactMap({ $0 }) { predicate.walk(&finder) }
    let values = (groupBy + columns).map(\.expression) + sortKeys.map(\.expression) + (firstOfEach?.keys ?? [])
    for value in values { value.walk(&finder) }
    return finder.found
  }
}
