import PredicateSyntax

/// Finds objects by their keys: `Friend[3]`, `OrderLine[10248, 11]`.
///
/// Up to version 0.14 of the language `Friend[3]` was the friend at place 3. A fetch or statement that was stored then must not run with
/// another meaning.
struct EntityKeyFinder: PredicateVisitor {
  /// Whether a name is that of an entity; true of every name where no model is known.
  let isEntity: (String) -> Bool
  private(set) var found: QueryExpression?

  init(isEntity: @escaping (String) -> Bool = { _ in true }) { self.isEntity = isEntity }

  mutating func visit(_ predicate: QueryPredicate) -> Bool { found == nil }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .index(let base, .expression) = expression.node, let name = base.bareName, isEntity(name) {
      found = found ?? expression
    }
    return found == nil
  }
}

extension EntityFetch {
  /// The first index behind a name that is an entity's.
  func objectByKey(_ isEntity: @escaping (String) -> Bool = { _ in true }) -> QueryExpression? {
    var finder = EntityKeyFinder(isEntity: isEntity)
    for predicate in [predicate, having].compactMap({ $0 }) { predicate.walk(&finder) }
    let values = (groupBy + columns).map(\.expression) + sortKeys.map(\.expression) + (firstOfEach?.keys ?? [])
    for value in values { value.walk(&finder) }
    return finder.found
  }
}
