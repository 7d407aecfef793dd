import PredicateBinding

/// The spellings of NSPredicate, NSComparisonPredicate and NSCompoundPredicate.
extension QueryPredicate {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  public init(value: Bool) {
    self = .literal(value)
  }

  /// A comparison, `left operator[options] right`, optionally with ANY or ALL before it.
  public init(
    leftExpression: QueryExpression, rightExpression: QueryExpression, modifier: Quantifier = .direct,
    type: ComparisonOperator, options: StringOptions = []
  ) {
    self = .comparison(
      QueryComparison(leftExpression, type, rightExpression, quantifier: modifier, options: options))
  }

  /// True if all conditions are; true for an empty list.
  public init(andPredicateWithSubpredicates subpredicates: [QueryPredicate]) {
    self = .and(subpredicates)
  }

  /// True if at least one condition is; false for an empty list.
  public init(orPredicateWithSubpredicates subpredicates: [QueryPredicate]) {
    self = .or(subpredicates)
  }

  /// The opposite of a condition.
  public init(notPredicateWithSubpredicate predicate: QueryPredicate) {
    self = .not(predicate)
  }

  /// The canonical format; see ``canonicalFormat``.
  public var predicateFormat: String { canonicalFormat }

  /// The predicate in which variables are replaced by constants. Variables without a value stay.
  public func withSubstitutionVariables(
    _ variables: [String: any QueryArgumentConvertible]
  ) -> QueryPredicate {
    substituting(variables.mapValues { $0.queryArgument })
  }

  /// NSPredicate's spelling of ``evaluate(with:variables:options:)``.
  ///
  /// A `[String: Any]` is passed as `QueryVariables(dynamically: values)`.
  public func evaluate<Object>(
    with object: Object, substitutionVariables variables: QueryVariables
  ) throws(PredicateIssue) -> Bool {
    try evaluate(with: object, variables: variables)
  }
}

/// The spellings of NSExpression.
extension QueryExpression {
  /// A constant or a list of constants.
  public init(forConstantValue value: some QueryArgumentConvertible) {
    self.init(value: value)
  }

  /// A path of keys: `lentToFriend.friendName`, `tags.@count`. The same as ``init(property:)``.
  public init(forKeyPath path: String) {
    self.init(property: path)
  }

  /// `$name`.
  public init(forVariable name: String) {
    self = .variable(name)
  }

  /// A call of a function by its name: `sum:`, `now`.
  public init(forFunction name: String, arguments: [QueryExpression]) {
    self = .call(name, arguments)
  }

  /// `{a, b}`.
  public init(forAggregate subexpressions: [QueryExpression]) {
    self = .aggregate(subexpressions)
  }

  /// `left UNION right`.
  public init(forUnionSet left: QueryExpression, with right: QueryExpression) {
    self = .binary(.union, left, right)
  }

  /// `left INTERSECT right`.
  public init(forIntersectSet left: QueryExpression, with right: QueryExpression) {
    self = .binary(.intersect, left, right)
  }

  /// `left MINUS right`.
  public init(forMinusSet left: QueryExpression, with right: QueryExpression) {
    self = .binary(.minus, left, right)
  }

  /// `SUBQUERY(collection, $variable, predicate)`.
  public init(
    forSubquery collection: QueryExpression, usingIteratorVariable variable: String, predicate: QueryPredicate
  ) {
    self = .subquery(collection, variable: variable, predicate)
  }

  /// `TERNARY(predicate, a, b)`.
  public init(
    forConditional predicate: QueryPredicate, trueExpression: QueryExpression, falseExpression: QueryExpression
  ) {
    self = .ternary(predicate, trueExpression, falseExpression)
  }

  /// `SELF`.
  public static func expressionForEvaluatedObject() -> QueryExpression { .evaluatedObject() }
}

/// The spellings of NSComparisonPredicate's operators: `type: .equalTo`.
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

extension QuerySortKey {
  /// The spelling of NSSortDescriptor: `QuerySortKey("year", ascending: false)`.
  public init(_ format: QueryFormat, ascending: Bool) {
    self.init(format, isAscending: ascending)
  }
}

extension Sequence {
  /// The spelling of NSArray and NSSet for `filter`: `try movies.filtered(using: predicate)`.
  public func filtered(
    using predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> [Element] {
    try filter(predicate, variables: variables)
  }

  /// The spelling of NSArray for `sorted(by:)`: `try movies.sorted(using: [QuerySortKey("year", ascending: false)])`.
  public func sorted(using keys: [QuerySortKey]) throws(PredicateIssue) -> [Element] {
    try sorted(by: keys)
  }
}
