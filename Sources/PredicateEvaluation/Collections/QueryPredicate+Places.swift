import PredicateSyntax
import PredicateValues

extension QueryPredicate {
  /// Whether all parts stand where those of an equal predicate do. Linear in the size of the tree.
  func hasSamePlaces(as other: QueryPredicate) -> Bool { places == other.places }

  private var places: [SourceRange] {
    var collector = PlaceCollector()
    walk(&collector)
    return collector.places
  }
}

private struct PlaceCollector: PredicateVisitor {
  var places: [SourceRange] = []

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    places.append(predicate.range)
    if case .comparison(let comparison) = predicate.node { places.append(comparison.operatorRange) }
    return true
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    places.append(expression.range)
    if case .keyPath(let path) = expression.node { places += path.ranges(in: expression.range) }
    if case .path(_, let path) = expression.node { places += path.ranges(in: expression.range) }
    return true
  }
}
