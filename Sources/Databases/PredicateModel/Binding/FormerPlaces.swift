import PredicateSyntax

extension EntityFetch {
  /// The first object by its key in the fetch; nil if there is none.
  package func objectByKey(in model: DataModel) -> QueryExpression? {
    let own = model.entity(named: entity)
    return objectByKey { own?.member(named: $0) == nil && model.hasAllObjects(of: $0) }
  }
}

extension PredicateIssue {
  /// `Friend[3]` in a stored fetch or statement from a version where the 3 was a position.
  package static func formerPlace(_ expression: QueryExpression) -> PredicateIssue {
    .error(
      "former-place", expression.range,
      "this was stored when \(expression.canonicalFormat) meant an object by its place; now it is the object with that key",
      hint: "store it again as it is meant: by the key, or by the place with SORT BY, LIMIT and OFFSET",
      kind: .unsupported)
  }
}
