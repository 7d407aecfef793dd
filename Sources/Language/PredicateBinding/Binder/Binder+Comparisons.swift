import PredicateValues

/// Binds comparisons: quantifiers, nil, and the families of the two sides.
extension Binder {
  @inline(never)
  mutating func condition(
    _ comparison: QueryComparison, range: SourceRange
  ) throws(PredicateIssue) -> CoreCondition {
    let left = try operand(comparison.left)
    let right = try rightOperand(of: comparison, left: left)
    return try lowered(comparison, left, right, range)
  }

  /// Not inlined: comparisons can be nested in operands of comparisons, and every level would reserve stack for the variables of this function.
  @inline(never)
  private mutating func lowered(
    _ comparison: QueryComparison, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) throws(PredicateIssue) -> CoreCondition {
    let sides = ComparisonSides(
      comparison: hasRange(comparison) ? comparison.asBetween : comparison, range: range)
    guard comparison.quantifier != .direct else { return try direct(left, right, sides) }

    let (elements, element) = try quantified(left, of: comparison)
    let each = try direct(element.operand, right, sides)
    if comparison.quantifier == .any {
      return exists(elements.filtered(by: each), range: range)
    }
    let exception = CoreCondition.not(each, range: range)
    return .not(exists(elements.filtered(by: exception), range: range), range: range)
  }

  /// The condition that a range has an element.
  ///
  /// The rows of a database have no order. If evaluating a row can fail, all rows are counted, so that all are evaluated. Otherwise the order would
  /// decide whether a matching element hides the issue of another element.
  func exists(_ elements: CoreRange, range: SourceRange) -> CoreCondition {
    guard elements.facts.failures.contains(.mismatch), objectSource == nil,
      elements.steps.contains(where: { $0.isOfRows })
    else { return CoreCondition(.exists(elements), range: range) }
    let count = CoreValue(.count(elements), type: .integer, isOptional: elements.isOptional, range: range)
    return CoreCondition(.compare(.greater, count, .constant(.integer(0), range: range)), range: range)
  }

  /// Whether the right side of IN is a variable whose value is a range.
  private func hasRange(_ comparison: QueryComparison) -> Bool {
    guard comparison.operator == .in, case .variable(let name) = comparison.right.node else { return false }
    return variables.isRange(name) && !scope.contains { $0.name.hasSameScalars(as: name) }
  }

  /// Binds the right side. If it has an unknown name, the hint may suggest quotes: a text may be meant.
  @inline(never)
  private mutating func rightOperand(
    of comparison: QueryComparison, left: Operand
  ) throws(PredicateIssue) -> Operand {
    do {
      return try operand(comparison.right)
    } catch {
      throw isText(left) ? Self.suggestingQuotes(error, in: comparison.right) : error
    }
  }

  private func isText(_ operand: Operand) -> Bool {
    switch operand {
    case .value(let value), .many(_, .value(let value)): value.type == .string
    default: false
    }
  }

  private static func suggestingQuotes(_ issue: PredicateIssue, in expression: QueryExpression) -> PredicateIssue {
    // If a property has a similar name, a misspelling is more likely, so quotes are not suggested.
    guard issue.has(.unknownKey), issue.suggestion == nil else { return issue }
    let expressions: [QueryExpression] =
      if case .aggregate(let elements) = expression.node { elements } else { [expression] }
    for expression in expressions where expression.range == issue.range {
      guard case .keyPath(let path) = expression.node, path.count == 1, case .key(let name) = path.first else {
        continue
      }
      let quoted = QueryExpression.literal(.string(name)).exactFormat
      return issue.withHint("a text must be in quotes: \(quoted)").replacing(with: quoted)
    }
    return issue
  }

  /// The elements that ANY or ALL tests.
  @inline(never)
  private mutating func quantified(
    _ left: Operand, of comparison: QueryComparison
  ) throws(PredicateIssue) -> (CoreRange, Operand.Element) {
    try checkNotEncoded(left, comparison.right, range: comparison.left.range)
    if let issue = quantifiedDictionaryValue(left, range: comparison.left.range) { throw issue }
    return try elements(of: left) { .quantifiedScalar($0, range: comparison.left.range) }
  }

  /// The elements of an operand: a range over them, and the element as an operand. If the operand is a single value, throws the issue that `scalar`
  /// makes from the description of its type.
  @inline(never)
  mutating func elements(
    of operand: Operand, orThrow scalar: (String) -> PredicateIssue
  ) throws(PredicateIssue) -> (CoreRange, Operand.Element) {
    switch operand {
    case .many(let range, let element): return (range, element)
    case .value(let value):
      switch value.type {
      case .any: return elements(of: value, type: .any)
      case .collection(let type): return elements(of: value, type: type)
      // Over dynamic values this is accepted, but the range fails when it is visited, unless the value is nil.
      default:
        guard isDynamic else { throw scalar(value.type.description) }
        return elements(of: value, type: .any)
      }
    case .row(_, let entity): throw scalar(QueryType.object(entity).description)
    }
  }

  /// A range over the elements of a collection value.
  mutating func elements(of value: CoreValue, type: QueryType) -> (CoreRange, Operand.Element) {
    let variable = newVariable()
    let step = CoreRange.Step(variable: variable, source: .elements(value))
    let element = CoreValue(.element(variable), type: type, isOptional: true, range: value.range)
    return (CoreRange(steps: [step]), .value(element))
  }

  /// The condition that the binder makes from a comparison if one of its values is an element of a known type. An engine calls this function if it
  /// knows a type only at run time.
  ///
  /// - Throws: an issue of kind `type` if the comparison does not fit the type.
  package static func comparison(
    _ left: CoreValue, _ op: ComparisonOperator, _ right: CoreValue, options: StringOptions, element: QueryType
  ) throws(PredicateIssue) -> CoreCondition {
    let surface = QueryComparison(.evaluatedObject(), op, .evaluatedObject(), options: options)
    var binder = Binder(root: .value(element), variables: [:], options: BindingOptions())
    return try binder.direct(.value(left), .value(right), ComparisonSides(comparison: surface, range: .none))
  }

  /// Binds a comparison of two operands, without a quantifier.
  @inline(never)
  private mutating func direct(
    _ left: Operand, _ right: Operand, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    if case .value(let left) = left, case .value(let right) = right {
      try checkEncodedValues(left, right, sides.range)
    }
    switch sides.operator {
    case .in:
      return try membership(of: left, in: right, sides)
    case .contains:
      return try membership(of: right, in: left, sides)
    case .tokenMatches, .utiConformsTo, .utiEquals, .selector:
      throw .unsupportedConstruct(sides.operator.spelling, range: sides.operatorRange)
    default:
      break
    }
    if let condition = try toManyAgainstNil(left, right, sides) { return condition }
    if let (a, b) = collections(left, right, sides) { return try comparison(a, b, sides) }
    let a = try single(left, range: sides.leftRange)
    let b = try single(right, range: sides.rightRange)
    switch sides.operator {
    case .between:
      return try between(a, b, sides)
    case .beginsWith, .endsWith, .like, .matches:
      return try stringTest(a, b, sides)
    default:
      return try comparison(a, b, sides)
    }
  }

  /// The operand as one value. Throws for a to-many path. Over dynamic values there are no to-many paths: the result of a SUBQUERY is an array.
  private func single(_ operand: Operand, range: SourceRange) throws(PredicateIssue) -> CoreValue {
    if case .many = operand, !isDynamic { throw .toManyInComparison(range: range) }
    return operand.value(range: range)
  }

  /// The two sides if `==` or `!=` compares collections and at least one of them is stored: `tags == {'a', 'b'}`. Otherwise nil.
  private func collections(_ left: Operand, _ right: Operand, _ sides: ComparisonSides) -> (CoreValue, CoreValue)? {
    guard sides.operator == .equal || sides.operator == .notEqual,
      left.storedCollection != nil || right.storedCollection != nil,
      let a = Self.asCollection(left), let b = Self.asCollection(right)
    else { return nil }
    return (a, b)
  }

  private static func asCollection(_ operand: Operand) -> CoreValue? {
    if case .value(let value) = operand {
      switch value.type {
      case .collection, .any: return value
      default: return nil
      }
    }
    return operand.storedCollection
  }

  /// The condition for `tags == nil`. Every type can be compared with nil. A to-many path is nil only if its first object is missing. Nil for other
  /// comparisons.
  private func toManyAgainstNil(
    _ left: Operand, _ right: Operand, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition? {
    guard sides.operator == .equal || sides.operator == .notEqual else { return nil }
    let range: CoreRange
    switch (left, right) {
    case (.many(let many, _), _) where right.isNull: range = many
    case (_, .many(let many, _)) where left.isNull: range = many
    default: return nil
    }
    let count = CoreValue(.count(range), type: .integer, isOptional: range.isOptional, range: sides.range)
    let isNull = nullTest(count, range: sides.range)
    return sides.operator == .equal ? isNull : .not(isNull, range: sides.range)
  }

  /// The condition `value == nil`.
  func nullTest(_ value: CoreValue, range: SourceRange) -> CoreCondition {
    if value.isNull { return .always(true, range: range) }
    return value.isOptional || mustRun(value)
      ? CoreCondition(.isNull(value), range: range) : .always(false, range: range)
  }

  /// Binds `== != < <= > >=`.
  private mutating func comparison(
    _ left: CoreValue, _ right: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    if left.isNull || right.isNull {
      return nilComparison(left.isNull ? right : left, sides)
    }
    let (a, b) = try comparableSides(left, right, sides)
    if isComparedWhenRun(a, b, sides.operator) || Self.appliesOptionsWhenRun(a.type, sides.options) {
      return CoreCondition(.dynamic(sides.operator, a, b, sides.options), range: sides.range)
    }
    if let x = a.constantValue, let y = b.constantValue {
      let holds = try PredicateIssue.placing(at: sides.range) { () throws(PredicateIssue) in
        try ValueComparison.evaluate(x, sides.operator, y, options: sides.options)
      }
      return .always(holds, range: sides.range)
    }
    if let condition = existence(a, b, sides) { return condition }
    switch sides.operator {
    case .equal: return equal(a, b, sides)
    case .notEqual: return .not(equal(a, b, sides), range: sides.range)
    default: return try ordered(a, b, sides)
    }
  }

  /// The condition for a comparison with the nil literal. `==`, `<=` and `>=` hold if the other side is nil too.
  private func nilComparison(_ other: CoreValue, _ sides: ComparisonSides) -> CoreCondition {
    let isNull = nullTest(other, range: sides.range)
    switch sides.operator {
    case .equal, .lessThanOrEqual, .greaterThanOrEqual: return isNull
    case .notEqual: return .not(isNull, range: sides.range)
    default: return falseOfNil(other, range: sides.range)
    }
  }

  /// A condition that is false because another operand is the nil literal. Over dynamic values the operands that can fail are still evaluated.
  func falseOfNil(_ operands: CoreValue..., range: SourceRange) -> CoreCondition {
    guard let all = failingList(operands, range: range) else { return .always(false, range: range) }
    return CoreCondition(.isNull(all), range: range)
  }

  /// A list of the operands that must be evaluated; nil if there are none. The value of a list is never nil.
  func failingList(_ operands: some Sequence<CoreValue>, range: SourceRange) -> CoreValue? {
    let failing = operands.filter(mustRun)
    return failing.isEmpty ? nil : CoreValue(.list(failing), type: .collection(.any), isOptional: false, range: range)
  }

  /// Makes an existence test, which needs no counting, from `x.@count > 0` and similar comparisons. A comparison of a nil count with a number is
  /// false. So only comparisons that mean existence and are false for nil are replaced; nil for others.
  private func existence(_ a: CoreValue, _ b: CoreValue, _ sides: ComparisonSides) -> CoreCondition? {
    guard case .count(let range) = a.node, case .integer(let bound)? = b.constantValue else { return nil }
    let exists = exists(range, range: sides.range)
    switch (sides.operator, bound) {
    case (.greaterThan, 0), (.greaterThanOrEqual, 1): return exists
    case (.notEqual, 0) where !a.isOptional: return exists
    case (.equal, 0) where !a.isOptional, (.lessThan, 1) where !a.isOptional: return .not(exists, range: sides.range)
    default: return nil
    }
  }

  private func equal(_ a: CoreValue, _ b: CoreValue, _ sides: ComparisonSides) -> CoreCondition {
    if let identity = identity(a, b) { return identity }
    // Two nils are equal. But if an object by its key is missing, it equals nothing, not even nil.
    let isKeyed = a.isObjectByKey || b.isObjectByKey
    let comparison: CoreComparison = a.isOptional && b.isOptional && !isKeyed ? .same : .equal
    return CoreCondition(
      .compare(comparison, folded(a, sides.options), folded(b, sides.options)), range: sides.range)
  }

  private func ordered(
    _ a: CoreValue, _ b: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    try requireOrder(a, sides)
    let comparison: CoreComparison
    switch sides.operator {
    case .lessThan: comparison = .less
    case .lessThanOrEqual: comparison = .lessOrEqual
    case .greaterThan: comparison = .greater
    default: comparison = .greaterOrEqual
    }
    let condition = CoreCondition(
      .compare(comparison, folded(a, sides.options), folded(b, sides.options)), range: sides.range)
    guard a.isOptional, b.isOptional, comparison == .lessOrEqual || comparison == .greaterOrEqual else {
      return condition
    }
    let bothNil = CoreCondition.and(
      [nullTest(a, range: sides.range), nullTest(b, range: sides.range)], range: sides.range)
    return .or([condition, bothNil], range: sides.range)
  }

  /// Throws for objects, collections and dictionaries, which have no order.
  private func requireOrder(_ value: CoreValue, _ sides: ComparisonSides) throws(PredicateIssue) {
    switch value.type.family {
    case .object, .collection, .dictionary:
      throw .noOrder(value.type.description, for: sides.operator.spelling, range: sides.range)
    default: break
    }
  }

  /// Binds `x BETWEEN {low, high}`. String options have no effect.
  private mutating func between(
    _ value: CoreValue, _ bounds: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    let pair: [CoreValue]
    switch bounds.node {
    case .constant(.array(let elements)):
      pair = elements.map { .constant($0, range: bounds.range) }
    case .list(let elements):
      pair = elements
    case .null:
      return falseOfNil(value, range: sides.range)
    default:
      guard bounds.type == .any || isDynamic else {
        throw .betweenPair(found: bounds.type.description, range: sides.rightRange)
      }
      return CoreCondition(.dynamic(.between, value, bounds, []), range: sides.range)
    }
    guard pair.count == 2 else {
      guard isDynamic else { throw .betweenPair(found: PredicateIssue.list(of: pair.count), range: sides.rightRange) }
      return CoreCondition(.dynamic(.between, value, bounds, []), range: sides.range)
    }
    if value.isNull || pair[0].isNull || pair[1].isNull {
      return falseOfNil(value, bounds, range: sides.range)
    }
    let (a, low) = try comparableSides(value, pair[0], sides)
    let (_, high) = try comparableSides(value, pair[1], sides)
    if isComparedWhenRun(a, low, .between) || isComparedWhenRun(a, high, .between) {
      return CoreCondition(.dynamic(.between, value, bounds, []), range: sides.range)
    }
    try requireOrder(a, sides)
    return CoreCondition(.between(a, low, high), range: sides.range)
  }
}
