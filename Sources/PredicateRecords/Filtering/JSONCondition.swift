import PredicateBinding
import PredicateEvaluation
import PredicateValues

/// A condition over records of JSON: the reference's meaning, with a short way for what nearly all filters ask.
///
/// Where a member is compared with a constant, a string is looked at in place, and any other value is read by itself. Everything else is
/// left to the evaluator.
indirect enum JSONCondition {
  case all([JSONCondition])
  case any([JSONCondition])
  case not(JSONCondition)
  case member(MemberComparison)
  case plain(BoundPredicate)

  /// A comparison of a member with a constant.
  struct MemberComparison {
    let slot: Int
    let op: ComparisonOperator
    let constant: QueryValue
    let options: StringOptions
    /// The same question for strings, where the constant is one and the operator asks for its characters.
    let matcher: StringMatcher?
    /// The constant, where it is a number that a double holds and the operator compares numbers.
    let number: Double?

    init(_ slot: Int, _ op: ComparisonOperator, _ constant: QueryValue, _ options: StringOptions) {
      self.slot = slot
      self.op = op
      self.constant = constant
      self.options = options
      matcher = JSONCondition.matcher(op, constant, options)
      number = JSONCondition.number(op, constant)
    }

    func holds(of value: Double, beside number: Double) -> Bool {
      switch op {
      case .equal: value == number
      case .notEqual: value != number
      case .lessThan: value < number
      case .lessThanOrEqual: value <= number
      case .greaterThan: value > number
      default: value >= number
      }
    }
  }

  /// The test of a predicate that is bound to what is not known before it runs.
  init(_ predicate: BoundPredicate, of record: JSONRecord) {
    self.init(predicate.condition, predicate, record)
  }

  private init(_ condition: CoreCondition, _ predicate: BoundPredicate, _ record: JSONRecord) {
    switch condition.node {
    case .and(let parts): self = .all(parts.map { JSONCondition($0, predicate, record) })
    case .or(let parts): self = .any(parts.map { JSONCondition($0, predicate, record) })
    case .not(let part): self = .not(JSONCondition(part, predicate, record))
    case .dynamic(let op, let left, let right, let options):
      if let path = KeyTree.path(of: left), path.count == 1, let slot = record.slot(of: path[0]),
        let constant = right.constantValue
      {
        self = .member(MemberComparison(slot, op, constant, options))
      } else {
        self = .plain(predicate.with(condition))
      }
    default: self = .plain(predicate.with(condition))
    }
  }

  private static func matcher(
    _ op: ComparisonOperator, _ constant: QueryValue, _ options: StringOptions
  ) -> StringMatcher? {
    guard case .string(let text) = constant, !options.contains(.localeSensitive) else { return nil }
    let question: StringMatcher.Question
    switch op {
    case .equal, .notEqual: question = .equal
    case .beginsWith: question = .prefix
    case .endsWith: question = .suffix
    case .contains: question = .contains
    default: return nil
    }
    return StringMatcher(question, text, options: options)
  }

  private static func number(_ op: ComparisonOperator, _ constant: QueryValue) -> Double? {
    switch op {
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: break
    default: return nil
    }
    switch constant {
    case .integer(let value): return Double(exactly: value)
    case .double(let value) where !value.isNaN: return value
    default: return nil
    }
  }

  /// Whether the condition holds of the record. Conditions run from left to right, as far as they are needed.
  func holds(
    of record: JSONRecord, _ evaluator: ReferenceEvaluator, _ limits: PredicateLimits
  ) throws(PredicateIssue) -> Bool {
    switch self {
    case .all(let parts):
      for part in parts where try !part.holds(of: record, evaluator, limits) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(of: record, evaluator, limits) { return true }
      return false
    case .not(let part):
      return try !part.holds(of: record, evaluator, limits)
    case .member(let test):
      if let matcher = test.matcher, let text = record.plainText(of: test.slot) {
        var scratch: [UInt8] = []
        return matcher.matches(text, scratch: &scratch) != (test.op == .notEqual)
      }
      if let number = test.number, let value = record.plainNumber(of: test.slot) {
        return test.holds(of: value, beside: number)
      }
      return try ValueComparison.evaluate(
        record.value(of: test.slot), test.op, test.constant, options: test.options, limits: limits)
    case .plain(let predicate):
      return try evaluator.evaluate(predicate, object: .object(record))
    }
  }
}
