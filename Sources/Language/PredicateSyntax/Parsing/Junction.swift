/// The conditions of one nesting level, collected while AND and OR between them are read. They are kept in flat lists, whose arrays become those of
/// the tree.
///
/// Its methods are not inlined. Inlined, their local variables would take stack in every level of a deep format.
struct Junction: ~Copyable {
  private var left = QueryPredicate.literal(false)
  private var conjuncts: [QueryPredicate] = []
  private var disjuncts: [QueryPredicate] = []
  private let start: Int
  private var andStart: Int
  /// Whether an error was noted for one of the conditions.
  var isBroken = false

  init(at start: Int) {
    self.start = start
    andStart = start
  }

  /// The condition before the last AND; nil if an OR follows that AND.
  var earlier: QueryPredicate? { conjuncts.last }

  /// Adds the condition before an AND.
  @inline(never)
  mutating func and() {
    if conjuncts.isEmpty { conjuncts.reserveCapacity(2) }
    conjuncts.append(takeLeft())
  }

  /// Adds the condition before an OR, which ends at an offset.
  @inline(never)
  mutating func or(endingAt end: Int) {
    closeConjunction(end)
    if disjuncts.isEmpty { disjuncts.reserveCapacity(2) }
    disjuncts.append(takeLeft())
  }

  /// Moves the condition out. A copy would change a reference count.
  @inline(__always)
  private mutating func takeLeft() -> QueryPredicate {
    var taken = QueryPredicate.literal(false)
    swap(&taken, &left)
    return taken
  }

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

  /// Makes one condition of all conditions of the level, and stores it as the result.
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
