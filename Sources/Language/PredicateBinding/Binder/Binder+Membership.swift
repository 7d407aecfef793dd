import PredicateValues

/// Binds IN and CONTAINS. Both are the same relation, with the sides exchanged.
extension Binder {
  mutating func membership(
    of member: Operand, in container: Operand, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    let memberRange = sides.operator == .in ? sides.leftRange : sides.rightRange
    let value: CoreValue
    if case .many = member, !isDynamic {
      guard let stored = member.storedCollection, Self.holdsCollections(container) else {
        throw .toManyInComparison(range: memberRange)
      }
      value = stored
    } else {
      value = member.value(range: memberRange)
    }
    if case .many(let range, let element) = container {
      return try exists(value, among: range, element, sides)
    }
    let collection = container.value(range: sides.operator == .in ? sides.rightRange : sides.leftRange)
    // No collection contains nil, and a nil collection has no elements. So the result is false.
    if value.isNull || collection.isNull { return falseOfNil(value, collection, range: sides.range) }
    if let constants = constantElements(of: collection) {
      return try membership(of: value, among: constants, collection, sides)
    }
    if case .list(let parts) = collection.node { return try membership(of: value, amongParts: parts, sides) }
    return try membership(of: value, inValue: collection, sides)
  }

  /// Whether the elements of an operand may be collections themselves.
  private static func holdsCollections(_ operand: Operand) -> Bool {
    let type =
      switch operand {
      case .many(_, .value(let each)): each.type
      case .value(let value): value.type == .any ? .any : value.type.elementType
      case .row, .many: QueryType.boolean
      }
    if case .collection = type { return true }
    return type == .any
  }

  /// The condition that an element of a range equals a value. A nil element equals nothing here. The value is evaluated even if the range has no
  /// element, and the range even if the value is nil.
  private mutating func exists(
    _ value: CoreValue, among range: CoreRange, _ element: Operand.Element, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    if value.isNull { return falseOfNil(Operand.many(range, element).value(range: sides.range), range: sides.range) }
    let each = try strictlyEqual(element.value(range: sides.range), value, sides)
    return running([value], before: exists(range.filtered(by: each), range: sides.range))
  }

  /// A condition that first evaluates the operands that can fail, so that their failures are not hidden by the condition's result. The list of these
  /// operands is never nil.
  private func running(_ operands: some Sequence<CoreValue>, before condition: CoreCondition) -> CoreCondition {
    let failing = operands.filter { !$0.facts.isTotal }
    if failing.isEmpty { return condition }
    let range = condition.range
    let list = CoreValue(.list(failing), type: .collection(.any), isOptional: false, range: range)
    return .and([.not(CoreCondition(.isNull(list), range: range), range: range), condition], range: range)
  }

  /// The condition `a == b`, but false if a side is nil.
  mutating func strictlyEqual(
    _ left: CoreValue, _ right: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    if left.isNull || right.isNull { return .always(false, range: sides.range) }
    let (a, b) = try comparableSides(left, right, sides)
    if let identity = identity(a, b) { return identity }
    guard isComparedWhenRun(a, b, .equal) || Self.appliesOptionsWhenRun(a.type, sides.options) else {
      return CoreCondition(
        .compare(.equal, folded(a, sides.options), folded(b, sides.options)), range: sides.range)
    }
    let equal = CoreCondition(.dynamic(.equal, a, b, sides.options), range: sides.range)
    return .and([equal, .not(nullTest(b, range: sides.range), range: sides.range)], range: sides.range)
  }

  private func constantElements(of value: CoreValue) -> [QueryValue]? {
    switch value.constantValue {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// Binds `x IN {1, 2, nil}`, where all elements are constants. Duplicates and nils are removed, and strings are folded.
  private mutating func membership(
    of value: CoreValue, among constants: [QueryValue], _ collection: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    if value.type == .any || isDynamic || Self.appliesOptionsWhenRun(value.type, sides.options) {
      return CoreCondition(.dynamic(.in, value, collection, sides.options), range: sides.range)
    }
    var seen = Set<ValueKey>()
    var distinct: [QueryValue] = []
    for constant in constants where !constant.isNull {
      let (_, met) = try comparableSides(value, .constant(constant, range: collection.range), sides)
      guard let element = folded(met, sides.options).constantValue else { continue }
      if seen.insert(ValueKey(element)).inserted { distinct.append(element) }
    }
    if distinct.isEmpty { return .always(false, range: sides.range) }
    if distinct.count > QueryValue.longestUnsortedList, distinct.allSatisfy({ $0.order(distinct[0]) != nil }) {
      distinct.sort { $0.order($1) == .less }
    }
    return CoreCondition(.member(folded(value, sides.options), distinct), range: sides.range)
  }

  /// Binds `x IN {a, 2}`, where some elements are not constants, to comparisons with each element.
  private mutating func membership(
    of value: CoreValue, amongParts parts: [CoreValue], _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    var conditions: [CoreCondition] = []
    for part in parts { conditions.append(try strictlyEqual(value, part, sides)) }
    // All elements of a list are evaluated, even if an earlier element equals the value.
    return running(parts.dropFirst(), before: .or(conditions, range: sides.range))
  }

  /// Binds membership in a value: a part of a string, an element of a collection, or a test that is decided at run time.
  private mutating func membership(
    of value: CoreValue, inValue container: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    switch container.type {
    case .any, .dictionary:
      try checkComparable(value.type, range: value.range)
      return Self.membershipWhenRun(of: value, in: container, sides)
    case .collection(let type):
      let (range, element) = elements(of: container, type: type)
      return try exists(value, among: range, element, sides)
    case .string:
      if value.type == .any || (isDynamic && value.type != .string) {
        return Self.membershipWhenRun(of: value, in: container, sides)
      }
      guard value.type == .string else {
        throw .stringExpected(sides.operator, found: value.type.description, range: value.range)
      }
      return match(.contains, container, value, sides)
    default:
      if isDynamic {
        return Self.membershipWhenRun(of: value, in: container, sides)
      }
      throw containerExpected(container, by: sides.operator)
    }
  }

  /// Membership that is decided at run time. The condition keeps the operator of the statement, because the issue for a value that is not a container
  /// names the operator and the side.
  private static func membershipWhenRun(
    of value: CoreValue, in container: CoreValue, _ sides: ComparisonSides
  ) -> CoreCondition {
    let node: CoreCondition.Node =
      sides.operator == .contains
      ? .dynamic(.contains, container, value, sides.options) : .dynamic(.in, value, container, sides.options)
    return CoreCondition(node, range: sides.range)
  }
}
