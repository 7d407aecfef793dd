import PredicateSyntax

extension QueryPredicate {
  /// True if both conditions are. Nested ANDs are flattened as by ``and(_:range:)``: `a && b && c` is one AND of three conditions. Both sides are
  /// evaluated, because the operator builds a condition.
  ///
  /// It copies the parts of both, so a long chain is better built at once: `.and(parts)`.
  public static func && (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate { .and([left, right]) }

  /// True if at least one condition is. Nested ORs are flattened as by ``or(_:range:)``, which builds a long chain with one call.
  public static func || (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate { .or([left, right]) }

  /// The opposite, `NOT p`. It is not simplified: NOT of a comparison differs from the opposite comparison if a side is nil.
  ///
  /// ```swift
  /// let old = try !QueryPredicate(format: "year > 1990")  // NOT year > 1990
  /// ```
  public static prefix func ! (operand: QueryPredicate) -> QueryPredicate { .not(operand) }
}
