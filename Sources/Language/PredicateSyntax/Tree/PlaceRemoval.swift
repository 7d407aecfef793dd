extension QueryPredicate {
  /// The same condition without source ranges, for a combination with conditions of another text.
  package var withoutPlaces: QueryPredicate {
    var removal = PlaceRemoval()
    return removal.rewrite(self)
  }
}

private struct PlaceRemoval: TreeRewriter {
  mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate { predicate.mapParts(&self).at(.none) }

  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression { expression.mapParts(&self).at(.none) }
}
