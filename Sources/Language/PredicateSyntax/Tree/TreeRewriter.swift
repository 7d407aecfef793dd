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

  @inline(never)
  fileprivate mutating func rewrite(_ expressions: [QueryExpression]) -> [QueryExpression] {
    var result: [QueryExpression] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(rewrite(expression)) }
    return result
  }

  @inline(never)
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

  @inline(never)
  private func mapComparison(_ rewriter: inout some TreeRewriter) -> QueryPredicate {
    if case .comparison(let comparison) = node {
      .comparison(comparison.mapParts(&rewriter), range: range)
    } else {
      self
    }
  }

  @inline(never)
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

  @inline(never)
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

  @inline(never)
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

  @inline(never)
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

  @inline(never)
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

extension QueryPredicate {
  /// The same condition without source ranges, for a combination with conditions of another text.
  package var withoutPlaces: QueryPredicate {
    var removal = PlaceRemoval()
    return removal.rewrite(self)
  }
}

private struct PlaceRemoval: TreeRewriter {
  @inline(never)
  mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate { predicate.mapParts(&self).at(.none) }

  @inline(never)
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression { expression.mapParts(&self).at(.none) }
}

/// A use of a variable that the tree itself does not bind: an element of ``QueryPredicate/freeVariables``.
public struct VariableUse: Sendable, Hashable {
  /// The name without `$`.
  public let name: String
  /// The range of the variable. For a variable in a path (`$a.$b`) it is the range of the whole path.
  public let range: SourceRange

  /// A use of a variable.
  public init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }

  /// Whether the ranges are equal, and the names have the same scalars.
  public static func == (left: VariableUse, right: VariableUse) -> Bool {
    left.name.hasSameScalars(as: right.name) && left.range == right.range
  }

  /// Hashes the name's bytes and the range.
  public func hash(into hasher: inout Hasher) {
    name.hashScalars(into: &hasher)
    hasher.combine(range)
  }
}

extension QueryPredicate {
  /// Every use of a variable that the predicate itself does not bind, in the order of the text.
  ///
  /// A SUBQUERY binds its variable inside its condition, but not in its collection. An assignment binds no variable here, because the text does not
  /// determine when it is evaluated. Linear in the size of the tree.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > $y AND SUBQUERY(tags, $t, $t == $name).@count > 0")
  ///   .freeVariables.map(\.name)  // ["y", "name"]
  /// ```
  public var freeVariables: [VariableUse] {
    var finder = FreeVariableFinder()
    walk(&finder)
    return finder.uses
  }
}

extension QueryExpression {
  /// Every use of a variable that the expression does not bind itself; see ``QueryPredicate/freeVariables``.
  public var freeVariables: [VariableUse] {
    var finder = FreeVariableFinder()
    walk(&finder)
    return finder.uses
  }
}

private struct FreeVariableFinder: PredicateVisitor {
  var uses: [VariableUse] = []
  /// For each name, the number of SUBQUERYs around the current node that bind it.
  private var bound: [ScalarString: Int] = [:]

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .variable(let name): add(name, expression.range)
    case .path(let base, let path):
      base.walk(&self)
      add(path, expression.range)
      return false
    case .keyPath(let path):
      add(path, expression.range)
      return false
    case .subquery(let collection, let variable, let predicate):
      collection.walk(&self)
      bound[ScalarString(variable), default: 0] += 1
      predicate.walk(&self)
      bound[ScalarString(variable), default: 1] -= 1
      return false
    default: break
    }
    return true
  }

  private mutating func add(_ path: QueryKeyPath, _ range: SourceRange) {
    for component in path.components {
      switch component {
      case .variable(let name): add(name, range)
      case .call(_, let arguments): for argument in arguments { argument.walk(&self) }
      case .key, .collectionOperator, .placeholder: break
      }
    }
  }

  private mutating func add(_ name: String, _ range: SourceRange) {
    if bound[ScalarString(name), default: 0] == 0 { uses.append(VariableUse(name: name, range: range)) }
  }
}
