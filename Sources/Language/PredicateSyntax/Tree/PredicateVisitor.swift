/// Something that is shown every node of a tree, each before its parts, in the order of the text.
///
/// Both functions have a default that only goes on, so a visitor writes the one it is about.
///
/// ```swift
/// struct KeyCounter: PredicateVisitor {
///   var count = 0
///   mutating func visit(_ expression: QueryExpression) -> Bool {
///     if case .keyPath = expression.node { count += 1 }
///     return true
///   }
/// }
/// var counter = KeyCounter()
/// predicate.walk(&counter)
/// ```
public protocol PredicateVisitor {
  /// Sees a condition. Returns whether its parts are to be visited.
  mutating func visit(_ predicate: QueryPredicate) -> Bool
  /// Sees an expression. Returns whether its parts are to be visited.
  mutating func visit(_ expression: QueryExpression) -> Bool
}

extension PredicateVisitor {
  /// Goes on.
  public mutating func visit(_ predicate: QueryPredicate) -> Bool { true }

  /// Goes on.
  public mutating func visit(_ expression: QueryExpression) -> Bool { true }
}

extension QueryPredicate {
  /// Shows this condition and everything in it to a visitor. Linear in the size of the tree.
  public func walk(_ visitor: inout some PredicateVisitor) {
    guard visitor.visit(self) else { return }
    switch node {
    case .literal, .overLimit: break
    case .comparison(let comparison):
      comparison.left.walk(&visitor)
      comparison.right.walk(&visitor)
    case .not(let operand): operand.walk(&visitor)
    case .and(let operands), .or(let operands):
      for operand in operands { operand.walk(&visitor) }
    }
  }
}

extension QueryExpression {
  /// Shows this expression and everything in it to a visitor. Linear in the size of the tree.
  public func walk(_ visitor: inout some PredicateVisitor) {
    guard visitor.visit(self) else { return }
    switch node {
    case .literal, .evaluatedObject, .anyKey, .variable, .placeholder, .overLimit, .unreadable: break
    case .keyPath(let path): path.walk(&visitor)
    case .negate(let operand), .assignment(_, let operand): operand.walk(&visitor)
    case .binary(_, let left, let right), .cast(let left, let right):
      left.walk(&visitor)
      right.walk(&visitor)
    case .aggregate(let parts), .call(_, let parts):
      for part in parts { part.walk(&visitor) }
    default: walkMixedParts(&visitor)
    }
  }

  /// The forms whose parts are of several kinds, apart to keep the stack frame of the recursion small.
  private func walkMixedParts(_ visitor: inout some PredicateVisitor) {
    switch node {
    case .path(let base, let path):
      base.walk(&visitor)
      path.walk(&visitor)
    case .index(let base, let index):
      base.walk(&visitor)
      if case .expression(let value) = index { value.walk(&visitor) }
    case .function(let receiver, let selector, let arguments):
      receiver.walk(&visitor)
      selector.walk(&visitor)
      for argument in arguments { argument.walk(&visitor) }
    case .ternary(let condition, let first, let second):
      condition.walk(&visitor)
      first.walk(&visitor)
      second.walk(&visitor)
    case .subquery(let collection, _, let predicate):
      collection.walk(&visitor)
      predicate.walk(&visitor)
    case .fetch(let request, let context, let countOnly):
      request.walk(&visitor)
      context.walk(&visitor)
      countOnly.walk(&visitor)
    default: break
    }
  }
}

extension QueryKeyPath {
  /// Shows the arguments of the calls among the components.
  fileprivate func walk(_ visitor: inout some PredicateVisitor) {
    for component in components {
      guard case .call(_, let arguments) = component else { continue }
      for argument in arguments { argument.walk(&visitor) }
    }
  }
}
