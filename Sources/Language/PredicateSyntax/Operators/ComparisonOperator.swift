/// What stands between the two sides of a comparison. Spellings and binding powers are in ``OperatorTable``.
public enum ComparisonOperator: Sendable {
  /// `a < b`.
  case lessThan
  /// `a <= b`; true of two nils.
  case lessThanOrEqual
  /// `a > b`.
  case greaterThan
  /// `a >= b`; true of two nils.
  case greaterThanOrEqual
  /// `a == b`; true of two nils.
  case equal
  /// `a != b`.
  case notEqual
  /// `a MATCHES b`: the whole string fits a regular expression.
  case matches
  /// `a LIKE b`: the whole string fits a pattern of `?` and `*`.
  case like
  /// `a BEGINSWITH b`.
  case beginsWith
  /// `a ENDSWITH b`.
  case endsWith
  /// `a IN b`: an element of a collection, or a part of a string.
  case `in`
  /// `a CONTAINS b`: IN with its sides exchanged.
  case contains
  /// `a BETWEEN {low, high}`: both bounds belong to the range.
  case between
  /// `a TOKENMATCHES b`. Parsed and printed, not evaluated.
  case tokenMatches
  /// `a UTI-CONFORMS-TO b`. Parsed and printed, not evaluated.
  case utiConformsTo
  /// `a UTI-EQUALS b`. Parsed and printed, not evaluated.
  case utiEquals
  /// A custom selector between two operands, with its colon: `SELF isKindOfClass: %@`. Parsed and printed, not evaluated.
  indirect case selector(String)
}

extension ComparisonOperator: Hashable {
  /// Selectors by their scalars, everything else by case.
  public static func == (left: ComparisonOperator, right: ComparisonOperator) -> Bool {
    if case .selector(let a) = left, case .selector(let b) = right { return a.hasSameScalars(as: b) }
    return left.ordinal == right.ordinal
  }

  /// Hashes the case, and a selector's bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ordinal)
    if case .selector(let name) = self { name.hashScalars(into: &hasher) }
  }

  private var ordinal: UInt8 {
    switch self {
    case .lessThan: 0
    case .lessThanOrEqual: 1
    case .greaterThan: 2
    case .greaterThanOrEqual: 3
    case .equal: 4
    case .notEqual: 5
    case .matches: 6
    case .like: 7
    case .beginsWith: 8
    case .endsWith: 9
    case .in: 10
    case .selector: 11
    case .contains: 99
    case .between: 100
    case .tokenMatches: 101
    case .utiConformsTo: 102
    case .utiEquals: 103
    }
  }
}

extension ComparisonOperator {
  /// What the printer writes between the two sides: `==`, `BEGINSWITH`; of a custom selector its name with the colon.
  ///
  /// ```swift
  /// ComparisonOperator.beginsWith.spelling            // BEGINSWITH
  /// ComparisonOperator.selector("isKindOf:").spelling  // isKindOf:
  /// ```
  public var spelling: String {
    if case .selector(let name) = self { return name }
    return OperatorTable.entry(of: self)?.spelling ?? ""
  }

  var kind: TokenKind? {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .matches: .matches
    case .like: .like
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .in: .in
    case .contains: .contains
    case .between: .between
    case .tokenMatches: .tokenMatches
    case .utiConformsTo: .utiConformsTo
    case .utiEquals: .utiEquals
    case .selector: nil
    }
  }

  init?(_ kind: TokenKind) {
    switch kind {
    case .less: self = .lessThan
    case .lessOrEqual: self = .lessThanOrEqual
    case .greater: self = .greaterThan
    case .greaterOrEqual: self = .greaterThanOrEqual
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .matches: self = .matches
    case .like: self = .like
    case .beginsWith: self = .beginsWith
    case .endsWith: self = .endsWith
    case .in: self = .in
    case .contains: self = .contains
    case .between: self = .between
    case .tokenMatches: self = .tokenMatches
    case .utiConformsTo: self = .utiConformsTo
    case .utiEquals: self = .utiEquals
    default: return nil
    }
  }
}
