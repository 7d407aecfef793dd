import PredicateValues

/// Finds operators in a tree that a policy does not allow. The check runs before binding, because binding replaces operators.
struct PolicyOperators: PredicateVisitor {
  let policy: QueryPolicy
  /// The issue of the first operator that is not allowed.
  private(set) var issue: PredicateIssue?

  init(_ policy: QueryPolicy) { self.policy = policy }

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    if case .comparison(let comparison) = predicate.node, !policy.operators.contains(comparison.operator) {
      refuse(comparison.operator.spelling, predicate.range)
    }
    return issue == nil
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    // Assignments are refused: the assigned value can be used twice, and a value computed from it twice again, so each assignment would double the
    // work.
    case .assignment: refuse("assigning a variable", expression.range)
    case .keyPath(let path), .path(_, let path):
      for case .collectionOperator(let name) in path.components where !policy.functions.contains("@" + name) {
        refuse("@" + name, expression.range)
      }
    default: break
    }
    return issue == nil
  }

  private mutating func refuse(_ construct: String, _ range: SourceRange) {
    if issue == nil { issue = .notAllowed(construct, range: range) }
  }
}
