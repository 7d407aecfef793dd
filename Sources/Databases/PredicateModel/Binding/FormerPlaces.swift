import PredicateSyntax

extension EntityFetch {
  /// The first expression of the fetch that finds an object by its key, such as `Friend[3]`; nil if there is none.
  package func objectByKey(in model: DataModel) -> QueryExpression? {
    let own = model.entity(named: entity)
    return objectByKey { own?.member(named: $0) == nil && model.hasAllObjects(of: $0) }
  }
}

extension PredicateIssue {
  /// The issue for `Friend[3]` in a fetch or statement that was stored by a version in which 3 was a position.
  package static func formerPlace(_ expression: QueryExpression) -> PredicateIssue {
    .error(
      "former-place", expression.range,
      "this was stored when \(expression.canonicalFormat) meant an object by its place; now it is the object with that key",
      hint: "store it again as it is meant: by the key, or by the place with SORT BY, LIMIT and OFFSET",
      kind: .unsupported)
  }
}
