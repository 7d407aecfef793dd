/// The conditions of one level while AND and OR between them are read: flat lists, whose arrays become the tree's.
///
/// Its methods are kept out of line: what they need on the stack must not lie under every level of a deep format.
struct Junction: ~Copyable {
  private var left = QueryPredicate.literal(false)
  private var conjuncts: [QueryPredicate] = []
  private var disjuncts: [QueryPredicate] = []
  private let start: Int
  private var andStart: Int
  /// Whether an error was noted for one of the conditions.
  var isBroken = false

  /// A level that begins at an offset.
  init(at start: Int) {
    self.start = start
    andStart = start
  }

  /// What stands before the connective now.
  var earlier: QueryPredicate? { conjuncts.last }

  /// Takes AND.
  @inline(never)
  mutating func and() {
    if conjuncts.isEmpty { conjuncts.reserveCapacity(2) }
    conjuncts.append(left)
  }

  /// Takes OR; what stands before it ends at an offset.
  @inline(never)
  mutating func or(endingAt end: Int) {
    closeConjunction(end)
    if disjuncts.isEmpty { disjuncts.reserveCapacity(2) }
    disjuncts.append(left)
  }

  /// Takes the next condition.
  @inline(__always)
  mutating func take(_ next: consuming QueryPredicate, at start: Int) {
    if conjuncts.isEmpty { andStart = start }
    left = next
  }

  @inline(__always)
  private mutating func closeConjunction(_ end: Int) {
    guard !conjuncts.isEmpty else { return }
    conjuncts.append(left)
    var operands: [QueryPredicate] = []
    swap(&operands, &conjuncts)
    left = .and(operands, range: SourceRange(andStart, end))
  }

  /// The whole level.
  @inline(never)
  mutating func finish(endingAt end: Int) -> FormatParser.Node {
    if isBroken { return .broken }
    closeConjunction(end)
    guard !disjuncts.isEmpty else { return .predicate(left) }
    disjuncts.append(left)
    var operands: [QueryPredicate] = []
    swap(&operands, &disjuncts)
    return .predicate(.or(operands, range: SourceRange(start, end)))
  }
}
