import PredicateBinding
import PredicateValues

/// Comparisons of two values. If an operand is known not to be NULL, the SQL has no test for NULL.
extension SQLPlanner {
  package mutating func compare(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLForm {
    if left.constantValue != nil, right.constantValue == nil { return try compare(comparison.mirrored, right, left) }
    if let form = try ownComparison(comparison, left, right) { return form }
    var a = try comparable(left)
    var b = try comparable(right)
    if isFoundByStart(left, beside: right) {
      a = a.unindexed
    } else if isFoundByStart(right, beside: left) {
      (a, b) = (b.unindexed, a)
    }
    // If one side cannot be NULL, `=` means the same as the comparison of NULLs, and every database can use an index for it.
    let op = comparison == .same && !(a.mayBeNull && b.mayBeNull) ? .equal : comparison.sqlOperator
    return .exact(.compare(op, a, b))
  }

  /// Whether a comparison of an outside object with an object of a range should avoid the index of the range's object, because fewer rows are read
  /// from the start of the range. With 1,500,000 loans of 1,000,000 films to 60,000 friends, “a loan to the friend who has the film now” took 2.2 s
  /// from the friends, and 0.5 s from the films.
  private func isFoundByStart(_ value: CoreValue, beside other: CoreValue) -> Bool {
    guard rewrites.contains(.startFirst), case .object(.toOne(.variable(let number), _, let name)) = value.node,
      case .object(.toOne(.variable(let outer), _, _)) = other.node, let variable = variables[number],
      let start = variable.startTable, let table = model.entity(named: name)?.table, let outside = variables[outer]
    else { return false }
    return outside.scope < variable.scope && indexes.holds(table, noMoreThan: start)
  }

  /// The database's own SQL for a comparison; nil if SQL's operator compares the two values as the language does.
  private mutating func ownComparison(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLForm? {
    if comparison.isEquality, let constant = right.constantValue,
      isNeverNamed(left, by: constant)
    {
      return .exact(.falsehood)
    }
    if let condition = try countComparison(comparison, left, right) { return .exact(condition) }
    if let condition = try comparisonOfRows(comparison, left, right) { return .exact(condition) }
    if let form = try foldedEquality(comparison, left, right) { return form }
    if areNative(comparison, left, right) { return nil }
    return try form(of: .compare(comparison, left, right))
  }

  package mutating func negation(
    of comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if left.constantValue != nil, right.constantValue == nil {
      return try negation(of: comparison.mirrored, right, left)
    }
    // The negation does not use the keys of the objects that meet the comparison (``targets(of:)``), because a missing object also meets the negation.
    if let form = try ownComparison(comparison, left, right) {
      return try Self.exact(form, range: left.range).negated
    }
    let a = try comparable(left)
    let b = try comparable(right)
    let neitherIsNull = !a.mayBeNull && !b.mayBeNull
    if comparison.isEquality {
      if neitherIsNull { return .compare(.notEqual, a, b) }
      // `equal` is false if both sides are nil, so its negation must be true for two nils.
      if comparison == .same || !(a.mayBeNull && b.mayBeNull) { return .compare(.different, a, b) }
    }
    guard neitherIsNull, let opposite = comparison.opposite else {
      return SQLExpression.compare(comparison.sqlOperator, a, b).negated
    }
    return .compare(opposite.sqlOperator, a, b)
  }

  /// Whether SQL's own operator has the meaning of the comparison in the language.
  private func areNative(_ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue) -> Bool {
    guard isComparable(left), isComparable(right), lowering.comparesAsIs(left, right) else { return false }
    switch comparison {
    case .equal, .same: return true
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return comparesNatively(left.type)
    }
  }

  /// Whether SQL compares a value as the language does. A decimal number may be compared as the double that equals it.
  package func isComparable(_ value: CoreValue) -> Bool {
    if case .decimal(let decimal)? = value.constantValue { return lowering.hasExactForm(decimal) }
    return isNative(value)
  }

  /// Whether a value can never be equal to a constant: the constant is an object reference, and the value is a row without an integer identity.
  package func isNeverNamed(_ value: CoreValue, by constant: QueryValue) -> Bool {
    guard constant.reference != nil, row(of: value) != nil, case .object(let name) = value.type,
      let entity = model.entity(named: name)
    else { return false }
    return entity.key.referenceColumn == nil
  }

  /// A value for which ``isComparable(_:)`` is true.
  package mutating func comparable(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if let constant = value.constantValue { return try parameter(constant, range: value.range) }
    return try self.value(value)
  }

  /// `x BETWEEN {low, high}`.
  package mutating func between(
    _ value: CoreValue, _ low: CoreValue, _ high: CoreValue
  ) throws(PredicateIssue) -> SQLForm {
    // BETWEEN is only used if no part can fail, because SQL may skip the second bound if the first one decides.
    let isTotal = !value.canFail && !low.canFail && !high.canFail
    if isTotal, isComparable(value), isComparable(low), isComparable(high), comparesNatively(value.type),
      lowering.comparesAsIs(value, low), lowering.comparesAsIs(value, high)
    {
      let a = try comparable(low)
      let b = try comparable(high)
      return .exact(.between(try comparable(value), a, b))
    }
    let bounds = CoreValue(.list([low, high]), type: .collection(.any), isOptional: false, range: value.range)
    return try form(of: .dynamic(.between, value, bounds, []))
  }

  /// `name ==[c] "x"`: compared by bytes, without making the folded string.
  private mutating func foldedEquality(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLForm? {
    guard comparison.isEquality, case .fold(let subject, let options) = left.node,
      case .string? = right.constantValue
    else { return nil }
    return try form(of: .equalsFolded(subject, right, options))
  }
}

extension CoreComparison {
  /// The SQL operator with this meaning for sides that are not NULL.
  package var sqlOperator: SQLBinaryOperator {
    switch self {
    case .equal: .equal
    case .same: .same
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}

/// A condition that compares a value with constants: `year > 1990`, `1990 < year`, `genre IN {"Noir", "Drama"}`.
package struct ConstantComparison {
  package enum Kind {
    /// The value equals one of the constants. No constant is nil.
    case list([QueryValue])
    case below
    case above
    case between
    case match(CoreMatch)
  }

  package let value: CoreValue
  package let kind: Kind

  /// - Parameter condition: Any condition. The initializer returns nil if it is not a comparison of a value with constants.
  package init?(_ condition: CoreCondition) {
    switch condition.node {
    case .compare:
      guard let (comparison, value, constant) = condition.comparisonWithConstant else { return nil }
      self.init(comparison, value, constant)
    case .member(let value, let constants): self.init(value, .list(constants))
    case .between(let value, let low, let high):
      guard low.constantValue != nil, high.constantValue != nil else { return nil }
      self.init(value, .between)
    case .match(let match, let subject, let pattern):
      guard pattern.constantValue != nil else { return nil }
      self.init(subject, .match(match))
    default: return nil
    }
  }

  private init(_ comparison: CoreComparison, _ value: CoreValue, _ constant: QueryValue) {
    switch comparison {
    case .equal, .same: self.init(value, .list([constant]))
    case .less, .lessOrEqual: self.init(value, .below)
    case .greater, .greaterOrEqual: self.init(value, .above)
    }
  }

  private init(_ value: CoreValue, _ kind: Kind) {
    self.value = value
    self.kind = kind
  }
}

extension CoreValue {
  /// The value itself. For a folded value, the operand that is folded.
  package var unfolded: CoreValue { if case .fold(let operand, _) = node { operand } else { self } }
}
