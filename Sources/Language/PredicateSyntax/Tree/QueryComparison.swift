/// A comparison, `left operator[options] right`, optionally with ANY or ALL before it.
///
/// ```swift
/// // ANY tags.name BEGINSWITH[c] "a"
/// QueryComparison(names, .beginsWith, .literal(.string("a")), quantifier: .any, options: .caseInsensitive)
/// ```
public struct QueryComparison: Sendable {
  /// The left side. With a quantifier it is the collection whose elements are compared.
  public let left: QueryExpression
  /// The right side.
  public let right: QueryExpression
  /// The operator between the two sides.
  public let `operator`: ComparisonOperator
  /// The quantifier: ANY, ALL or neither.
  public let quantifier: Quantifier
  /// The option letters in brackets; none for a custom selector.
  public let options: StringOptions
  /// How the quantifier was written. Equality ignores it.
  public let spelling: QuantifierSpelling
  /// The range of the operator. Equality ignores it.
  public let operatorRange: SourceRange

  /// Makes a comparison. Only the parser gives an operator range.
  public init(
    _ left: consuming QueryExpression, _ operator: ComparisonOperator, _ right: consuming QueryExpression,
    quantifier: Quantifier = .direct, options: StringOptions = [],
    spelling: QuantifierSpelling = .standard, operatorRange: SourceRange = .none
  ) {
    self.left = left
    self.right = right
    self.operator = `operator`
    self.quantifier = quantifier
    self.options = if case .selector = `operator` { [] } else { options }
    self.spelling = spelling
    self.operatorRange = operatorRange
  }
}

extension QueryComparison {
  /// The comparison with BETWEEN in place of its operator. IN before a range means this.
  package var asBetween: QueryComparison {
    QueryComparison(
      left, .between, right, quantifier: quantifier, options: options, spelling: spelling, operatorRange: operatorRange)
  }
}

extension QueryComparison: Hashable {
  /// Compares the structure, and ignores ranges and spelling.
  public static func == (left: Self, right: Self) -> Bool {
    left.operator == right.operator && left.quantifier == right.quantifier
      && left.options == right.options && left.left == right.left && left.right == right.right
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(self.operator)
    hasher.combine(quantifier)
    hasher.combine(options)
    hasher.combine(left)
    hasher.combine(right)
  }
}

/// The word before a comparison whose left side is a collection.
public enum Quantifier: UInt8, Sendable, Hashable {
  /// No quantifier: the two sides are compared as they are.
  case direct
  /// `ALL`: the comparison holds for every element. It also holds for an empty collection.
  case all
  /// `ANY`, `SOME`: the comparison holds for at least one element.
  case any
}

/// How a quantifier was written. The tree has only the meaning: `SOME` means ANY, `NONE` means NOT ANY.
public enum QuantifierSpelling: UInt8, Sendable, Hashable {
  /// The canonical word: `ANY`, `ALL`, or none.
  case standard
  /// `SOME`, which means ANY.
  case some
  /// `NONE`, which means NOT ANY.
  case none
}
