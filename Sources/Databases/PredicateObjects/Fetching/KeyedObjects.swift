import PredicateBinding
import PredicateSyntax
import PredicateValues

/// Replaces object references by the values of their keys: `User["a1"]`.
///
/// A reference to an object has an integer. If the entity's key is a text, a UUID or several columns, that integer is a number of this process, which
/// the database does not know.
struct KeyedObjects: TreeRewriter {
  private let plan: StorePlan

  /// Nil if the keys of all entities are integers.
  init?(_ plan: StorePlan) {
    guard plan.entities.contains(where: { $0.numbers != nil }) else { return nil }
    self.plan = plan
  }

  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    if case .literal(.object(let reference)) = expression.node { return object(reference) ?? expression }
    return expression.mapParts(&self)
  }

  /// A fetch in which such references are replaced, and the variables that remain.
  mutating func rewrite(_ fetch: EntityFetch, _ variables: QueryVariables) -> (EntityFetch, QueryVariables) {
    var replaced: [String] = []
    func known(_ name: String) -> QueryExpression? {
      guard let value = variables[name], let found = expression(of: value) else { return nil }
      replaced.append(name)
      return found
    }
    var (fetch, rest) = (fetch, variables)
    fetch.predicate = fetch.predicate.map { rewrite($0.substituting(known)) }
    fetch.having = fetch.having.map { rewrite($0.substituting(known)) }
    for place in fetch.columns.indices {
      fetch.columns[place].expression = rewrite(fetch.columns[place].expression.substituting(known))
    }
    for place in fetch.groupBy.indices {
      fetch.groupBy[place].expression = rewrite(fetch.groupBy[place].expression.substituting(known))
    }
    for place in fetch.sortKeys.indices {
      fetch.sortKeys[place].expression = rewrite(fetch.sortKeys[place].expression.substituting(known))
    }
    let used = fetch.freeVariables
    for name in replaced where !used.contains(where: { $0.name.hasSameScalars(as: name) }) { rest = rest.without(name) }
    return (fetch, rest)
  }

  /// A predicate without such references, and the variables that it still has.
  mutating func rewrite(_ predicate: QueryPredicate, _ variables: QueryVariables) -> (QueryPredicate, QueryVariables) {
    let (fetch, rest) = rewrite(EntityFetch("", where: predicate), variables)
    return (fetch.predicate ?? predicate, rest)
  }

  /// Whether a value has such references.
  func isKeyed(_ value: QueryValue) -> Bool { expression(of: value) != nil }

  /// The expression of a value that has such references; nil for every other value.
  private func expression(of value: QueryValue) -> QueryExpression? {
    switch value {
    case .reference(let reference): return object(reference)
    case .object(let found): return found.reference.flatMap { object($0) }
    case .array(let elements), .set(let elements):
      let found = elements.map { expression(of: $0) }
      guard found.contains(where: { $0 != nil }) else { return nil }
      return .aggregate(zip(found, elements).map { $0 ?? $1.queryArgument.expression() })
    default: return nil
    }
  }

  private func object(_ reference: ObjectReference) -> QueryExpression? {
    guard let plan = plan.entity(named: reference.entity), let numbers = plan.numbers else { return nil }
    let values = numbers.values(of: reference.key)
    // For an unknown number the condition is false, because no row has it.
    guard !values.isEmpty, values.count == plan.keyAttributes.count else { return nil }
    let parts = zip(plan.keyAttributes, values).map { place, stored in
      plan.entity.attributes[place].value(of: stored).queryArgument.expression()
    }
    let key = parts.count == 1 ? parts[0] : .aggregate(parts)
    return .index(.keyPath(QueryKeyPath(.key(plan.entity.name))), .expression(key))
  }
}
