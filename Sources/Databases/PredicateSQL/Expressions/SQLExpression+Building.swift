import PredicateValues

/// Functions that build expressions. Each of them computes whether its result can be NULL.
extension SQLExpression {
  package static let truth = SQLExpression(.always(true), mayBeNull: false)
  package static let falsehood = SQLExpression(.always(false), mayBeNull: false)
  package static let null = SQLExpression(.null, mayBeNull: true)

  package static func integer(_ value: Int) -> SQLExpression {
    SQLExpression(.integer(value), mayBeNull: false)
  }

  package static func name(_ word: String) -> SQLExpression {
    SQLExpression(.name(word), mayBeNull: false)
  }

  package static func parameter(_ value: QueryValue) -> SQLExpression {
    SQLExpression(.parameter(value), mayBeNull: value.isNull)
  }

  package static func column(
    _ name: String, of source: Int, type: SQLType = .stored, mayBeNull: Bool, hasOwnCollation: Bool = false
  ) -> SQLExpression {
    SQLExpression(.column(source: source, name), type: type, mayBeNull: mayBeNull, hasOwnCollation: hasOwnCollation)
  }

  /// A comparison. If a column among the operands has another collation than the order of the scalars, the SQL names that order.
  package static func compare(_ op: SQLBinaryOperator, _ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
    let isNeverNull = op == .same || op == .different
    return SQLExpression(
      .binary(op, comparable(left, with: right), right),
      mayBeNull: !isNeverNull && (left.mayBeNull || right.mayBeNull))
  }

  /// Arithmetic. `isInteger` means that both operands are whole numbers. Then only two results can be NULL: the result of a division, and that of a
  /// product of products, which may exceed every double.
  package static func arithmetic(
    _ op: SQLBinaryOperator, _ left: SQLExpression, _ right: SQLExpression, isInteger: Bool
  ) -> SQLExpression {
    let canFail = op == .divide || !isInteger || (op == .multiply && (left.isArithmetic || right.isArithmetic))
    return SQLExpression(.binary(op, left, right), mayBeNull: canFail || left.mayBeNull || right.mayBeNull)
  }

  private var isArithmetic: Bool {
    if case .binary = node { true } else { false }
  }

  private static func comparable(_ left: SQLExpression, with right: SQLExpression) -> SQLExpression {
    left.hasOwnCollation || right.hasOwnCollation ? left.byScalars : left
  }

  /// The expression with the collation that compares by scalars, named in the SQL.
  package var byScalars: SQLExpression {
    if case .scalarOrder = node { return self }
    return SQLExpression(.scalarOrder(self), mayBeNull: mayBeNull, origin: origin)
  }

  /// The expression as a computed value: the database uses no index for it and does not apply the column's type to it. Its collation still applies.
  package var unindexed: SQLExpression {
    SQLExpression(.unindexed(self), mayBeNull: mayBeNull, hasOwnCollation: hasOwnCollation)
  }

  /// The same expression, marked as never NULL. The caller must know that.
  package var withoutNull: SQLExpression {
    SQLExpression(node, type: type, mayBeNull: false, hasOwnCollation: hasOwnCollation, origin: origin)
  }

  /// The expression. If its column has its own collation, the SQL names the order of the scalars.
  package var comparedByScalars: SQLExpression { hasOwnCollation ? byScalars : self }

  /// All of the conditions, joined by AND. The parts of a nested AND become parts of the result.
  package static func all(_ parts: [SQLExpression]) -> SQLExpression {
    var flat: [SQLExpression] = []
    for part in parts where !part.isTruth {
      if part.isFalsehood { return .falsehood }
      if case .all(let inner) = part.node { flat += inner } else { flat.append(part) }
    }
    guard flat.count != 1 else { return flat[0] }
    return flat.isEmpty
      ? .truth : SQLExpression(.all(flat), mayBeNull: flat.contains { $0.mayBeNull })
  }

  /// At least one of the conditions, joined by OR. The parts of a nested OR become parts of the result.
  package static func any(_ parts: [SQLExpression]) -> SQLExpression {
    var flat: [SQLExpression] = []
    for part in parts where !part.isFalsehood {
      if part.isTruth { return .truth }
      if case .any(let inner) = part.node { flat += inner } else { flat.append(part) }
    }
    guard flat.count != 1 else { return flat[0] }
    return flat.isEmpty
      ? .falsehood : SQLExpression(.any(flat), mayBeNull: flat.contains { $0.mayBeNull })
  }

  /// Whether this is the condition that is always true.
  package var isTruth: Bool {
    if case .always(true) = node { true } else { false }
  }

  /// Whether this is the condition that is never true.
  package var isFalsehood: Bool {
    if case .always(false) = node { true } else { false }
  }

  /// A condition that is true if this one is false or NULL, and false if this one is true. It is never NULL.
  package var negated: SQLExpression {
    switch node {
    case .always(let value): value ? .falsehood : .truth
    // The operand of a NOT is never NULL, so two NOTs cancel each other out.
    case .not(let operand): operand
    case .nullTest(let operand, let isNull): SQLExpression(.nullTest(operand, isNull: !isNull), mayBeNull: false)
    case .truthTest(let operand, let isTrue): SQLExpression(.truthTest(operand, isTrue: !isTrue), mayBeNull: false)
    default:
      mayBeNull
        ? SQLExpression(.truthTest(self, isTrue: false), mayBeNull: false)
        : SQLExpression(.not(self), mayBeNull: false)
    }
  }

  /// A test whether the value is NULL; the constant FALSE if the value cannot be NULL.
  package var isNull: SQLExpression {
    mayBeNull ? SQLExpression(.nullTest(self, isNull: true), mayBeNull: false) : .falsehood
  }

  package var isNotNull: SQLExpression { isNull.negated }

  package static func between(_ value: SQLExpression, _ low: SQLExpression, _ high: SQLExpression) -> SQLExpression {
    let needsCollation = value.hasOwnCollation || low.hasOwnCollation || high.hasOwnCollation
    return SQLExpression(
      .between(needsCollation ? value.byScalars : value, low, high),
      mayBeNull: value.mayBeNull || low.mayBeNull || high.mayBeNull)
  }

  /// Membership in a list of constants that are not NULL.
  package static func member(_ value: SQLExpression, of constants: [QueryValue]) -> SQLExpression {
    SQLExpression(.inList(value.comparedByScalars, constants), mayBeNull: value.mayBeNull)
  }

  /// Membership in the only column of a statement. NULL if the value is NULL, or if it is not found and the column has a NULL.
  package static func member(_ value: SQLExpression, of select: SQLSelect) -> SQLExpression {
    SQLExpression(
      .inSelect(value, select), mayBeNull: value.mayBeNull || select.columns.contains { $0.mayBeNull })
  }

  package static func exists(_ select: SQLSelect) -> SQLExpression {
    SQLExpression(.exists(select), mayBeNull: false)
  }

  /// The value of a statement with one column and at most one row; NULL without a row.
  package static func scalar(_ select: SQLSelect, mayBeNull: Bool) -> SQLExpression {
    SQLExpression(.scalar(select), mayBeNull: mayBeNull)
  }

  package static func function(
    _ function: SQLFunction, _ arguments: [SQLExpression], type: SQLType? = nil, mayBeNull: Bool
  ) -> SQLExpression {
    SQLExpression(.function(function, arguments), type: type, mayBeNull: mayBeNull)
  }

  /// A call of a function that returns NULL only if an argument is NULL.
  package static func strict(_ function: SQLFunction, _ arguments: [SQLExpression]) -> SQLExpression {
    .function(function, arguments, mayBeNull: arguments.contains { $0.mayBeNull })
  }

  /// CASE with two values. Without a second value, the other branch is NULL. The result has no collation.
  package static func choose(
    _ condition: SQLExpression, _ value: SQLExpression, otherwise: SQLExpression? = nil
  ) -> SQLExpression {
    SQLExpression(
      .choose(condition, then: value, otherwise: otherwise),
      mayBeNull: value.mayBeNull || otherwise?.mayBeNull ?? true)
  }

  /// SQL in the words of one database. It is NULL only if one of its embedded values is NULL.
  package static func written(
    _ template: SQLTemplate, _ precedence: SQLPrecedence = .primary, type: SQLType, mayBeNull: Bool? = nil
  )
    -> SQLExpression
  {
    SQLExpression(
      .written(template, precedence), type: type, mayBeNull: mayBeNull ?? template.expressions.contains { $0.mayBeNull }
    )
  }

  package static func cast(_ value: SQLExpression, _ type: SQLType) -> SQLExpression {
    SQLExpression(.cast(value, type), mayBeNull: value.mayBeNull)
  }
}
