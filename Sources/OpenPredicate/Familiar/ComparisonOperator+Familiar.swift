import PredicateSyntax

/// What NSComparisonPredicate calls these operators: `type: .equalTo`.
extension ComparisonOperator {
  /// `==`.
  public static var equalTo: ComparisonOperator { .equal }
  /// `!=`.
  public static var notEqualTo: ComparisonOperator { .notEqual }
  /// `<=`.
  public static var lessThanOrEqualTo: ComparisonOperator { .lessThanOrEqual }
  /// `>=`.
  public static var greaterThanOrEqualTo: ComparisonOperator { .greaterThanOrEqual }
}
