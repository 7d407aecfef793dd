import PredicateSyntax

extension ValueArithmetic {
  /// The operators on the bits of two integers.
  ///
  /// A shift by 64 or more leaves nothing (of a negative number shifted right: -1), a shift by a negative count goes
  /// the other way. SQLite agrees. Operands that are no integers have lost their fractions before; beyond Int64 they
  /// have no bits, and the result is nil.
  package static func bits(_ operator: BinaryOperator, _ x: Int64, _ y: Int64) -> Int64 {
    switch `operator` {
    case .bitwiseOr: x | y
    case .bitwiseXor: x ^ y
    case .bitwiseAnd: x & y
    case .shiftLeft: x << y
    default: x >> y
    }
  }
}

extension BinaryOperator {
  /// Whether it works on the bits of integers.
  package var isBitwise: Bool {
    switch self {
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight: true
    default: false
    }
  }
}
