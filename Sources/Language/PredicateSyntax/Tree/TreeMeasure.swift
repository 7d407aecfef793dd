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
