/// Compares two values whose types are known only at run time.
///
/// Nil is checked before types. With one nil only `!=` is true. With two nils only `==`, `<=` and `>=` are true. Values of different families are
/// unequal, also for IN and CONTAINS over collections. Every other operator throws an issue of kind `type` for families that it does not take. The
/// result is never nil, so NOT is two-valued.
///
/// ```swift
/// try ValueComparison.evaluate(.integer(1), .equal, .double(1))                             // true
/// try ValueComparison.evaluate(.integer(1), .equal, .string("1"))                           // false
/// try ValueComparison.evaluate(.integer(1), .lessThan, .string("1"))                        // throws families-differ
/// try ValueComparison.evaluate(.string("Café"), .equal, .string("CAFE"),
///   options: [.caseInsensitive, .diacriticInsensitive])                                     // true
/// ```
public enum ValueComparison {
  /// Whether the comparison holds.
  ///
  /// Throws an issue of kind `type` if the operator does not accept the values. The kind is `domain` for an invalid regular expression, and `limit`
  /// for one that takes too many steps. It is `unsupported` if an operator or a collation is not available.
  public static func evaluate(
    _ left: QueryValue, _ operator: ComparisonOperator, _ right: QueryValue,
    options: StringOptions = [], limits: PredicateLimits = .standard
  ) throws(PredicateIssue) -> Bool {
    let left = left.withoutNaN
    let right = right.withoutNaN
    try left.checkUsable()
    try right.checkUsable()
    switch `operator` {
    case .equal: return try TextRule(options).areEqual(left, right)
    case .notEqual: return try !TextRule(options).areEqual(left, right)
    case .lessThan: return try order(left, right, `operator`, options) == .less
    case .greaterThan: return try order(left, right, `operator`, options) == .greater
    case .lessThanOrEqual:
      if left.isNull && right.isNull { return true }
      let order = try order(left, right, `operator`, options)
      return order == .less || order == .equal
    case .greaterThanOrEqual:
      if left.isNull && right.isNull { return true }
      let order = try order(left, right, `operator`, options)
      return order == .greater || order == .equal
    case .between: return try isBetween(left, right)
    case .in: return try contains(right, left, `operator`, options)
    case .contains: return try contains(left, right, `operator`, options)
    case .beginsWith, .endsWith, .like, .matches:
      guard !left.isNull, !right.isNull else { return false }
      let (subject, pattern) = try strings(left, right, `operator`)
      return try matches(subject, `operator`, pattern, options, limits)
    case .tokenMatches, .utiConformsTo, .utiEquals, .selector:
      throw .unsupportedConstruct(`operator`.spelling)
    }
  }

  /// The order of two values; nil if one is nil.
  private static func order(
    _ left: QueryValue, _ right: QueryValue, _ operator: ComparisonOperator, _ options: StringOptions
  ) throws(PredicateIssue) -> ValueOrder? {
    if left.isNull || right.isNull { return nil }
    if !options.isEmpty, case .string(let a) = left, case .string(let b) = right {
      return try TextRule(options).order(a, b)
    }
    if let order = left.order(right) { return order }
    guard let family = left.family, family == right.family else {
      throw .valuesDiffer(left, right)
    }
    throw .noOrder(left.typeDescription, for: `operator`.spelling)
  }

  /// `left BETWEEN {low, high}`: inclusive. False with any nil, and if the bounds are reversed. String options have no effect.
  private static func isBetween(
    _ value: QueryValue, _ bounds: QueryValue
  ) throws(PredicateIssue) -> Bool {
    if value.isNull || bounds.isNull { return false }
    guard case .array(let pair) = bounds, pair.count == 2 else {
      let found =
        if case .array(let values) = bounds { PredicateIssue.list(of: values.count) } else { bounds.typeDescription }
      throw .betweenPair(found: found)
    }
    let low = pair[0].withoutNaN
    let high = pair[1].withoutNaN
    if low.isNull || high.isNull { return false }
    // Both orders are computed. Otherwise a bound of another family would be an issue only for some values of the other bound.
    let above = try order(low, value, .between, [])
    let below = try order(value, high, .between, [])
    return above != .greater && below != .greater
  }

  /// `container CONTAINS member`.
  private static func contains(
    _ container: QueryValue, _ member: QueryValue, _ operator: ComparisonOperator, _ options: StringOptions
  ) throws(PredicateIssue) -> Bool {
    if container.isNull || member.isNull { return false }
    let values: [QueryValue]
    switch container {
    case .string(let subject):
      guard case .string(let pattern) = member else {
        throw .stringExpected(`operator`, found: member.typeDescription)
      }
      return StringMatcher(.contains, pattern, options: options).matches(subject)
    case .array(let elements), .set(let elements): values = elements
    case .dictionary(let dictionary): values = dictionary.values
    default:
      throw .containerExpected(container.typeDescription, by: `operator`)
    }
    let rule = try TextRule(options)
    guard case .string(let text) = member, rule.collation == nil, !rule.isIdentity else {
      return values.contains { rule.areEqual($0, member) }
    }
    let matcher = StringMatcher(.equal, text, options: options)
    return values.contains { if case .string(let element) = $0 { matcher.matches(element) } else { false } }
  }

  private static func strings(
    _ left: QueryValue, _ right: QueryValue, _ operator: ComparisonOperator
  ) throws(PredicateIssue) -> (String, String) {
    guard case .string(let subject) = left, case .string(let pattern) = right else {
      let found = if case .string = left { right } else { left }
      throw .stringExpected(`operator`, found: found.typeDescription)
    }
    return (subject, pattern)
  }

  private static func matches(
    _ subject: String, _ operator: ComparisonOperator, _ pattern: String, _ options: StringOptions,
    _ limits: PredicateLimits
  ) throws(PredicateIssue) -> Bool {
    switch `operator` {
    case .beginsWith: return StringMatcher(.prefix, pattern, options: options).matches(subject)
    case .endsWith: return StringMatcher(.suffix, pattern, options: options).matches(subject)
    case .like: return LikePattern(pattern, options: options).matches(subject)
    default:
      return try RegularExpressionCache.shared.expression(
        pattern, options: options, stepLimit: limits.regularExpressionSteps
      ).matches(subject)
    }
  }
}
