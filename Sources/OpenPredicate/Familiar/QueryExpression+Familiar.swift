import PredicateSyntax

/// What NSExpression calls these things.
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
