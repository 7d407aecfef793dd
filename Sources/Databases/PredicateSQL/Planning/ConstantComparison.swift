import PredicateBinding
import PredicateValues

/// A condition that compares a value with constants: `year > 1990`, `1990 < year`, `genre IN {"Noir", "Drama"}`.
package struct ConstantComparison {
  package enum Kind {
    /// The value equals one of the constants. No constant is nil.
    case list([QueryValue])
    case below
    case above
    case between
    case match(CoreMatch)
  }

  package let value: CoreValue
  package let kind: Kind

  /// - Parameter condition: Any condition. The result is nil unless it compares a value with constants.
  package init?(_ condition: CoreCondition) {
    switch condition.node {
    case .compare:
      guard let (comparison, value, constant) = condition.comparisonWithConstant else { return nil }
      self.init(comparison, value, constant)
    case .member(let value, let constants): self.init(value, .list(constants))
    case .between(let value, let low, let high):
      guard low.constantValue != nil, high.constantValue != nil else { return nil }
      self.init(value, .between)
    case .match(let match, let subject, let pattern):
      guard pattern.constantValue != nil else { return nil }
      self.init(subject, .match(match))
    default: return nil
    }
  }

  private init(_ comparison: CoreComparison, _ value: CoreValue, _ constant: QueryValue) {
    switch comparison {
    case .equal, .same: self.init(value, .list([constant]))
    case .less, .lessOrEqual: self.init(value, .below)
    case .greater, .greaterOrEqual: self.init(value, .above)
    }
  }

  private init(_ value: CoreValue, _ kind: Kind) {
    self.value = value
    self.kind = kind
  }
}

extension CoreValue {
  /// The value itself. For a folded value, the operand that is folded.
  package var unfolded: CoreValue { if case .fold(let operand, _) = node { operand } else { self } }
}
