/// An operator between two expressions. Spellings and binding powers are in ``OperatorTable``.
public enum BinaryOperator: UInt8, Sendable, Hashable, CaseIterable {
  case union
  case intersect
  case minus
  case bitwiseOr
  case bitwiseXor
  case bitwiseAnd
  case shiftLeft
  case shiftRight
  case add
  case subtract
  case multiply
  case divide
  case power
}
