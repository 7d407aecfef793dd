/// Replaces nodes of a tree by others. It builds the result by the constructors, so the result is in normal form and within the limits.
///
/// All three functions have a default that rewrites the parts of a node. A rewriter implements the functions for the nodes that it replaces, and
/// calls `mapParts` for the other nodes.
package protocol TreeRewriter {
  mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath
}

extension TreeRewriter {
  package mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate { predicate.mapParts(&self) }
  package mutating func rewrite(_ expression: QueryExpression) -> QueryExpression { expression.mapParts(&self) }
  package mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path.mapParts(&self) }

  fileprivate mutating func rewrite(_ expressions: [QueryExpression]) -> [QueryExpression] {
    var result: [QueryExpression] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(rewrite(expression)) }
    return result
  }

  fileprivate mutating func rewrite(_ operands: [QueryPredicate]) -> [QueryPredicate] {
    var result: [QueryPredicate] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(rewrite(operand)) }
    return result
  }
}

extension QueryPredicate {
  /// The same condition with rewritten parts.
  ///
  /// Never inlined, because the optimiser would unroll the recursion into a stack frame of many kilobytes.
  @inline(never)
  package func mapParts(_ rewriter: inout some TreeRewriter) -> QueryPredicate {
    switch node {
    case .literal, .overLimit: self
    case .comparison: mapComparison(&rewriter)
    case .not, .and, .or: mapCompound(&rewriter)
    }
  }

  private func mapComparison(_ rewriter: inout some TreeRewriter) -> QueryPredicate {
    if case .comparison(let comparison) = node {
      .comparison(comparison.mapParts(&rewriter), range: range)
    } else {
      self
    }
  }

  private func mapCompound(_ rewriter: inout some TreeRewriter) -> QueryPredicate {
    switch node {
    case .not(let operand): .not(rewriter.rewrite(operand), range: range)
    case .and(let operands): .and(rewriter.rewrite(operands), range: range)
    case .or(let operands): .or(rewriter.rewrite(operands), range: range)
    default: self
    }
  }
}

extension QueryComparison {
  /// The same comparison with rewritten sides.
  package func mapParts(_ rewriter: inout some TreeRewriter) -> QueryComparison {
    let left = rewriter.rewrite(left)
    return with(left, rewriter.rewrite(right))
  }

  /// A separate function, so that the comparison takes no stack in the frame of the recursion.
  @inline(never)
  private func with(_ left: QueryExpression, _ right: QueryExpression) -> QueryComparison {
    QueryComparison(
      left, self.operator, right, quantifier: quantifier, options: options, spelling: spelling,
      operatorRange: operatorRange)
  }
}

extension QueryExpression {
  /// The same value with rewritten parts.
  ///
  /// Nodes with parts are handled by other functions, a few in each. An unoptimised build reserves stack for every name that a function binds, and
  /// these functions recurse with the tree.
  @inline(never)
  package func mapParts(_ rewriter: inout some TreeRewriter) -> QueryExpression {
    switch node {
    case .literal, .evaluatedObject, .anyKey, .variable, .placeholder, .overLimit, .unreadable: self
    case .negate, .binary, .assignment: mapOperation(&rewriter)
    case .keyPath, .path, .index, .aggregate: mapCollection(&rewriter)
    case .call, .function, .cast: mapCall(&rewriter)
    case .ternary, .fetch, .subquery: mapChoice(&rewriter)
    }
  }

  private func mapOperation(_ rewriter: inout some TreeRewriter) -> QueryExpression {
    switch node {
    case .negate(let operand): .negate(rewriter.rewrite(operand), range: range)
    case .binary(let op, let left, let right):
      .binary(op, rewriter.rewrite(left), rewriter.rewrite(right), range: range)
    case .assignment(let variable, let value):
      .assignment(variable: variable, rewriter.rewrite(value), range: range)
    default: self
    }
  }

  private func mapCollection(_ rewriter: inout some TreeRewriter) -> QueryExpression {
    switch node {
    case .keyPath(let path): .keyPath(rewriter.rewrite(path), range: range)
    case .path(let base, let path): .path(rewriter.rewrite(base), rewriter.rewrite(path), range: range)
    case .index(let base, .expression(let value)):
      .index(rewriter.rewrite(base), .expression(rewriter.rewrite(value)), range: range)
    case .index(let base, let index): .index(rewriter.rewrite(base), index, range: range)
    case .aggregate where isListOfConstants: self
    case .aggregate(let elements): .aggregate(rewriter.rewrite(elements), range: range)
    default: self
    }
  }

  private func mapCall(_ rewriter: inout some TreeRewriter) -> QueryExpression {
    switch node {
    case .call(let name, let arguments): .call(name, rewriter.rewrite(arguments), range: range)
    case .function(let receiver, let selector, let arguments):
      .function(
        rewriter.rewrite(receiver), selector: rewriter.rewrite(selector), rewriter.rewrite(arguments), range: range)
    case .cast(let operand, let type): .cast(rewriter.rewrite(operand), type: rewriter.rewrite(type), range: range)
    default: self
    }
  }

  private func mapChoice(_ rewriter: inout some TreeRewriter) -> QueryExpression {
    switch node {
    case .ternary(let condition, let first, let second):
      .ternary(rewriter.rewrite(condition), rewriter.rewrite(first), rewriter.rewrite(second), range: range)
    case .fetch(let request, let context, let countOnly):
      .fetch(rewriter.rewrite(request), rewriter.rewrite(context), rewriter.rewrite(countOnly), range: range)
    case .subquery(let collection, let variable, let predicate):
      .subquery(rewriter.rewrite(collection), variable: variable, rewriter.rewrite(predicate), range: range)
    default: self
    }
  }
}

extension QueryKeyPath {
  /// The same path with rewritten arguments in its calls.
  package func mapParts(_ rewriter: inout some TreeRewriter) -> QueryKeyPath {
    if rest.isEmpty, case .key = first { return self }
    let first = first.mapParts(&rewriter)
    var others: [Component] = []
    others.reserveCapacity(rest.count)
    for component in rest { others.append(component.mapParts(&rewriter)) }
    return replacing(first, others)
  }
}

extension QueryKeyPath.Component {
  fileprivate func mapParts(_ rewriter: inout some TreeRewriter) -> QueryKeyPath.Component {
    if case .call(let name, let arguments) = self { .call(name, rewriter.rewrite(arguments)) } else { self }
  }
}
