import PredicateSyntax

/// What is calculated of two numbers of one type, for single values and for columns of them.
public enum NumberOperation: Sendable {
  /// `a + b`.
  case add
  /// `a - b`.
  case subtract
  /// `a * b`.
  case multiply
  /// `a / b`.
  case divide
  /// The remainder of a division, with the sign of the dividend.
  case remainder

  /// Nil for operators that are none of numbers.
  public init?(_ op: BinaryOperator) {
    switch op {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    default: return nil
    }
  }

  /// Whether the result is nil where the second number is 0.
  @inlinable
  public var divides: Bool { self == .divide || self == .remainder }
}
