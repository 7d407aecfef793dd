/// What stands between the two sides of a comparison. Spellings and binding powers are in ``OperatorTable``.
public enum ComparisonOperator: Sendable {
  case lessThan
  case lessThanOrEqual
  case greaterThan
  case greaterThanOrEqual
  case equal
  case notEqual
  case matches
  case like
  case beginsWith
  case endsWith
  case `in`
  case contains
  case between
  case tokenMatches
  case utiConformsTo
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
