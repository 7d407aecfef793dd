/// An operator between two expressions. Spellings and binding powers are in ``OperatorTable``.
public enum BinaryOperator: UInt8, Sendable, Hashable, CaseIterable {
  /// `a UNION b`: the distinct elements of both.
  case union
  /// `a INTERSECT b`: the elements that both have.
  case intersect
  /// `a MINUS b`: the elements of the left side that the right one has not.
  case minus
  /// `a | b`.
  case bitwiseOr
  /// `a ^ b`.
  case bitwiseXor
  /// `a & b`.
  case bitwiseAnd
  /// `a << b`.
  case shiftLeft
  /// `a >> b`.
  case shiftRight
  /// `a + b`.
  case add
  /// `a - b`.
  case subtract
  /// `a * b`.
  case multiply
  /// `a / b`: of two integers an integer, nil for a divisor of zero.
  case divide
  /// `a ** b`: a double.
  case power
}
