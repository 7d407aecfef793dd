import PredicateSyntax

/// A comparison as the analysis of AND and OR sees it.
enum LogicAtom: Hashable {
  /// A test of one key.
  case test(QueryExpression, LogicComparison)
  /// A comparison that may hold or not, of which nothing else is known.
  case free(QueryComparison)
  /// A comparison with an argument or a random number: each is one of its own.
  case single(Int)
}

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

/// A value that a key may have, as far as tests tell values apart.
enum LogicSample: Hashable {
  /// nil.
  case missing
  /// A number, a boolean or a date.
  case number(Double)
  /// A text.
  case text([Unicode.Scalar])
  /// A text that no test names.
  case otherText

  /// The value of a constant; nil for constants that the tests do not look at.
  init?(_ literal: QueryLiteral) {
    switch literal {
    case .boolean(let value): self = .number(value ? 1 : 0)
    case .integer(let number):
      // A double holds these exactly.
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

  /// Whether an order holds; nil where the two have none.
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

/// Which beginnings and ends one text can have together.
enum TextParts {
  /// Whether a text can give these answers: not where it begins with two different texts, or begins with a longer one and not with its beginning.
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

  /// A text begins with `part`. Whether it may begin with `other`, or not, as `holds` says.
  private static func agree(_ part: [Unicode.Scalar], _ other: [Unicode.Scalar], _ holds: Bool) -> Bool {
    holds ? part.starts(with: other) || other.starts(with: part) : !part.starts(with: other)
  }
}
