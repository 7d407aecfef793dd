/// Replaces nodes of the core by others.
///
/// All three functions have a default that keeps the node and rewrites its parts. A rewriter implements the functions for the nodes that it replaces,
/// and calls `mapParts` for the other nodes.
package protocol CoreRewriter {
  mutating func rewrite(_ condition: CoreCondition) -> CoreCondition
  mutating func rewrite(_ value: CoreValue) -> CoreValue
  mutating func rewrite(_ range: CoreRange) -> CoreRange
}

extension CoreRewriter {
  package mutating func rewrite(_ condition: CoreCondition) -> CoreCondition { condition.mapParts(&self) }
  package mutating func rewrite(_ value: CoreValue) -> CoreValue { value.mapParts(&self) }
  package mutating func rewrite(_ range: CoreRange) -> CoreRange { range.mapParts(&self) }
}

extension CoreCondition {
  /// A copy of the condition in which each direct part is replaced by the result of the rewriter.
  package func mapParts(_ rewriter: inout some CoreRewriter) -> CoreCondition {
    let node: Node
    switch self.node {
    case .always: return self
    case .and(let parts): node = .and(parts.map { rewriter.rewrite($0) })
    case .or(let parts): node = .or(parts.map { rewriter.rewrite($0) })
    case .not(let part): node = .not(rewriter.rewrite(part))
    case .isNull(let value): node = .isNull(rewriter.rewrite(value))
    case .compare(let comparison, let left, let right):
      node = .compare(comparison, rewriter.rewrite(left), rewriter.rewrite(right))
    case .between(let value, let low, let high):
      node = .between(rewriter.rewrite(value), rewriter.rewrite(low), rewriter.rewrite(high))
    case .member(let value, let constants): node = .member(rewriter.rewrite(value), constants)
    case .match(let kind, let subject, let pattern):
      node = .match(kind, rewriter.rewrite(subject), pattern: rewriter.rewrite(pattern))
    case .exists(let range): node = .exists(rewriter.rewrite(range))
    case .dynamic(let op, let left, let right, let options):
      node = .dynamic(op, rewriter.rewrite(left), rewriter.rewrite(right), options)
    }
    return CoreCondition(node, range: range)
  }
}

extension CoreValue {
  /// A copy of the value in which each direct part is replaced by the result of the rewriter.
  package func mapParts(_ rewriter: inout some CoreRewriter) -> CoreValue {
    let node: Node
    switch self.node {
    case .constant, .null, .failure, .attribute, .object, .element: return self
    case .property(let base, let name): node = .property(rewriter.rewrite(base), name)
    case .negate(let operand): node = .negate(rewriter.rewrite(operand))
    case .fold(let operand, let options): node = .fold(rewriter.rewrite(operand), options)
    case .cast(let operand, let target): node = .cast(rewriter.rewrite(operand), target)
    case .dynamicAggregate(let op, let operand): node = .dynamicAggregate(op, rewriter.rewrite(operand))
    case .operatorPath(let base, let steps): node = .operatorPath(rewriter.rewrite(base), steps)
    case .arithmetic(let op, let left, let right):
      node = .arithmetic(op, rewriter.rewrite(left), rewriter.rewrite(right))
    case .call(let function, let parts): node = .call(function, parts.map { rewriter.rewrite($0) })
    case .list(let parts): node = .list(parts.map { rewriter.rewrite($0) })
    case .count(let range): node = .count(rewriter.rewrite(range))
    case .aggregate(let op, let range, let each):
      node = .aggregate(op, rewriter.rewrite(range), rewriter.rewrite(each))
    case .collect(let range, let each): node = .collect(rewriter.rewrite(range), rewriter.rewrite(each))
    case .choose(let test, let first, let second):
      node = .choose(rewriter.rewrite(test), rewriter.rewrite(first), rewriter.rewrite(second))
    case .index(let base, .value(let position)):
      node = .index(rewriter.rewrite(base), .value(rewriter.rewrite(position)))
    case .index(let base, let index): node = .index(rewriter.rewrite(base), index)
    }
    return with(node)
  }

  /// The same value with another node. Its type and its source range stay.
  package func with(_ node: Node) -> CoreValue {
    CoreValue(node, type: type, isOptional: isOptional, range: range, literalDate: literalDate, nameRange: nameRange)
  }
}

extension CoreRange {
  /// A copy of the range in which each direct part is replaced by the result of the rewriter.
  package func mapParts(_ rewriter: inout some CoreRewriter) -> CoreRange {
    let steps = steps.map { $0.mapParts(&rewriter) }
    return CoreRange(steps: steps, filter: rewriter.rewrite(filter))
  }
}

extension CoreRange.Step {
  /// The same step with a rewritten collection.
  package func mapParts(_ rewriter: inout some CoreRewriter) -> CoreRange.Step {
    guard case .elements(let value) = source else { return self }
    return CoreRange.Step(variable: variable, source: .elements(rewriter.rewrite(value)))
  }
}
