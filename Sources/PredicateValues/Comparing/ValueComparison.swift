/// A direct comparison of two values that are known only when it runs.
///
/// A nil is looked at before types are: beside a nil only `==`, `!=`, and, of two nils, `<=` and `>=`, can be true.
/// Values of unlike families are unequal, and an issue of kind `type` for every other operator. The result is never
/// nil, so NOT is two-valued.
public enum ValueComparison {
  /// Whether the comparison holds.
  ///
  /// Throws kind `type` where the operator cannot take the values, `domain` for an unusable regular expression, `limit`
  /// for one that runs too long, `unsupported` for the operators and collations that this engine does not run.
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
    case .lessThan: return try order(left, right, options) == .less
    case .greaterThan: return try order(left, right, options) == .greater
    case .lessThanOrEqual:
      if left.isNull && right.isNull { return true }
      let order = try order(left, right, options)
      return order == .less || order == .equal
    case .greaterThanOrEqual:
      if left.isNull && right.isNull { return true }
      let order = try order(left, right, options)
      return order == .greater || order == .equal
    case .between: return try isBetween(left, right)
    case .in: return try contains(right, left, options)
    case .contains: return try contains(left, right, options)
    case .beginsWith, .endsWith, .like, .matches:
      guard !left.isNull, !right.isNull else { return false }
      let (subject, pattern) = try strings(left, right, `operator`)
      return try matches(subject, `operator`, pattern, options, limits)
    case .tokenMatches, .utiConformsTo, .utiEquals, .selector:
      throw unsupported(`operator`)
    }
  }

  /// The issue of an operator that is read and printed, but not run.
  static func unsupported(_ operator: ComparisonOperator) -> PredicateIssue {
    let name = `operator`.spelling
    return .notSupported("unsupported-operator", "the operator \(name) is part of the language, but is not evaluated")
  }

  /// How two values stand; nil beside a nil.
  private static func order(
    _ left: QueryValue, _ right: QueryValue, _ options: StringOptions
  ) throws(PredicateIssue) -> ValueOrder? {
    if left.isNull || right.isNull { return nil }
    if !options.isEmpty, case .string(let a) = left, case .string(let b) = right {
      return try TextRule(options).order(a, b)
    }
    if let order = left.order(right) { return order }
    guard let family = left.family, family == right.family else {
      throw .mismatch(
        "unlike-families",
        "an order needs two values of one kind, found \(left.typeDescription) and \(right.typeDescription)")
    }
    throw .mismatch("no-order", "an order needs numbers, strings, dates or the like, found \(left.typeDescription)")
  }

  /// `left BETWEEN {low, high}`: inclusive, false with any nil and where the bounds are reversed. String options mean nothing
  /// here.
  private static func isBetween(
    _ value: QueryValue, _ bounds: QueryValue
  ) throws(PredicateIssue) -> Bool {
    if value.isNull || bounds.isNull { return false }
    guard case .array(let pair) = bounds, pair.count == 2 else {
      let found = if case .array(let values) = bounds { "\(values.count) values" } else { bounds.typeDescription }
      throw .mismatch(
        "not-a-pair", "BETWEEN needs an array of exactly two values on its right, found \(found)",
        hint: "write {low, high}")
    }
    let low = pair[0].withoutNaN
    let high = pair[1].withoutNaN
    if low.isNull || high.isNull { return false }
    // Both orders are asked for, so that a bound of another family is an issue whatever the other one says.
    let above = try order(low, value, [])
    let below = try order(value, high, [])
    return above != .greater && below != .greater
  }

  /// `container CONTAINS member`.
  private static func contains(
    _ container: QueryValue, _ member: QueryValue, _ options: StringOptions
  ) throws(PredicateIssue) -> Bool {
    if container.isNull || member.isNull { return false }
    let values: [QueryValue]
    switch container {
    case .string(let subject):
      guard case .string(let pattern) = member else {
        throw .mismatch(
          "not-a-string", "only a string can be looked for in a string, found \(member.typeDescription)")
      }
      return StringMatcher(.contains, pattern, options: options).matches(subject)
    case .array(let elements), .set(let elements): values = elements
    case .dictionary(let dictionary): values = dictionary.values
    default:
      throw .mismatch(
        "not-a-collection",
        "IN and CONTAINS need a collection or a string to look in, found \(container.typeDescription)")
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
      throw .mismatch(
        "not-a-string", "\(`operator`.spelling) needs two strings, found \(found.typeDescription).")
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

extension ComparisonOperator {
  /// The operator's name in a message.
  fileprivate var spelling: String {
    switch self {
    case .like: "LIKE"
    case .matches: "MATCHES"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .tokenMatches: "TOKENMATCHES"
    case .utiConformsTo: "UTI-CONFORMS-TO"
    case .utiEquals: "UTI-EQUALS"
    case .selector(let name): name
    default: "\(self)"
    }
  }
}
