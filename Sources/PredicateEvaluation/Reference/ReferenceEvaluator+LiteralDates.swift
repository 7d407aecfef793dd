import PredicateBinding
import PredicateValues

/// String literals that are read as dates where they meet dates, when the predicate runs.
extension ReferenceEvaluator {
  /// A comparison with a string literal that is a date where it meets one: the other side, one of its bounds, an element of it.
  func compareReadingDates(
    _ op: ComparisonOperator, _ left: (core: CoreValue, value: QueryValue),
    _ right: (core: CoreValue, value: QueryValue), _ options: StringOptions
  ) throws(PredicateIssue) -> Bool {
    func holds(_ a: QueryValue, _ b: QueryValue) throws(PredicateIssue) -> Bool {
      try ValueComparison.evaluate(a, op, b, options: options, limits: limits)
    }
    switch op {
    case .between:
      let value = right.value.hasDates ? left.core.asDates(left.value) : left.value
      return try holds(value, right.core.reading(right.value, beside: value))
    case .in:
      let collection = right.core.reading(right.value, beside: left.value)
      // A collection may have dates and texts: what is looked for is both.
      if try holds(left.value, collection) { return true }
      guard left.core.hasLiteralDates, collection.hasElements else { return false }
      return try holds(left.core.asDates(left.value), collection)
    case .contains:
      let collection = left.core.reading(left.value, beside: right.value)
      if try holds(collection, right.value) { return true }
      guard right.core.hasLiteralDates, collection.hasElements else { return false }
      return try holds(collection, right.core.asDates(right.value))
    default:
      let a = left.core.reading(left.value, beside: right.value)
      return try holds(a, right.core.reading(right.value, beside: a))
    }
  }
}

extension CoreValue {
  /// Whether this is a literal that writes a date, or a list with one.
  var hasLiteralDates: Bool {
    if literalDate != nil { return true }
    if case .list(let parts) = node { return parts.contains(where: \.hasLiteralDates) }
    return false
  }

  /// What was found of this value, its literals as the dates that they write.
  fileprivate func asDates(_ found: QueryValue) -> QueryValue {
    if let literalDate { return .date(literalDate) }
    guard case .list(let parts) = node, case .array(let elements) = found else { return found }
    return .array(zip(parts, elements).map { $0.asDates($1) })
  }

  /// What was found of this value, as a date beside a date, of two lists each element beside its like.
  fileprivate func reading(_ found: QueryValue, beside other: QueryValue) -> QueryValue {
    if case .date = other { return asDates(found) }
    guard case .list(let parts) = node, case .array(let elements) = found, case .array(let others) = other,
      others.count == elements.count
    else { return found }
    return .array(elements.indices.map { parts[$0].reading(elements[$0], beside: others[$0]) })
  }
}

extension QueryValue {
  /// Whether a bound is a date.
  fileprivate var hasDates: Bool {
    guard case .array(let bounds) = self else { return false }
    return bounds.contains { if case .date = $0 { true } else { false } }
  }

  /// Whether this has elements to look among: a collection, a dictionary.
  fileprivate var hasElements: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}
