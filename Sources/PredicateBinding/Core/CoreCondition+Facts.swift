import PredicateValues

extension CoreCondition.Node {
  /// What is known of the condition.
  var facts: CoreFacts {
    var facts = CoreFacts.none
    forEachPart(
      { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) })
    return facts.adding(ownFailures)
  }

  /// Why the condition itself can throw, apart from its parts.
  private var ownFailures: CoreFailures {
    switch self {
    case .always, .and, .or, .not, .isNull, .compare, .between, .member, .exists: []
    // A constant pattern was compiled when the predicate was bound.
    case .match(.regularExpression, _, let pattern): pattern.constantValue == nil ? [.mismatch, .steps] : .steps
    case .match: []
    case .dynamic(let op, let left, let right, let options):
      op.failures(left.type, right.type, options).union(left.depthFailure).union(right.depthFailure)
    }
  }
}

extension ComparisonOperator {
  /// Why a comparison that is decided when it runs can throw for values of two types; as `ValueComparison` does.
  fileprivate func failures(_ left: QueryType, _ right: QueryType, _ options: StringOptions) -> CoreFailures {
    if !Collation.isAvailable(for: options) { return .mismatch }
    switch self {
    case .equal, .notEqual: return []
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return left.isOrdered && left.family == right.family ? [] : .mismatch
    case .in: return right.canContain(left) ? [] : .mismatch
    case .contains: return left.canContain(right) ? [] : .mismatch
    case .beginsWith, .endsWith, .like: return left == .string && right == .string ? [] : .mismatch
    case .matches: return [.mismatch, .steps]
    case .between, .tokenMatches, .utiConformsTo, .utiEquals, .selector: return .mismatch
    }
  }
}

extension QueryType {
  /// Whether IN takes a container and a member of these types.
  fileprivate func canContain(_ member: QueryType) -> Bool {
    switch self {
    case .collection, .dictionary: true
    default: self == .string && member == .string
    }
  }
}

extension CoreCondition {
  /// A comparison with a constant, whichever side that stands on: of `1990 < year` the value `year`, greater than 1990. Nil for every other
  /// condition.
  package var comparisonWithConstant: (comparison: CoreComparison, value: CoreValue, constant: QueryValue)? {
    guard case .compare(let comparison, let left, let right) = node else { return nil }
    if let constant = right.constantValue { return (comparison, left, constant) }
    return left.constantValue.map { (comparison.mirrored, right, $0) }
  }
}
