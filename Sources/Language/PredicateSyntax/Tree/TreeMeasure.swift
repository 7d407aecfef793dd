/// The depth and the size of a tree, kept in every node, so that no construction passes the limits.
///
/// The nesting is that of the printed form: each parenthesis, bracket, prefix and chained operator counts one; comparisons, AND and OR count nothing. So a
/// tree within the limit prints to a text within the limit.
struct TreeMeasure: Sendable {
  var nodes: UInt32
  var nesting: UInt16
  /// Whether a constructor dropped something because a limit was passed.
  var isOverLimit: Bool

  static let leaf = TreeMeasure(nodes: 1, nesting: 0, isOverLimit: false)

  /// The measure of a node that replaces a tree past the limits.
  static let overLimit = TreeMeasure(nodes: 1, nesting: 0, isOverLimit: true)

  /// The measure of a node above `parts`, `levels` deeper than the deepest.
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

  /// Adds a part next to the parts counted so far.
  mutating func add(_ part: TreeMeasure) {
    let (sum, overflow) = nodes.addingReportingOverflow(part.nodes)
    nodes = overflow ? .max : sum
    nesting = max(nesting, part.nesting)
    isOverLimit = isOverLimit || part.isOverLimit
  }

  /// Puts the parts counted so far inside further constructs.
  mutating func deepen(by levels: Int) {
    nesting = UInt16(clamping: Int(nesting) + levels)
  }

  /// Whether the limits admit a node with this measure.
  var fits: Bool {
    Int(nesting) <= PredicateLimits.maximumNesting && Int(nodes) <= PredicateLimits.maximumNodes
  }
}
