import PredicateSyntax

extension QueryExpression {
  /// Makes an expression of a constant or a list. If the value is already an expression, the result is this expression.
  public init(value: some QueryArgumentConvertible) {
    self = value.queryArgument.expression()
  }

  /// A property of this value: `QueryExpression(property: "lentToFriend").property("friendName")`.
  public func property(_ name: String) -> QueryExpression {
    .path(self, QueryKeyPath(.key(name)))
  }

  /// The number of elements of a collection: `tags.@count`.
  public var count: QueryExpression { .path(self, QueryKeyPath(.collectionOperator("count"))) }
}

extension QueryPredicate {
  /// True if both conditions are true. Nested ANDs are flattened as by ``and(_:range:)``: `a && b && c` is one AND of three conditions. Both sides
  /// are evaluated, because the operator builds a condition.
  ///
  /// The operator copies the parts of both sides. Build a long chain with one call: `.and(parts)`.
  public static func && (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate { .and([left, right]) }

  /// True if at least one condition is true. Nested ORs are flattened as by ``or(_:range:)``, which builds a long chain with one call.
  public static func || (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate { .or([left, right]) }

  /// The opposite condition, `NOT p`. It is not simplified, because NOT of a comparison differs from the opposite comparison if a side is nil.
  ///
  /// ```swift
  /// let old = try !QueryPredicate(format: "year > 1990")  // NOT year > 1990
  /// ```
  public static prefix func ! (operand: QueryPredicate) -> QueryPredicate { .not(operand) }
}
