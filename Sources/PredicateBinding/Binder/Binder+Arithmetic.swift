import PredicateValues

/// Arithmetic: numbers only, nil in and nil out.
extension Binder {
  @inline(never)
  mutating func arithmetic(
    _ op: BinaryOperator, _ left: QueryExpression, _ right: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    if op == .union || op == .intersect || op == .minus {
      return try setOperation(op, left, right, range: range)
    }
    let a = try number(left, op.spelling)
    let b = try number(right, op.spelling)
    if let x = a.constantValue, let y = b.constantValue {
      return .constant(
        try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try ValueArithmetic.apply(op, x, y) },
        range: range)
    }
    if a.isNull || b.isNull { return .constant(.null, range: range) }
    let type = ValueArithmetic.resultType(op, a.type, b.type) ?? .any
    return CoreValue(
      .arithmetic(op, a, b), type: type,
      isOptional: a.isOptional || b.isOptional || canBeNil(op, a.type, b.type, result: type), range: range)
  }

  @inline(never)
  mutating func negation(
    of expression: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    let operand = try number(expression, "-")
    if let constant = operand.constantValue {
      return .constant(
        try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try ValueArithmetic.negate(constant) },
        range: range)
    }
    let type: QueryType = operand.type == .boolean ? .integer : operand.type
    return CoreValue(.negate(operand), type: type, isOptional: operand.isOptional, range: range)
  }

  /// An operand of arithmetic: a number, nil, or over dynamic values anything.
  @inline(never)
  private mutating func number(
    _ expression: QueryExpression, _ spelling: String
  ) throws(PredicateIssue) -> CoreValue {
    let operand = try operand(expression)
    if case .many = operand { throw .arithmeticOnToMany(range: expression.range) }
    let value = operand.value(range: expression.range)
    if value.type == .any || value.type.family == .number || isDynamic { return value }
    throw .numberExpected(by: "“\(spelling)”", found: value.type.description, range: expression.range)
  }

  /// Whether an operator gives nil for some numbers: division by zero, NaN out of infinities, bits of what no Int64 holds.
  private func canBeNil(_ op: BinaryOperator, _ a: QueryType, _ b: QueryType, result: QueryType) -> Bool {
    switch op {
    case .divide: true
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      ![a, b].allSatisfy { $0 == .integer || $0 == .boolean }
    default: result != .integer
    }
  }

  /// `a UNION b`: a set of the elements of two collections.
  @inline(never)
  private mutating func setOperation(
    _ op: BinaryOperator, _ left: QueryExpression, _ right: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    let a = try value(left)
    let b = try value(right)
    for (side, expression) in [(a, left), (b, right)] where !isDynamic {
      try checkComparable(side.type, range: expression.range)
      switch side.type {
      case .collection, .any, .dictionary: continue
      default: throw .collectionExpected(by: op, found: side.type.description, range: expression.range)
      }
    }
    if let x = a.constantValue, let y = b.constantValue {
      return .constant(
        try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in try ValueArithmetic.apply(op, x, y) },
        range: range)
    }
    return CoreValue(
      .arithmetic(op, a, b), type: ValueArithmetic.resultType(op, a.type, b.type) ?? .any,
      isOptional: a.isOptional || b.isOptional, range: range)
  }
}
