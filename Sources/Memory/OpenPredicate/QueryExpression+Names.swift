import PredicateSyntax

extension QueryExpression {
  /// A property by its name, for predicates that are built in code: `QueryExpression(property: "year") .> 1990`.
  ///
  /// ```swift
  /// QueryExpression(property: "year")                      // year
  /// QueryExpression(property: "lentToFriend.friendName")   // dots part the steps of a path
  /// QueryExpression(property: "tags.@count")               // a step with @ is a collection operator
  /// QueryExpression(property: "first name")                // any other text is a name, reserved words too
  /// ```
  ///
  /// `try QueryExpression("price * 2")` reads any expression. It throws if the text is not an expression.
  public init(property path: String) {
    let parts = path.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    let components: [QueryKeyPath.Component] = parts.map { part in
      part.first == "@" ? .collectionOperator(String(part.dropFirst())) : .key(String(part))
    }
    self = .keyPath(QueryKeyPath(components[0], Array(components.dropFirst())))
  }

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
