/// Visits every node of a tree in the order of the text. A node is visited before its parts.
///
/// Both functions have a default that only continues, so a visitor implements only the functions that it needs.
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
  /// Visits a condition. Returns whether to visit its parts.
  mutating func visit(_ predicate: QueryPredicate) -> Bool
  /// Visits an expression. Returns whether to visit its parts.
  mutating func visit(_ expression: QueryExpression) -> Bool
}

extension PredicateVisitor {
  /// Returns true, to visit the parts.
  public mutating func visit(_ predicate: QueryPredicate) -> Bool { true }

  /// Returns true, to visit the parts.
  public mutating func visit(_ expression: QueryExpression) -> Bool { true }
}

extension QueryPredicate {
  /// Visits this condition and everything in it. Linear in the size of the tree.
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
  /// Visits this expression and everything in it. Linear in the size of the tree.
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

  /// Visits nodes with parts of several kinds. A separate function keeps the stack frame of the recursion small.
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
  /// Visits the arguments of the calls in the path.
  fileprivate func walk(_ visitor: inout some PredicateVisitor) {
    for component in components {
      guard case .call(_, let arguments) = component else { continue }
      for argument in arguments { argument.walk(&visitor) }
    }
  }
}

/// The nesting and the size of a tree. Every node has its measure, so that no constructor makes a tree past the limits.
///
/// The nesting is that of the printed text. Each parenthesis, bracket, prefix operator and chained operator counts one level; comparisons, AND and OR
/// count none. So a tree within the limit prints as a text within the limit.
struct TreeMeasure: Sendable {
  var nodes: UInt32
  var nesting: UInt16
  /// Whether a constructor left out a part because a limit was passed.
  var isOverLimit: Bool

  static let leaf = TreeMeasure(nodes: 1, nesting: 0, isOverLimit: false)

  /// The measure of a node that replaces a tree past the limits.
  static let overLimit = TreeMeasure(nodes: 1, nesting: 0, isOverLimit: true)

  /// The measure of a node that contains the given parts, `levels` deeper than the deepest part.
  static func above(
    _ first: TreeMeasure, _ second: TreeMeasure? = nil, _ third: TreeMeasure? = nil, levels: Int = 1
  ) -> TreeMeasure {
    var result = TreeMeasure.leaf
    result.add(first)
    if let second { result.add(second) }
    if let third { result.add(third) }
    result.deepen(by: levels)
    return result
  }

  /// Adds a part next to the parts that were added before.
  mutating func add(_ part: TreeMeasure) {
    let (sum, overflow) = nodes.addingReportingOverflow(part.nodes)
    nodes = overflow ? .max : sum
    nesting = max(nesting, part.nesting)
    isOverLimit = isOverLimit || part.isOverLimit
  }

  /// Puts the parts that were added inside further constructs.
  mutating func deepen(by levels: Int) {
    nesting = UInt16(clamping: Int(nesting) + levels)
  }

  /// Whether a node with this measure is within the limits.
  var fits: Bool {
    Int(nesting) <= PredicateLimits.maximumNesting && Int(nodes) <= PredicateLimits.maximumNodes
  }
}
