import PredicateValues

extension CoreValue {
  /// Whether the value can be an integer when it runs, whatever its type: TERNARY of an integer and a double is one of the two, and
  /// two integers divide as integers.
  package var mayBeInteger: Bool {
    guard type == .double else { return true }
    switch node {
    case .choose(_, let first, let second): return first.mayBeInteger || second.mayBeInteger
    case .negate(let operand): return operand.mayBeInteger
    case .arithmetic(_, let left, _) where left.type == .date: return false
    case .arithmetic(let op, let left, let right): return op != .power && left.mayBeInteger && right.mayBeInteger
    case .aggregate(let op, _, let each): return op != .avg && each.mayBeInteger
    case .call(_, let arguments): return arguments.contains { $0.mayBeInteger }
    case .element: return true
    case .index(let base, _):
      if case .collect(_, let each) = base.node { return each.mayBeInteger }
      return true
    default: return false
    }
  }

  /// Whether the value is stored as a floating-point number, whatever a column does.
  package var isSurelyReal: Bool {
    if case .double? = constantValue { return true }
    return false
  }

  /// Whether a whole number can be so great that it has become an infinite double: a product of many factors.
  package var mayBeInfinite: Bool { bitCount >= Double.greatestFiniteMagnitude.exponent }

  /// How many bits a whole number has at most.
  private var bitCount: Int {
    switch node {
    case .negate(let operand): operand.bitCount
    case .choose(_, let first, let second): max(first.bitCount, second.bitCount)
    case .arithmetic(.multiply, let left, let right): left.bitCount + right.bitCount
    case .arithmetic(_, let left, let right): max(left.bitCount, right.bitCount) + 1
    // A sum of as many as there can be.
    case .aggregate: 2 * UInt64.bitWidth
    default: UInt64.bitWidth
    }
  }
}
