/// A node of the typed core, whatever its sort: for walks that treat all sorts alike.
///
/// A row has no parts; ``CoreRow/variable`` says where it starts.
package enum CorePart {
  case condition(CoreCondition)
  case value(CoreValue)
  case range(CoreRange)

  /// What is known of the node.
  package var facts: CoreFacts {
    switch self {
    case .condition(let condition): condition.facts
    case .value(let value): value.facts
    case .range(let range): range.facts
    }
  }

  /// Calls `body` with each direct part of the node, in the order of evaluation. A walk calls it again with each part.
  package func forEachPart(_ body: (CorePart) -> Void) {
    switch self {
    case .condition(let condition): condition.node.forEachPart(body)
    case .value(let value): value.node.forEachPart(body)
    case .range(let range):
      for step in range.steps {
        if case .elements(let value) = step.source { body(.value(value)) }
      }
      body(.condition(range.filter))
    }
  }
}

extension CoreCondition.Node {
  /// Calls `body` with each direct part, in the order of evaluation.
  func forEachPart(_ body: (CorePart) -> Void) {
    switch self {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { body(.condition(part)) }
    case .not(let part): body(.condition(part))
    case .isNull(let value), .member(let value, _): body(.value(value))
    case .compare(_, let left, let right), .match(_, let left, let right), .dynamic(_, let left, let right, _):
      body(.value(left))
      body(.value(right))
    case .between(let value, let low, let high):
      body(.value(value))
      body(.value(low))
      body(.value(high))
    case .exists(let range): body(.range(range))
    }
  }
}

extension CoreValue.Node {
  /// Calls `body` with each direct part, in the order of evaluation.
  func forEachPart(_ body: (CorePart) -> Void) {
    switch self {
    case .constant, .null, .failure, .attribute, .object, .element: break
    case .property(let value, _), .negate(let value), .fold(let value, _), .cast(let value, _),
      .dynamicAggregate(_, let value), .operatorPath(let value, _):
      body(.value(value))
    case .arithmetic(_, let left, let right):
      body(.value(left))
      body(.value(right))
    case .count(let range): body(.range(range))
    case .aggregate(_, let range, let each), .collect(let range, let each):
      body(.range(range))
      body(.value(each))
    case .choose(let test, let first, let second):
      body(.condition(test))
      body(.value(first))
      body(.value(second))
    case .call(_, let parts), .list(let parts): for part in parts { body(.value(part)) }
    case .index(let base, let index):
      body(.value(base))
      if case .value(let position) = index { body(.value(position)) }
    }
  }
}
