import PredicateSyntax

/// Arithmetic of expressions.
extension QueryExpression {
  /// `left + right`.
  public static func + (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.add, left, QueryExpression(value: right))
  }

  /// `left - right`.
  public static func - (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.subtract, left, QueryExpression(value: right))
  }

  /// `left * right`.
  public static func * (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.multiply, left, QueryExpression(value: right))
  }

  /// `left / right`. Two integers give an integer.
  public static func / (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.divide, left, QueryExpression(value: right))
  }

  /// `-operand`.
  public static prefix func - (operand: QueryExpression) -> QueryExpression { .negate(operand) }
}
