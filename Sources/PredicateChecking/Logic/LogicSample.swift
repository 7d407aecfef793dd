import PredicateSyntax

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
