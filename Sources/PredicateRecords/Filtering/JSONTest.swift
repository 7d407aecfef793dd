import PredicateBinding
import PredicateEvaluation
import PredicateValues

/// A condition over records of JSON: the plain evaluator's meaning, with a short way for what nearly all filters ask.
///
/// Where a member is compared with a constant, a string is looked at in place, and any other value is read by itself. Everything else is
/// left to the evaluator.
indirect enum JSONTest {
  case all([JSONTest])
  case any([JSONTest])
  case not(JSONTest)
  case member(MemberTest)
  case plain(BoundPredicate)

  /// A comparison of a member with a constant.
  struct MemberTest {
    let slot: Int
    let op: ComparisonOperator
    let constant: QueryValue
    let options: StringOptions
    /// The same question for strings, where the constant is one and the operator asks for its characters.
    let matcher: StringMatcher?
  }

  /// The test of a predicate that is bound to what is not known before it runs.
  init(_ predicate: BoundPredicate, of record: JSONRecord) {
    self.init(predicate.condition, predicate, record)
  }

  private init(_ condition: CoreCondition, _ predicate: BoundPredicate, _ record: JSONRecord) {
    switch condition.node {
    case .and(let parts): self = .all(parts.map { JSONTest($0, predicate, record) })
    case .or(let parts): self = .any(parts.map { JSONTest($0, predicate, record) })
    case .not(let part): self = .not(JSONTest(part, predicate, record))
    case .dynamic(let op, let left, let right, let options):
      if let path = KeyTree.path(of: left), path.count == 1, let slot = record.slot(of: path[0]),
        let constant = right.constantValue
      {
        let matcher = Self.matcher(op, constant, options)
        self = .member(MemberTest(slot: slot, op: op, constant: constant, options: options, matcher: matcher))
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

  /// Whether the condition holds of the record. Conditions run from left to right, as far as they are needed.
  func holds(
    of record: JSONRecord, _ evaluator: PlainEvaluator, _ limits: PredicateLimits
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
      return try ValueComparison.evaluate(
        record.value(of: test.slot), test.op, test.constant, options: test.options, limits: limits)
    case .plain(let predicate):
      return try evaluator.evaluate(predicate, object: .object(record))
    }
  }
}
