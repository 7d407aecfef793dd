/// A condition: something that is true or false of an object.
///
/// A tree is always in normal form: AND and OR hold neither their own kind nor fewer than two conditions, whoever built it.
/// Equality and hashing ignore ranges and spelling. What is too deep or too large is replaced by ``Node/overLimit`` when it is
/// built, so every walk may recurse.
public struct QueryPredicate: Sendable {
  /// What the condition is.
  public let node: Node
  /// Where it stands in its text.
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
    /// Stands where a tree past the limits would have been.
    case overLimit
  }

  init(_ node: Node, measure: TreeMeasure, range: SourceRange) {
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
  public static func literal(_ value: Bool, range: SourceRange = .none) -> QueryPredicate {
    QueryPredicate(.literal(value), measure: .leaf, range: range)
  }

  /// A comparison.
  public static func comparison(_ comparison: QueryComparison, range: SourceRange = .none) -> QueryPredicate {
    QueryPredicate(
      .comparison(comparison),
      measure: .above(comparison.left.measure, comparison.right.measure, levels: 0), range: range)
  }

  /// `NOT p`.
  public static func not(_ operand: QueryPredicate, range: SourceRange = .none) -> QueryPredicate {
    // A compound below NOT prints in parentheses, which nest too.
    QueryPredicate(
      .not(operand), measure: .above(operand.measure, levels: operand.isCompound ? 2 : 1), range: range)
  }

  /// All of the conditions: flattened; one alone is itself; none at all is true.
  public static func and(_ operands: [QueryPredicate], range: SourceRange = .none) -> QueryPredicate {
    compound(operands, range: range, empty: true, node: Node.and) {
      if case .and(let inner) = $0 { inner } else { nil }
    }
  }

  /// One of the conditions: flattened; one alone is itself; none at all is false.
  public static func or(_ operands: [QueryPredicate], range: SourceRange = .none) -> QueryPredicate {
    compound(operands, range: range, empty: false, node: Node.or) {
      if case .or(let inner) = $0 { inner } else { nil }
    }
  }

  private static func compound(
    _ operands: [QueryPredicate], range: SourceRange, empty: Bool,
    node: ([QueryPredicate]) -> Node, inner: (Node) -> [QueryPredicate]?
  ) -> QueryPredicate {
    if operands.count == 1 { return operands[0] }
    if operands.isEmpty { return .literal(empty, range: range) }
    var flat = operands
    if operands.contains(where: { inner($0.node) != nil }) {
      flat = operands.flatMap { inner($0.node) ?? [$0] }
    }
    var measure = TreeMeasure.leaf
    for operand in flat {
      var part = operand.measure
      // A compound child, and a NOT, print in parentheses.
      if operand.isCompound || operand.isNegation { part.deepen(by: 1) }
      measure.add(part)
    }
    return QueryPredicate(node(flat), measure: measure, range: range)
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

  /// How deep the constructs stand inside one another; see ``PredicateLimits/nesting``.
  public var nesting: Int { Int(measure.nesting) }

  /// How many nodes the tree has.
  public var nodeCount: Int { Int(measure.nodes) }

  /// Whether something was left out of this tree because it passed ``PredicateLimits/maximumNesting`` or
  /// ``PredicateLimits/maximumNodes``. Such a tree can be printed and compared; everything else refuses it.
  public var isOverLimit: Bool { measure.isOverLimit }

  /// The same condition at another place.
  public func at(_ range: SourceRange) -> QueryPredicate {
    QueryPredicate(node, measure: measure, range: range)
  }
}

extension QueryPredicate: Hashable {
  /// Structural; ranges and spelling do not count.
  public static func == (left: Self, right: Self) -> Bool { left.node == right.node }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
