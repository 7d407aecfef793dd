/// A node of the typed core of any kind, for walks that treat all kinds alike.
///
/// A row is not a part. Walks use ``CoreRow/variable``, the variable at the start of the row.
package enum CorePart {
  case condition(CoreCondition)
  case value(CoreValue)
  case range(CoreRange)

  /// Calls `body` with each direct part of the node, in the order of evaluation. `body` can call `forEachPart` of the part.
  package func forEachPart(_ body: (CorePart) -> Void) {
    switch self {
    case .condition(let condition):
      condition.node.forEachPart({ body(.condition($0)) }, { body(.value($0)) }, { body(.range($0)) })
    case .value(let value):
      value.node.forEachPart({ body(.condition($0)) }, { body(.value($0)) }, { body(.range($0)) })
    case .range(let range):
      for step in range.steps {
        if case .elements(let value) = step.source { body(.value(value)) }
      }
      body(.condition(range.filter))
    }
  }

  /// Whether the node has more than `limit` parts. The node itself and all nested parts count. Stops at the limit.
  ///
  /// It does not recurse, because a core within the limits of a tree may be deeper than the stack of a thread in an unoptimised build.
  package func hasMoreParts(than limit: Int) -> Bool {
    var count = 0
    var waiting = [self]
    while let part = waiting.popLast() {
      count += 1
      if count > limit { return true }
      part.forEachPart { waiting.append($0) }
    }
    return false
  }

  /// Whether the node gives the same result for the same values at any time, because it depends neither on the time nor on random numbers. A function
  /// of the application can get both from its context, so it counts as impure.
  package var isPure: Bool {
    if case .value(let value) = self, case .call(let function, _) = value.node, !function.isPure || function.isAdded {
      return false
    }
    var isPure = true
    forEachPart { isPure = isPure && $0.isPure }
    return isPure
  }

  /// A rough estimate of the cost of one evaluation, in half nanoseconds of the reference evaluator. Each step of a range is assumed to have eight
  /// elements. Linear in the size of the node.
  package var cost: Int {
    var cost = 40
    forEachPart { cost += min($0.cost, Self.greatestCost - cost) }
    guard case .range(let range) = self else { return cost }
    for _ in range.steps { cost = min(8 * cost, Self.greatestCost) }
    return cost
  }

  /// The greatest estimate. It keeps sums and products from overflowing.
  private static let greatestCost = 1 << 32
}

extension CoreCondition.Node {
  /// Calls one of three functions with each direct part, in the order of evaluation.
  @inline(__always)
  func forEachPart(
    _ condition: (CoreCondition) -> Void, _ value: (CoreValue) -> Void, _ range: (CoreRange) -> Void
  ) {
    switch self {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { condition(part) }
    case .not(let part): condition(part)
    case .isNull(let operand), .member(let operand, _): value(operand)
    case .compare(_, let left, let right), .match(_, let left, let right), .dynamic(_, let left, let right, _):
      value(left)
      value(right)
    case .between(let operand, let low, let high):
      value(operand)
      value(low)
      value(high)
    case .exists(let elements): range(elements)
    }
  }
}

extension CoreValue.Node {
  /// Calls one of three functions with each direct part, in the order of evaluation.
  @inline(__always)
  func forEachPart(
    _ condition: (CoreCondition) -> Void, _ value: (CoreValue) -> Void, _ range: (CoreRange) -> Void
  ) {
    switch self {
    case .constant, .null, .failure, .attribute, .object, .element: break
    case .property(let operand, _), .negate(let operand), .fold(let operand, _), .cast(let operand, _),
      .dynamicAggregate(_, let operand), .operatorPath(let operand, _):
      value(operand)
    case .arithmetic(_, let left, let right):
      value(left)
      value(right)
    case .count(let elements): range(elements)
    case .aggregate(_, let elements, let each), .collect(let elements, let each):
      range(elements)
      value(each)
    case .choose(let test, let first, let second):
      condition(test)
      value(first)
      value(second)
    case .call(_, let parts), .list(let parts): for part in parts { value(part) }
    case .index(let base, let index):
      value(base)
      if case .value(let position) = index { value(position) }
    }
  }
}
