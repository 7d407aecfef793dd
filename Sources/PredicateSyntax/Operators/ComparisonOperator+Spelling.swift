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
