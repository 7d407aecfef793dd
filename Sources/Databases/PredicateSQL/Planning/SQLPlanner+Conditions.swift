import PredicateBinding
import PredicateValues

/// Conditions. Each function returns an expression that is true exactly if the condition holds. `negation(of:)` returns an expression that is true
/// exactly if the condition does not hold.
extension SQLPlanner {
  package mutating func condition(_ condition: CoreCondition) throws(PredicateIssue) -> SQLExpression {
    switch condition.node {
    case .always(let value): return value ? .truth : .falsehood
    case .and(let parts):
      return condition.canFail ? try sequence(parts, isAll: true) : .all(try conditions(parts))
    case .or(let parts):
      return condition.canFail ? try sequence(parts, isAll: false) : .any(try conditions(parts))
    case .not(let part): return try negation(of: part)
    default: return try Self.exact(try form(of: condition), range: condition.range)
    }
  }

  /// The SQL for a condition that contains no other conditions.
  package mutating func form(of condition: CoreCondition) throws(PredicateIssue) -> SQLForm {
    if let keys = try targets(of: condition) { return .exact(keys) }
    let form = try simple(condition)
    guard condition.canFail, case .exact(let expression) = form else { return form }
    return .exact(try onRows(expression, range: condition.range))
  }

  /// The SQL for a single comparison or test, which is evaluated for each row. The condition is not an AND, OR or NOT. Like ``native(_:)``, this
  /// function has a small frame, because nested conditions pass through it.
  package mutating func simple(_ condition: CoreCondition) throws(PredicateIssue) -> SQLForm {
    switch condition.node {
    case .always, .and, .or, .not: .exact(try self.condition(condition))
    case .compare: try comparison(condition)
    case .dynamic: try dynamic(condition)
    case .exists, .isNull: .exact(try presence(condition))
    case .between, .member, .match: try test(condition)
    }
  }

  @inline(never)
  private mutating func comparison(_ condition: CoreCondition) throws(PredicateIssue) -> SQLForm {
    guard case .compare(let comparison, let left, let right) = condition.node else { return .exact(.falsehood) }
    return try compare(comparison, left, right)
  }

  @inline(never)
  private mutating func dynamic(_ condition: CoreCondition) throws(PredicateIssue) -> SQLForm {
    guard case .dynamic(let op, let left, let right, let options) = condition.node else { return .exact(.falsehood) }
    return try form(of: .dynamic(op, left, right, options))
  }

  @inline(never)
  private mutating func presence(_ condition: CoreCondition) throws(PredicateIssue) -> SQLExpression {
    switch condition.node {
    case .exists(let range): try exists(range)
    case .isNull(let value): try isNull(value)
    default: .falsehood
    }
  }

  @inline(never)
  private mutating func test(_ condition: CoreCondition) throws(PredicateIssue) -> SQLForm {
    switch condition.node {
    case .between(let value, let low, let high): try between(value, low, high)
    case .member(let value, let constants): try member(value, of: constants, range: condition.range)
    case .match(let match, let subject, let pattern): try self.match(match, subject, pattern)
    default: .exact(.falsehood)
    }
  }

  /// A condition that is true exactly if the given condition is not true, and otherwise false. If the given condition is false because of a nil, the
  /// result is true.
  package mutating func negation(of condition: CoreCondition) throws(PredicateIssue) -> SQLExpression {
    switch condition.node {
    case .or(let parts) where !condition.canFail:
      // Each part is negated separately, so that the SQL is short and indexes can be used.
      return .all(try parts.map { part throws(PredicateIssue) in try negation(of: part) })
    case .compare(let comparison, let left, let right):
      return try negation(of: comparison, left, right)
    default:
      return try self.condition(condition).negated
    }
  }

  /// AND or OR, if a part can fail.
  private mutating func sequence(
    _ parts: [CoreCondition], isAll: Bool
  ) throws(PredicateIssue) -> SQLExpression {
    var groups: [(canFail: Bool, parts: [SQLExpression])] = []
    for part in parts {
      let expression = try condition(part)
      if groups.last?.canFail == false, !part.canFail {
        groups[groups.count - 1].parts.append(expression)
      } else {
        groups.append((part.canFail, [expression]))
      }
    }
    let conditions = groups.map { isAll ? SQLExpression.all($0.parts) : .any($0.parts) }
    guard conditions.count > 1, let last = conditions.last else { return conditions.first ?? .truth }
    let sequence = SQLSequence(groups: conditions, isAll: isAll, beginsSafely: !groups[0].canFail)
    return SQLExpression(.inOrder(sequence), mayBeNull: last.mayBeNull)
  }

  private mutating func conditions(_ parts: [CoreCondition]) throws(PredicateIssue) -> [SQLExpression] {
    try parts.map { part throws(PredicateIssue) in try condition(part) }
  }

  /// If a condition reads no row, joins it with a test that forces the database to read a row first. The condition can fail, and memory does not
  /// evaluate it if there are no rows.
  private mutating func onRows(
    _ expression: SQLExpression, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    if SQLSourceSearch.reads(expression, anyOf: scopes[rowScope].sources) { return expression }
    return SQLExpression(
      .any([expression, try exact(.neverTrue, range: range)]), mayBeNull: expression.mayBeNull)
  }

  /// Whether a value is nil. For a folded value its operand is tested, because both are nil for the same rows.
  private mutating func isNull(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .attribute(let row, let member): try isMissing(row, member, range: value.range)
    case .object(let row): try isMissing(row)
    case .fold(let operand, _): try isNull(operand)
    // If the condition on the elements can fail, the elements must be counted.
    case .count(let range) where !range.canFail: try isMissing(range)
    // A list is never nil, but evaluating an element of it can fail, so it is evaluated.
    case .list where !value.facts.isTotal:
      SQLExpression(.nullTest(try self.value(value), isNull: true), mayBeNull: false)
    default: try self.value(value).isNull
    }
  }

  /// Membership in distinct constants.
  private mutating func member(
    _ value: CoreValue, of constants: [QueryValue], range: SourceRange
  ) throws(PredicateIssue) -> SQLForm {
    if constants.isEmpty || constants.allSatisfy({ isNeverNamed(value, by: $0) }) { return .exact(.falsehood) }
    let areComparable = constants.allSatisfy {
      let constant = CoreValue.constant($0, range: range)
      return isComparable(constant) && lowering.comparesAsIs(value, constant)
    }
    guard isNative(value), areComparable, canBeWritten(constants) else {
      return try form(of: .member(value, constants))
    }
    return .exact(.member(try self.value(value), of: constants))
  }

  /// Whether constants can be written as a list of parameters. False for a long list that cannot be bound as one value, for example of fractions.
  private func canBeWritten(_ constants: [QueryValue]) -> Bool {
    constants.count <= dialect.limits.parameters || dialect.boundList(of: constants) != nil
  }

  /// A string test. An empty pattern is not a prefix, suffix or part of any text.
  private mutating func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLForm {
    switch match {
    case .prefix, .suffix, .contains:
      if case .string(let text)? = pattern.constantValue, text.isEmpty, !subject.canFail { return .exact(.falsehood) }
    case .like, .regularExpression: break
    }
    return try form(of: .match(match, subject, pattern))
  }
}
