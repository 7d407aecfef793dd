import PredicateBinding
import PredicateValues

extension ReferenceEvaluator {
  func holds(_ condition: CoreCondition, _ frame: inout Frame) throws(PredicateIssue) -> Bool {
    try frame.take(1)
    switch condition.node {
    case .always(let value):
      return value
    case .and(let parts):
      for part in parts where try !holds(part, &frame) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part, &frame) { return true }
      return false
    case .not(let part):
      return try !holds(part, &frame)
    case .exists(let range):
      return try exists(range, &frame)
    case .isNull(let value), .member(let value, _):
      return try decide(condition, try self.value(value, &frame), in: &frame)
    case .compare(_, let left, let right), .match(_, let left, let right), .dynamic(_, let left, let right, _):
      let a = try value(left, &frame)
      return try decide(condition, a, try value(right, &frame), in: &frame)
    case .between(let value, let low, let high):
      let a = try self.value(value, &frame)
      let least = try self.value(low, &frame)
      return try decide(condition, a, least, try self.value(high, &frame), in: &frame)
    }
  }

  /// A comparison whose meaning is decided when it runs: of two parts of the core with what they were found to be.
  func compare(
    _ op: ComparisonOperator, _ left: (core: CoreValue, value: QueryValue),
    _ right: (core: CoreValue, value: QueryValue),
    _ options: StringOptions, _ range: SourceRange
  ) throws(PredicateIssue) -> Bool {
    try PredicateIssue.placing(at: range) { () throws(PredicateIssue) in
      if left.core.hasLiteralDates || right.core.hasLiteralDates {
        return try compareReadingDates(op, left, right, options)
      }
      return try ValueComparison.evaluate(left.value, op, right.value, options: options, limits: limits)
    }
  }

  /// Comparisons of the core are false when a side is nil, apart from `same`.
  func compare(_ comparison: CoreComparison, _ a: QueryValue, _ b: QueryValue) -> Bool {
    switch comparison {
    case .same: return a.equals(b)
    case .equal: return !a.withoutNaN.isNull && !b.withoutNaN.isNull && a.equals(b)
    default: break
    }
    return a.order(b).map(comparison.holds) ?? false
  }

  func matches(
    _ kind: CoreMatch, _ subject: QueryValue, _ pattern: QueryValue
  ) throws(PredicateIssue) -> Bool {
    guard case .string(let text) = subject, case .string(let sample) = pattern else { return false }
    switch kind {
    case .prefix: return StringSearch.hasPrefix(text, sample)
    case .suffix: return StringSearch.hasSuffix(text, sample)
    case .contains: return StringSearch.contains(text, sample)
    case .like(let options): return LikePattern(sample, options: options).matches(text)
    case .regularExpression(let options):
      let expression = try RegularExpressionCache.shared.expression(
        sample, options: options, stepLimit: limits.regularExpressionSteps)
      return try expression.matches(text)
    }
  }
}
