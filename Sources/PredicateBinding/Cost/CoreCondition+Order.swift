import PredicateValues

/// Which conditions keep their place: those that can throw for some object. What stands before such a condition may keep it from being
/// asked, so whether the issue is seen must not hang on what is cheaper. (Limits apart: a run that ends at one ends anyhow.)
extension CoreCondition {
  /// Whether evaluating the condition can throw for some object: it meets values of unknown type, a pattern that comes out of the object,
  /// or a function that an application added.
  package var dependsOnOrder: Bool {
    switch node {
    case .always: false
    case .and(let parts), .or(let parts): parts.contains(where: \.dependsOnOrder)
    case .not(let part): part.dependsOnOrder
    case .isNull(let value), .member(let value, _): value.dependsOnOrder
    case .compare(_, let left, let right): left.dependsOnOrder || right.dependsOnOrder
    case .between(let value, let low, let high):
      value.dependsOnOrder || low.dependsOnOrder || high.dependsOnOrder
    case .match(let kind, let subject, let pattern):
      subject.dependsOnOrder || pattern.dependsOnOrder || (kind.isExpression && pattern.constantValue == nil)
    case .exists(let range): range.dependsOnOrder
    case .dynamic(_, let left, let right, _):
      left.type == .any || right.type == .any || left.dependsOnOrder || right.dependsOnOrder
    }
  }
}

extension CoreMatch {
  fileprivate var isExpression: Bool {
    if case .regularExpression = self { true } else { false }
  }
}

extension CoreValue {
  fileprivate var dependsOnOrder: Bool {
    switch node {
    case .constant, .null, .attribute, .object, .element: false
    case .property(let base, _): base.type == .any || base.dependsOnOrder
    case .arithmetic(_, let left, let right):
      left.type == .any || right.type == .any || left.dependsOnOrder || right.dependsOnOrder
    case .negate(let operand), .cast(let operand, _): operand.type == .any || operand.dependsOnOrder
    case .fold(let operand, _): operand.dependsOnOrder
    case .count(let range): range.dependsOnOrder
    case .aggregate(_, let range, let each): each.type == .any || each.dependsOnOrder || range.dependsOnOrder
    case .collect(let range, let each): each.dependsOnOrder || range.dependsOnOrder
    case .choose(let test, let first, let second):
      test.dependsOnOrder || first.dependsOnOrder || second.dependsOnOrder
    case .call(let function, let arguments):
      function.isAdded || arguments.contains { $0.type.mayHoldAnything || $0.dependsOnOrder }
    case .list(let parts): parts.contains(where: \.dependsOnOrder)
    case .index(let base, let index):
      if case .value(let position) = index {
        base.indexDependsOnOrder || position.dependsOnOrder
      } else {
        base.indexDependsOnOrder
      }
    case .dynamicAggregate, .operatorPath, .failure: true
    }
  }

  private var indexDependsOnOrder: Bool { type == .any || dependsOnOrder }
}

extension CoreRange {
  fileprivate var dependsOnOrder: Bool {
    filter.dependsOnOrder
      || steps.contains { step in
        switch step.source {
        case .relationship: false
        case .elements(let value): value.type == .any || value.dependsOnOrder
        }
      }
  }
}

extension QueryType {
  /// Whether a value of the type, or an element of it, may be of any family.
  fileprivate var mayHoldAnything: Bool {
    switch self {
    case .any: true
    case .collection(let element): element.mayHoldAnything
    default: false
    }
  }
}
