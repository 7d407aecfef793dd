/// A condition: for each object it is true or false.
///
/// A tree is always in normal form. AND and OR have at least two conditions. No condition of an AND is an AND, and no condition of an OR is an OR.
/// Equality and hashing ignore ranges and spelling. A tree that is too deep or too large becomes ``Node/overLimit``, so functions may recurse over
/// any tree.
///
/// ```swift
/// let recent = try QueryPredicate(format: "year > 1990")
/// let both = QueryPredicate.and([recent, try QueryPredicate("genre == 'Noir'")])
/// both.canonicalFormat  // year > 1990 AND genre == "Noir"
/// ```
public struct QueryPredicate: Sendable {
  /// The kind of the condition, and its parts.
  public let node: Node
  /// The range of the condition in the text.
  public let range: SourceRange
  let measure: TreeMeasure

  /// The kinds of condition.
  public enum Node: Sendable, Hashable {
    /// `TRUEPREDICATE`, `FALSEPREDICATE`.
    case literal(Bool)
    /// A comparison of two expressions.
    indirect case comparison(QueryComparison)
    /// `NOT p`.
    indirect case not(QueryPredicate)
    /// `p AND q AND …`: two or more, none of them an AND.
    case and([QueryPredicate])
    /// `p OR q OR …`: two or more, none of them an OR.
    case or([QueryPredicate])
    /// Replaces a tree that would exceed the limits.
    case overLimit
  }

  init(_ node: consuming Node, measure: TreeMeasure, range: SourceRange) {
    if measure.fits {
      self.node = node
      self.measure = measure
    } else {
      self.node = .overLimit
      self.measure = .overLimit
    }
    self.range = range
  }

  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  ///
  /// AND and OR keep such conditions in the tree. Binding simplifies them.
  public static func literal(_ value: Bool, range: SourceRange = .none) -> QueryPredicate {
    QueryPredicate(.literal(value), measure: .leaf, range: range)
  }

  /// A comparison.
  ///
  /// ```swift
  /// QueryPredicate.comparison(QueryComparison(year, .greaterThan, .literal(.integer(1990))))  // year > 1990
  /// ```
  public static func comparison(
    _ comparison: consuming QueryComparison, range: SourceRange = .none
  ) -> QueryPredicate {
    let measure = TreeMeasure.above(comparison.left.measure, comparison.right.measure, levels: 0)
    return QueryPredicate(.comparison(comparison), measure: measure, range: range)
  }

  /// `NOT p`.
  public static func not(_ operand: consuming QueryPredicate, range: SourceRange = .none) -> QueryPredicate {
    // An AND or OR in NOT prints in parentheses, which count one level more.
    let measure = TreeMeasure.above(operand.measure, levels: operand.isCompound ? 2 : 1)
    return QueryPredicate(.not(operand), measure: measure, range: range)
  }

  /// True if all conditions are true. Nested ANDs are flattened. A single condition is the result itself; an empty list gives true.
  ///
  /// ```swift
  /// QueryPredicate.and([.and([p, q]), r])  // p AND q AND r: one AND of three
  /// ```
  public static func and(_ operands: consuming [QueryPredicate], range: SourceRange = .none) -> QueryPredicate {
    compound(operands, range: range, isAnd: true)
  }

  /// True if at least one condition is true. Nested ORs are flattened. A single condition is the result itself; an empty list gives false.
  ///
  /// ```swift
  /// QueryPredicate.or([])  // FALSEPREDICATE
  /// ```
  public static func or(_ operands: consuming [QueryPredicate], range: SourceRange = .none) -> QueryPredicate {
    compound(operands, range: range, isAnd: false)
  }

  private static func compound(
    _ operands: consuming [QueryPredicate], range: SourceRange, isAnd: Bool
  ) -> QueryPredicate {
    if operands.count == 1 { return operands[0] }
    if operands.isEmpty { return .literal(isAnd, range: range) }
    if operands.count == 2, !operands[1].isCompound(byAnd: isAnd), var parts = operands[0].operands(byAnd: isAnd) {
      // A chain that grows by one condition: those before it are counted already.
      var (measure, part) = (operands[0].measure, operands[1].measure)
      if operands[1].isCompound || operands[1].isNegation { part.deepen(by: 1) }
      measure.add(part)
      parts.append(operands[1])
      return QueryPredicate(isAnd ? .and(parts) : .or(parts), measure: measure, range: range)
    }
    // By index: iterating would count a reference to each operand.
    var isFlat = true
    for index in operands.indices where operands[index].isCompound(byAnd: isAnd) { isFlat = false }
    if !isFlat { operands = operands.flatMap { $0.operands(byAnd: isAnd) ?? [$0] } }
    var measure = TreeMeasure.leaf
    for index in operands.indices {
      var part = operands[index].measure
      // AND, OR and NOT are printed in parentheses inside an AND or OR.
      if operands[index].isCompound || operands[index].isNegation { part.deepen(by: 1) }
      measure.add(part)
    }
    return QueryPredicate(isAnd ? .and(operands) : .or(operands), measure: measure, range: range)
  }

  private func isCompound(byAnd isAnd: Bool) -> Bool {
    switch node {
    case .and: isAnd
    case .or: !isAnd
    default: false
    }
  }

  private func operands(byAnd isAnd: Bool) -> [QueryPredicate]? {
    switch node {
    case .and(let inner): isAnd ? inner : nil
    case .or(let inner): isAnd ? nil : inner
    default: nil
    }
  }

  /// Whether this is an AND or an OR.
  public var isCompound: Bool {
    switch node {
    case .and, .or: true
    default: false
    }
  }

  var isNegation: Bool {
    if case .not = node { true } else { false }
  }

  /// The greatest depth of nested constructs; see ``PredicateLimits/nesting``.
  public var nesting: Int { Int(measure.nesting) }

  /// The number of nodes of the tree.
  public var nodeCount: Int { Int(measure.nodes) }

  /// Whether a part of this tree was left out because it exceeded ``PredicateLimits/maximumNesting`` or ``PredicateLimits/maximumNodes``. Such a tree
  /// can be printed and compared. All other functions refuse it.
  public var isOverLimit: Bool { measure.isOverLimit }

  /// The same condition with another range.
  ///
  /// An issue about the condition then has that range.
  public func at(_ range: SourceRange) -> QueryPredicate {
    QueryPredicate(node, measure: measure, range: range)
  }
}

extension QueryPredicate: Hashable {
  /// Compares the structure, and ignores ranges and spelling.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool { left.node == right.node }

  /// Hashes the parts that `==` compares.
  @inline(never)
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
