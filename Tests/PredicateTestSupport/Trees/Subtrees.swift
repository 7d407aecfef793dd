import PredicateSyntax

/// Every part of a tree, smallest first: the cheap way to a small tree that still fails.
public struct Subtrees: PredicateVisitor {
  public private(set) var predicates: [QueryPredicate] = []
  public private(set) var expressions: [QueryExpression] = []

  public init(of predicate: QueryPredicate) {
    predicate.walk(&self)
    predicates.sort { $0.nodeCount < $1.nodeCount }
    expressions.sort { $0.nodeCount < $1.nodeCount }
  }

  public mutating func visit(_ predicate: QueryPredicate) -> Bool {
    predicates.append(predicate)
    return true
  }

  public mutating func visit(_ expression: QueryExpression) -> Bool {
    expressions.append(expression)
    return true
  }
}
