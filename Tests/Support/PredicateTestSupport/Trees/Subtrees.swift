import PredicateSyntax

/// Collects every part of a tree, smallest first: a cheap way to find a small tree that still fails.
public struct Subtrees: PredicateVisitor {
  /// The conditions, smallest first.
  public private(set) var predicates: [QueryPredicate] = []
  /// The values, smallest first.
  public private(set) var expressions: [QueryExpression] = []

  /// The parts of a tree, itself included.
  public init(of predicate: QueryPredicate) {
    predicate.walk(&self)
    predicates.sort { $0.nodeCount < $1.nodeCount }
    expressions.sort { $0.nodeCount < $1.nodeCount }
  }

  /// Collects a condition.
  public mutating func visit(_ predicate: QueryPredicate) -> Bool {
    predicates.append(predicate)
    return true
  }

  /// Collects a value.
  public mutating func visit(_ expression: QueryExpression) -> Bool {
    expressions.append(expression)
    return true
  }
}
