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
}
