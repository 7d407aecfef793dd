/// The operator between the two sides of a comparison. Spellings and binding powers are in ``OperatorTable``.
public enum ComparisonOperator: Sendable {
  /// `a < b`.
  case lessThan
  /// `a <= b`; true if both are nil.
  case lessThanOrEqual
  /// `a > b`.
  case greaterThan
  /// `a >= b`; true if both are nil.
  case greaterThanOrEqual
  /// `a == b`; true if both are nil.
  case equal
  /// `a != b`.
  case notEqual
  /// `a MATCHES b`: a regular expression matches the whole string.
  case matches
  /// `a LIKE b`: a pattern with the wildcards `?` and `*` matches the whole string.
  case like
  /// `a BEGINSWITH b`.
  case beginsWith
  /// `a ENDSWITH b`.
  case endsWith
  /// `a IN b`: `a` is an element of a collection, or a part of a string.
  case `in`
  /// `a CONTAINS b`: IN with its sides exchanged.
  case contains
  /// `a BETWEEN {low, high}`: both bounds are included.
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
  /// Compares selectors by their scalars, and other operators by their case.
  public static func == (left: ComparisonOperator, right: ComparisonOperator) -> Bool {
    if case .selector(let a) = left, case .selector(let b) = right { return a.hasSameScalars(as: b) }
    return left.kind == right.kind
  }

  /// Hashes the case, and a selector's bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    if case .selector(let name) = self { name.hashScalars(into: &hasher) }
  }
}

extension ComparisonOperator {
  /// The text that the printer writes between the two sides: `==`, `BEGINSWITH`, or the name of a custom selector with its colon.
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
    guard kind.isComparison else { return nil }
    self = Self.named[Int(kind.rawValue - TokenKind.less.rawValue)]
  }

  /// The operators that have their own token kind, in the order of the kinds.
  private static let named: [ComparisonOperator] = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .matches, .like, .beginsWith,
    .endsWith, .in, .contains, .between, .tokenMatches, .utiConformsTo, .utiEquals,
  ]
}
