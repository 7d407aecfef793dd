/// An operator between two expressions. Spellings and binding powers are in ``OperatorTable``.
public enum BinaryOperator: UInt8, Sendable, Hashable, CaseIterable {
  /// `a UNION b`: the distinct elements of both collections.
  case union
  /// `a INTERSECT b`: the elements that both collections have.
  case intersect
  /// `a MINUS b`: the elements of the left collection that are not in the right one.
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
  /// `a / b`: an integer if both are integers; nil if the divisor is zero.
  case divide
  /// `a ** b`: a double.
  case power
}

extension BinaryOperator {
  /// The text that the printer writes between the two sides: `+`, `UNION`.
  ///
  /// ```swift
  /// BinaryOperator.power.spelling  // **
  /// ```
  public var spelling: String { OperatorTable.entry(of: kind)?.spelling ?? "" }

  /// How tightly the operator binds: a larger number binds tighter. All of these operators associate to the left.
  ///
  /// ```swift
  /// BinaryOperator.multiply.bindingPower > BinaryOperator.add.bindingPower  // true
  /// ```
  public var bindingPower: UInt8 { OperatorTable.entry(of: kind)?.bindingPower ?? 0 }

  var kind: TokenKind {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minusSet
    case .bitwiseOr: .bitOr
    case .bitwiseXor: .bitXor
    case .bitwiseAnd: .bitAnd
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .add: .plus
    case .subtract: .minus
    case .multiply: .times
    case .divide: .divide
    case .power: .power
    }
  }

  init?(_ kind: TokenKind) {
    guard kind.isWithin(.union, .power) else { return nil }
    // Both enums list the operators in the same order.
    self.init(rawValue: kind.rawValue - TokenKind.union.rawValue)
  }
}
