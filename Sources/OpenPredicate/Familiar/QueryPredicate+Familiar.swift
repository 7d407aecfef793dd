import PredicateBinding
import PredicateEvaluation
import PredicateSyntax

/// What NSPredicate, NSComparisonPredicate and NSCompoundPredicate call these things.
extension QueryPredicate {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  public init(value: Bool) {
    self = .literal(value)
  }

  /// `left operator[options] right`, with ANY or ALL before it.
  public init(
    leftExpression: QueryExpression, rightExpression: QueryExpression, modifier: Quantifier = .direct,
    type: ComparisonOperator, options: StringOptions = []
  ) {
    self = .comparison(
      QueryComparison(leftExpression, type, rightExpression, quantifier: modifier, options: options))
  }

  /// All of the conditions; true where there is none.
  public init(andPredicateWithSubpredicates subpredicates: [QueryPredicate]) {
    self = .and(subpredicates)
  }

  /// One of the conditions; false where there is none.
  public init(orPredicateWithSubpredicates subpredicates: [QueryPredicate]) {
    self = .or(subpredicates)
  }

  /// The opposite of a condition.
  public init(notPredicateWithSubpredicate predicate: QueryPredicate) {
    self = .not(predicate)
  }

  /// The canonical format; see ``canonicalFormat``.
  public var predicateFormat: String { canonicalFormat }

  /// The predicate with constants in the place of variables; those without a value stay.
  public func withSubstitutionVariables(
    _ variables: [String: any QueryArgumentConvertible]
  ) -> QueryPredicate {
    substituting(variables.mapValues { $0.queryArgument })
  }

  /// NSPredicate's spelling of ``evaluate(with:variables:options:)``.
  ///
  /// A `[String: Any]` goes in as `QueryVariables(dynamically: values)`.
  public func evaluate<Object>(
    with object: Object, substitutionVariables variables: QueryVariables
  ) throws(PredicateIssue) -> Bool {
    try evaluate(with: object, variables: variables)
  }
}
