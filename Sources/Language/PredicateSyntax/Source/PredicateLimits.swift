/// What a format string and a tree may cost. A limit that is passed gives an issue of kind `limit`, never a crash.
///
/// ```swift
/// let small = PredicateLimits(sourceLength: 1_000, nodes: 100)
/// PredicateParser.predicate(text, limits: small)
/// ```
public struct PredicateLimits: Sendable, Hashable {
  /// How many constructs may stand inside one another: parentheses, NOT, unary minus, calls, the components of a
  /// key path, chains of operators.
  /// AND and OR are flat and do not count. At most ``maximumNesting``; a larger number is read as that.
  public var nesting: Int
  /// The longest format, in UTF-8 bytes.
  public var sourceLength: Int
  /// The most nodes in a tree.
  public var nodes: Int
  /// The most arguments.
  public var arguments: Int
  /// The most steps that a regular expression may take for one element.
  public var regularExpressionSteps: Int
  /// The most elements of collections that evaluating a predicate for one object may visit: a path through many to-many relationships
  /// grows with a power of their size. The elements of the object's own collections need not count where each is visited once.
  public var visitedElements: Int

  /// Whether a written list counts what it would as an argument: in the text of a tree that nobody wrote.
  package var countsListsAsArguments = false

  /// Every tree stays within this nesting, whatever the options say, so that what walks a tree may recurse.
  public static let maximumNesting = 256

  /// Every tree stays within this number of nodes, so that sharing subtrees cannot make one that is exponential.
  public static let maximumNodes = 1_000_000

  /// Limits, each with its default.
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
