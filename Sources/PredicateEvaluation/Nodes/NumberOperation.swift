import PredicateSyntax

/// What is calculated of two numbers of one type.
enum NumberOperation: Sendable {
  case add
  case subtract
  case multiply
  case divide
  /// The remainder of a division, with the sign of the dividend.
  case remainder

  /// Nil for operators that are none of numbers.
  init?(_ op: BinaryOperator) {
    switch op {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    default: return nil
    }
  }
}
