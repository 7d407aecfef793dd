import PredicateSyntax

/// A comparison in the analysis of AND and OR.
enum LogicAtom: Hashable {
  /// A test of one key.
  case test(QueryExpression, LogicComparison)
  /// A comparison that the analysis does not look into: it may hold or not.
  case free(QueryComparison)
  /// A comparison with an argument or a random number. Two such comparisons may differ although they are written alike, so each has its own number.
  case single(Int)
}

/// A test of one key's value by constants.
struct LogicComparison: Hashable {
  let `operator`: ComparisonOperator
  let constants: [QueryLiteral]

  /// The test for a comparison with a constant right side; nil for a comparison that is examined as a whole.
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

  /// The result of the test for a value. Nil if the value is `otherText` and the test may hold for some such texts and not for others.
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

  /// The text that BEGINSWITH, ENDSWITH or CONTAINS searches for.
  var part: [Unicode.Scalar]? {
    guard let literal = constants.first, case .text(let part)? = LogicSample(literal) else { return nil }
    return part
  }
}

/// A value that a key may have. Values that no test distinguishes have one sample.
enum LogicSample: Hashable {
  /// The key has no value.
  case missing
  /// A number, a boolean or a date.
  case number(Double)
  case text([Unicode.Scalar])
  /// Any text that is not a constant of a test.
  case otherText

  /// The value of a constant; nil for constants that the tests do not examine.
  init?(_ literal: QueryLiteral) {
    switch literal {
    case .boolean(let value): self = .number(value ? 1 : 0)
    case .integer(let number):
      // A double holds integers up to 2^53 exactly. Larger integers are not examined.
      guard number.magnitude <= 1 << 53 else { return nil }
      self = .number(Double(number))
    case .double(let number) where number.isFinite: self = .number(number)
    case .date(let seconds) where seconds.isFinite: self = .number(seconds)
    case .string(let text): self = .text(Array(text.unicodeScalars))
    default: return nil
    }
  }

  var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// Whether the order holds between this value and another; nil if the two values have no order.
  func isOrdered(_ order: ComparisonOperator, _ other: LogicSample) -> Bool? {
    let isLess: Bool
    switch (self, other) {
    case (.number(let a), .number(let b)): isLess = a < b
    case (.text(let a), .text(let b)): isLess = a.lexicographicallyPrecedes(b)
    default: return nil
    }
    switch order {
    case .lessThan: return isLess
    case .greaterThanOrEqual: return !isLess
    case .lessThanOrEqual: return isLess || self == other
    case .greaterThan: return !isLess && self != other
    default: return nil
    }
  }
}

/// Checks which results of BEGINSWITH and ENDSWITH one text can have together.
enum TextParts {
  /// Whether one text can give these results. It cannot begin with two texts that contradict each other. If it begins with a text, it also begins
  /// with each beginning of that text.
  static func canHold(_ tests: [LogicComparison], _ answers: [Bool]) -> Bool {
    for (first, answer) in zip(tests, answers) where answer {
      guard let part = first.part else { continue }
      for (second, other) in zip(tests, answers) {
        guard first.operator == second.operator, let otherPart = second.part else { continue }
        switch first.operator {
        case .beginsWith: if !agree(part, otherPart, other) { return false }
        case .endsWith: if !agree(part.reversed(), otherPart.reversed(), other) { return false }
        default: break
        }
      }
    }
    return true
  }

  /// Whether a text that begins with `part` can also begin with `other` (if `holds`), or can begin with something else (otherwise).
  private static func agree(_ part: [Unicode.Scalar], _ other: [Unicode.Scalar], _ holds: Bool) -> Bool {
    holds ? part.starts(with: other) || other.starts(with: part) : !part.starts(with: other)
  }
}
