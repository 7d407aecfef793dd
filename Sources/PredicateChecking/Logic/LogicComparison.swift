import PredicateSyntax

/// A question about the value of one key that a constant answers.
struct LogicComparison: Hashable {
  let `operator`: ComparisonOperator
  let constants: [QueryLiteral]

  /// The test of a comparison whose right side is constant; nil for one that is looked at as a whole.
  init?(_ comparison: QueryComparison) {
    guard comparison.quantifier == .direct, comparison.options.isEmpty else { return nil }
    switch (comparison.operator, comparison.right.node) {
    case (.in, .aggregate(let elements)), (.between, .aggregate(let elements)):
      var constants: [QueryLiteral] = []
      for element in elements {
        guard case .literal(let literal) = element.node, LogicSample(literal) != nil else { return nil }
        constants.append(literal)
      }
      if comparison.operator == .between, constants.count != 2 { return nil }
      self.constants = constants
    case (.equal, .literal(let literal)), (.notEqual, .literal(let literal)):
      guard literal == .null || LogicSample(literal) != nil else { return nil }
      constants = [literal]
    case (.lessThan, .literal(let literal)), (.lessThanOrEqual, .literal(let literal)),
      (.greaterThan, .literal(let literal)), (.greaterThanOrEqual, .literal(let literal)),
      (.beginsWith, .literal(let literal)), (.endsWith, .literal(let literal)), (.contains, .literal(let literal)):
      guard LogicSample(literal) != nil else { return nil }
      constants = [literal]
    default: return nil
    }
    `operator` = comparison.operator
  }

  /// What the test says of a value; nil where a text that is none of the constants may meet it or not.
  func answer(_ sample: LogicSample) -> Bool? {
    let first = constants.first.flatMap { LogicSample($0) } ?? .missing
    switch `operator` {
    case .equal: return sample == first
    case .notEqual: return sample != first
    case .in: return constants.contains { LogicSample($0) == sample }
    case .between:
      guard let low = sample.isOrdered(.greaterThanOrEqual, first),
        let high = sample.isOrdered(.lessThanOrEqual, LogicSample(constants[1]) ?? .missing)
      else { return sample == .otherText ? nil : false }
      return low && high
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      if sample == .otherText { return nil }
      return sample.isOrdered(`operator`, first) ?? false
    case .beginsWith, .endsWith, .contains:
      if sample == .otherText { return nil }
      guard case .text(let text) = sample, case .text(let part) = first, !part.isEmpty else { return false }
      switch `operator` {
      case .beginsWith: return text.starts(with: part)
      case .endsWith: return text.reversed().starts(with: part.reversed())
      default: return text.firstRange(of: part) != nil
      }
    default: return nil
    }
  }

  /// The text that an affix test looks for.
  var part: [Unicode.Scalar]? {
    guard let literal = constants.first, case .text(let part)? = LogicSample(literal) else { return nil }
    return part
  }
}
