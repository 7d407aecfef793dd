/// How deep and how large a tree is: kept in every node, so that no construction can pass what walking it may cost.
///
/// The nesting is that of the printed form: each parenthesis, bracket, prefix and operator of a chain counts one, a comparison and
/// flat AND and OR count nothing. So a tree within the limit prints to a text within the limit.
struct TreeMeasure: Sendable {
  var nodes: UInt32
  var nesting: UInt16
  /// Whether a constructor dropped something because a limit was passed.
  var isOverLimit: Bool

  static let leaf = TreeMeasure(nodes: 1, nesting: 0, isOverLimit: false)

  /// What stands in the place of a tree that would be too large.
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

  /// Takes in a part that stands beside what is counted already.
  mutating func add(_ part: TreeMeasure) {
    let (sum, overflow) = nodes.addingReportingOverflow(part.nodes)
    nodes = overflow ? .max : sum
    nesting = max(nesting, part.nesting)
    isOverLimit = isOverLimit || part.isOverLimit
  }

  /// Puts everything counted so far inside further constructs.
  mutating func deepen(by levels: Int) {
    nesting = UInt16(clamping: Int(nesting) + levels)
  }

  /// Whether a node with this measure may exist at all.
  var fits: Bool {
    Int(nesting) <= PredicateLimits.maximumNesting && Int(nodes) <= PredicateLimits.maximumNodes
  }
}
