import PredicateValues

/// Binds tests of strings: prefixes, suffixes, parts and patterns.
extension Binder {
  mutating func stringTest(
    _ subject: CoreValue, _ pattern: CoreValue, _ sides: ComparisonSides
  ) throws(PredicateIssue) -> CoreCondition {
    if subject.isNull || pattern.isNull { return falseOfNil(subject, pattern, range: sides.range) }
    if isDynamic, subject.type != .string || pattern.type != .string || sides.operator == .matches {
      return CoreCondition(.dynamic(sides.operator, subject, pattern, sides.options), range: sides.range)
    }
    for (value, range) in [(subject, sides.leftRange), (pattern, sides.rightRange)]
    where value.type != .string && value.type != .any {
      throw sides.isVariable(range)
        ? .variableOfOtherFamily(found: value.type.description, expected: "a string", range: range)
        : stringExpected(sides.operator, value, range: range)
    }
    if subject.type == .any || pattern.type == .any {
      return CoreCondition(.dynamic(sides.operator, subject, pattern, sides.options), range: sides.range)
    }
    if sides.operator == .matches, case .string(let text)? = pattern.constantValue {
      // A constant pattern is compiled now, so an invalid one fails when the predicate is bound, not at a later element.
      _ = try PredicateIssue.placing(at: pattern.range) { () throws(PredicateIssue) in
        try RegularExpressionCache.shared.expression(
          text, options: sides.options.subtracting(.localeSensitive),
          stepLimit: options.limits.regularExpressionSteps)
      }
    }
    return match(sides.operator, subject, pattern, sides)
  }

  func match(
    _ op: ComparisonOperator, _ subject: CoreValue, _ pattern: CoreValue, _ sides: ComparisonSides
  ) -> CoreCondition {
    // `[l]` is dropped: the root collation does not affect searching, as in NSString's search.
    let options = sides.options.subtracting(.localeSensitive)
    switch op {
    case .like:
      return like(subject, pattern, options, sides)
    case .matches:
      return CoreCondition(
        .match(.regularExpression(options), subject, pattern: pattern), range: sides.range)
    default:
      let kind: CoreMatch = op == .beginsWith ? .prefix : op == .endsWith ? .suffix : .contains
      return CoreCondition(
        .match(kind, folded(subject, options), pattern: folded(pattern, options)), range: sides.range)
    }
  }

  /// Binds LIKE. A constant pattern whose wildcards are only at its ends becomes a simpler test.
  private func like(
    _ subject: CoreValue, _ pattern: CoreValue, _ options: StringOptions, _ sides: ComparisonSides
  ) -> CoreCondition {
    let kind: CoreMatch
    let text: String
    guard case .string(let constant)? = pattern.constantValue else {
      return CoreCondition(.match(.like(options), subject, pattern: pattern), range: sides.range)
    }
    switch LikePattern(constant, options: options).simpleForm {
    case .equal(let value):
      let constant = CoreValue.constant(.string(value), range: pattern.range)
      return CoreCondition(.compare(.equal, folded(subject, options), constant), range: sides.range)
    case .prefix(let value): (kind, text) = (.prefix, value)
    case .suffix(let value): (kind, text) = (.suffix, value)
    case .contains(let value): (kind, text) = (.contains, value)
    case .general:
      return CoreCondition(.match(.like(options), subject, pattern: pattern), range: sides.range)
    }
    let constantText = CoreValue.constant(.string(text), range: pattern.range)
    return CoreCondition(.match(kind, folded(subject, options), pattern: constantText), range: sides.range)
  }
}
