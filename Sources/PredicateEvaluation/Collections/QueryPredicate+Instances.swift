import PredicateSyntax
import PredicateValues

extension QueryPredicate {
  /// Whether the predicate names an instance of a class, which it keeps alive: `friend == %@`. Linear in the size of the tree.
  var namesInstances: Bool {
    var finder = InstanceFinder()
    walk(&finder)
    return finder.hasFound
  }
}

private struct InstanceFinder: PredicateVisitor {
  var hasFound = false

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .literal(.object(let reference)) = expression.node, reference.isOfInstance { hasFound = true }
    return !hasFound
  }
}
