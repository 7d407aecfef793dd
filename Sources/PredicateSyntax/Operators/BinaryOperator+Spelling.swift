extension BinaryOperator {
  /// What the printer writes between the two sides: `+`, `UNION`.
  ///
  /// ```swift
  /// BinaryOperator.power.spelling  // **
  /// ```
  public var spelling: String { OperatorTable.entry(of: kind)?.spelling ?? "" }

  /// How tightly the operator binds; the larger, the tighter. All of them group to the left.
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
    switch kind {
    case .union: self = .union
    case .intersect: self = .intersect
    case .minusSet: self = .minus
    case .bitOr: self = .bitwiseOr
    case .bitXor: self = .bitwiseXor
    case .bitAnd: self = .bitwiseAnd
    case .shiftLeft: self = .shiftLeft
    case .shiftRight: self = .shiftRight
    case .plus: self = .add
    case .minus: self = .subtract
    case .times: self = .multiply
    case .divide: self = .divide
    case .power: self = .power
    default: return nil
    }
  }
}
