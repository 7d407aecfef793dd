/// Limits on the cost of a format and of a tree. Passing a limit gives an issue of kind `limit`, never a crash.
///
/// ```swift
/// let small = PredicateLimits(sourceLength: 1_000, nodes: 100)
/// PredicateParser.predicate(text, limits: small)
/// ```
public struct PredicateLimits: Sendable, Hashable {
  /// The greatest nesting of constructs: parentheses, NOT, unary minus, calls, the components of a key path, chains of operators. AND and OR are flat
  /// and do not count. Numbers larger than ``maximumNesting`` are reduced to it.
  public var nesting: Int
  /// The longest format, in UTF-8 bytes.
  public var sourceLength: Int
  /// The most nodes in a tree.
  public var nodes: Int
  /// The most arguments.
  public var arguments: Int
  /// The most steps that a regular expression may take for one element.
  public var regularExpressionSteps: Int
  /// The most elements of collections that evaluating a predicate for one object may visit. A path through several to-many relationships visits a
  /// number of elements that grows with a power of their size. Elements of the object's own collections need not count if each is visited once.
  public var visitedElements: Int

  /// Whether a list of constants in the text (`{1, 2, 3}`) counts few nodes, as it would as an argument (`%@`). True for texts that were printed from
  /// a tree.
  package var countsListsAsArguments = false

  /// The greatest nesting of any tree, whatever the limits permit. Functions may therefore recurse over trees.
  public static let maximumNesting = 256

  /// The most nodes of any tree. Shared subtrees therefore cannot make an exponential tree.
  public static let maximumNodes = 1_000_000

  /// Limits. A limit that is not given has its default.
  public init(
    nesting: Int = 256,
    sourceLength: Int = 100_000,
    nodes: Int = 10_000,
    arguments: Int = 32_766,
    regularExpressionSteps: Int = 1_000_000,
    visitedElements: Int = 10_000_000
  ) {
    self.nesting = min(nesting, Self.maximumNesting)
    self.sourceLength = min(sourceLength, Int(UInt32.max) - 1)
    self.nodes = min(nodes, Self.maximumNodes)
    self.arguments = arguments
    self.regularExpressionSteps = regularExpressionSteps
    self.visitedElements = visitedElements
  }

  /// The defaults.
  public static let standard = PredicateLimits()
}
