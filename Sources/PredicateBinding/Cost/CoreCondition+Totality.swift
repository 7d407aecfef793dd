import PredicateValues

/// Which conditions cannot fail while they run. Told conservatively: a function or a cast may fail for all that is looked at here.
extension CoreCondition {
  /// Whether evaluating the condition cannot throw, whatever the object.
  package var isTotal: Bool {
    switch node {
    case .always: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isTotal)
    case .not(let part): part.isTotal
    case .isNull(let value), .member(let value, _): value.isTotal
    case .compare(_, let left, let right): left.isTotal && right.isTotal
    case .between(let value, let low, let high): value.isTotal && low.isTotal && high.isTotal
    case .match(.regularExpression, _, _): false
    case .match(_, let subject, let pattern): subject.isTotal && pattern.isTotal
    case .exists(let range): range.isTotal
    case .dynamic: false
    }
  }
}

extension CoreValue {
  /// Whether evaluating the value cannot throw.
  package var isTotal: Bool {
    switch node {
    case .constant, .null, .attribute, .object, .element: true
    case .arithmetic(_, let left, let right):
      type.family == .number && left.type.family == .number && right.type.family == .number
        && left.isTotal && right.isTotal
    case .negate(let operand): operand.type.family == .number && operand.isTotal
    case .fold(let operand, _): operand.isTotal
    case .count(let range): range.isTotal
    case .choose(let test, let first, let second): test.isTotal && first.isTotal && second.isTotal
    case .list(let parts): parts.allSatisfy(\.isTotal)
    case .property, .aggregate, .collect, .dynamicAggregate, .call, .cast, .index, .failure: false
    }
  }
}

extension CoreRange {
  /// Whether going through the elements cannot throw.
  package var isTotal: Bool {
    filter.isTotal
      && steps.allSatisfy { step in
        switch step.source {
        case .relationship: true
        case .elements(let value): value.type.elementType != .any && value.isTotal
        }
      }
  }
}
