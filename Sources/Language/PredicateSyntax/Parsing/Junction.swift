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
    conjuncts.append(takeLeft())
  }

  /// Takes OR; what stands before it ends at an offset.
  @inline(never)
  mutating func or(endingAt end: Int) {
    closeConjunction(end)
    if disjuncts.isEmpty { disjuncts.reserveCapacity(2) }
    disjuncts.append(takeLeft())
  }

  /// Moves the condition out: a copy would count a reference.
  @inline(__always)
  private mutating func takeLeft() -> QueryPredicate {
    var taken = QueryPredicate.literal(false)
    swap(&taken, &left)
    return taken
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
    conjuncts.append(takeLeft())
    var operands: [QueryPredicate] = []
    swap(&operands, &conjuncts)
    left = .and(operands, range: SourceRange(andStart, end))
  }

  /// The whole level.
  @inline(never)
  mutating func finish(endingAt end: Int, in node: inout FormatParser.Node) {
    guard !isBroken else {
      node = .broken
      return
    }
    closeConjunction(end)
    guard !disjuncts.isEmpty else {
      node = .predicate(takeLeft())
      return
    }
    disjuncts.append(takeLeft())
    var operands: [QueryPredicate] = []
    swap(&operands, &disjuncts)
    node = .predicate(.or(operands, range: SourceRange(start, end)))
  }
}
