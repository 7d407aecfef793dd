import PredicateValues

/// Binds arithmetic. The result is nil if an operand is nil. `+` and `-` take dates, and `+` takes texts: extensions that Apple's systems refuse.
extension Binder {
  @inline(never)
  mutating func arithmetic(
    _ op: BinaryOperator, _ left: QueryExpression, _ right: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    if op == .union || op == .intersect || op == .minus {
      return try setOperation(op, left, right, range: range)
    }
    let a = try summand(left, op)
    let b = try summand(right, op)
    do throws(PredicateIssue) {
      try checkSum(op, a, b, left, right, range: range)
    } catch {
      return try failing(error, range: range)
    }
    if let x = a.constantValue, let y = b.constantValue {
      return try constant(range: range) { () throws(PredicateIssue) in try ValueArithmetic.apply(op, x, y) }
    }
    if a.isNull && !mustRun(b) || b.isNull && !mustRun(a) { return .constant(.null, range: range) }
    let type = ValueArithmetic.resultType(op, a.type, b.type) ?? .any
    return CoreValue(
      .arithmetic(op, a, b), type: type,
      isOptional: a.isOptional || b.isOptional || canBeNil(op, a, b, result: type), range: range)
  }

  @inline(never)
  mutating func negation(
    of expression: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    let operand = try number(expression, "-")
    if let value = operand.constantValue {
      return try constant(range: range) { () throws(PredicateIssue) in try ValueArithmetic.negate(value) }
    }
    let type: QueryType = operand.type == .boolean ? .integer : operand.type
    return CoreValue(.negate(operand), type: type, isOptional: operand.isOptional, range: range)
  }

  /// Binds an operand of arithmetic. It must be a number or nil. Over dynamic values it may have any type.
  @inline(never)
  private mutating func number(
    _ expression: QueryExpression, _ spelling: String
  ) throws(PredicateIssue) -> CoreValue {
    let operand = try operand(expression)
    if case .many = operand, !isDynamic { throw .arithmeticOnToMany(range: expression.range) }
    let value = operand.value(range: expression.range)
    if value.type == .any || value.type.family == .number || isDynamic { return value }
    throw .numberExpected(by: "“\(spelling)”", found: value.type.description, range: expression.range)
  }

  /// Binds an operand of `+` or `-`. It must be a number. If extensions are allowed, it may also be a date or a text. Operands of other operators
  /// must be numbers.
  @inline(never)
  private mutating func summand(
    _ expression: QueryExpression, _ op: BinaryOperator
  ) throws(PredicateIssue) -> CoreValue {
    guard op == .add || op == .subtract, !options.isStrict else { return try number(expression, op.spelling) }
    let operand = try operand(expression)
    if case .many = operand, !isDynamic { throw .arithmeticOnToMany(range: expression.range) }
    let value = operand.value(range: expression.range)
    switch value.type {
    case .date: return value
    case .string where op == .add: return value
    case let type where type.isNumeric || isDynamic: return value
    default: throw .numberExpected(by: "“\(op.spelling)”", found: value.type.description, range: expression.range)
    }
  }

  /// Throws if an operand of `+` or `-` is a date or a text and the other operand does not fit it. Otherwise adds a note. Two constant texts are
  /// refused, as on Apple's systems: the sum of two numbers in quotes is more often a mistake than a text.
  private mutating func checkSum(
    _ op: BinaryOperator, _ a: CoreValue, _ b: CoreValue, _ left: QueryExpression, _ right: QueryExpression,
    range: SourceRange
  ) throws(PredicateIssue) {
    let types = [a.type, b.type]
    guard types.contains(.date) || types.contains(.string), !a.isNull, !b.isNull else { return }
    if left.isText, right.isText {
      throw .numberExpected(
        by: "“+”", found: a.type.description, range: left.range,
        hint: "write the two constant texts as one text, without “+”")
    }
    if ValueArithmetic.resultType(op, a.type, b.type) != nil {
      notes.append(types.contains(.string) ? .concatenation(range: range) : .dateArithmetic(range: range))
      return
    }
    if isDynamic { return }
    let (wrong, other) = a.type.family == .number || a.type == .date && b.type != .date ? (b, a) : (a, b)
    var hint: String?
    switch (wrong.type, other.type) {
    case (.string, .date): hint = "write CAST(x, \"NSDate\") to read a date from the text x"
    case (.string, _):
      hint =
        "write CAST(x, \"NSNumber\") to read a number from the text x, or CAST(x, \"NSString\") to make a text of the number x"
    case (.date, _) where op == .subtract:
      hint = "subtract a date from another date, or a number of seconds from a date"
    default: break
    }
    if op == .add, wrong.type == .string {
      throw .sumOfString(found: [a.type.description, b.type.description], range: wrong.range, hint: hint)
    }
    throw .numberExpected(by: "“\(op.spelling)”", found: wrong.type.description, range: wrong.range, hint: hint)
  }

  /// Whether an operator can give nil for numbers. The causes are division by zero, bit operations on a number beyond Int64 (a UInt64, a product that
  /// is a double), and NaN from infinities.
  private func canBeNil(_ op: BinaryOperator, _ a: CoreValue, _ b: CoreValue, result: QueryType) -> Bool {
    if op == .divide || op.isBitwise { return true }
    if result == .string { return false }
    return result != .integer || a.mayBeInfinite || b.mayBeInfinite
  }

  /// Binds `a UNION b` and the other set operators. The result is the set of the elements.
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
      return try constant(range: range) { () throws(PredicateIssue) in try ValueArithmetic.apply(op, x, y) }
    }
    return CoreValue(
      .arithmetic(op, a, b), type: ValueArithmetic.resultType(op, a.type, b.type) ?? .any,
      isOptional: a.isOptional || b.isOptional, range: range)
  }
}

extension QueryExpression {
  /// Whether this is a text literal of the format.
  fileprivate var isText: Bool {
    if case .literal(.string) = node { true } else { false }
  }
}
