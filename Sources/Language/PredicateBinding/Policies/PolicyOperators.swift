import PredicateValues

/// Looks through a tree for operators that a policy does not allow. Binding gives them other forms, so they are looked for before.
struct PolicyOperators: PredicateVisitor {
  let policy: QueryPolicy
  /// The first one that is not allowed.
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
    // A value that is assigned can be used twice, and what is made of it again twice: the work would double with each assignment.
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
