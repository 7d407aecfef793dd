import PredicateSyntax

extension QueryPredicate {
  /// Both conditions, flattened as ``and(_:range:)`` does: `a && b && c` is one AND of three. Never short-circuits: it builds.
  ///
  /// Linear in the parts of both, so a long chain is better built at once: `.and(parts)`.
  public static func && (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate { .and([left, right]) }

  /// One of the conditions, flattened as ``or(_:range:)`` does, which builds a long chain at once.
  public static func || (left: QueryPredicate, right: QueryPredicate) -> QueryPredicate { .or([left, right]) }

  /// The opposite, `NOT p`. Nothing is simplified: NOT of a comparison differs from the opposite comparison if a side is nil.
  ///
  /// ```swift
  /// let old = try !QueryPredicate(format: "year > 1990")  // NOT year > 1990
  /// ```
  public static prefix func ! (operand: QueryPredicate) -> QueryPredicate { .not(operand) }
}
