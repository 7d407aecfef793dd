import PredicateSyntax

/// The left side of a comparison: an expression, or with ANY or ALL before it.
///
/// ```swift
/// QueryExpression(property: "year") .> 1990
/// QueryExpression(property: "tags").any .== "classic"
/// ```
public protocol QueryOperand {
  /// The expression.
  var operandExpression: QueryExpression { get }

  /// ANY, ALL or neither.
  var operandQuantifier: Quantifier { get }
}

extension QueryExpression: QueryOperand {
  /// The expression as it is.
  public var operandExpression: QueryExpression { self }

  /// Neither.
  public var operandQuantifier: Quantifier { .direct }

  /// Some element: `QueryExpression(property: "tags").any .== "classic"`.
  public var any: QuantifiedExpression { QuantifiedExpression(operandExpression: self, operandQuantifier: .any) }

  /// Every element: `QueryExpression(property: "marks").all .>= 3`.
  public var all: QuantifiedExpression { QuantifiedExpression(operandExpression: self, operandQuantifier: .all) }
}

/// A collection with ANY or ALL before it.
///
/// ```swift
/// QueryExpression(property: "marks").all .>= 3  // ALL marks >= 3
/// ```
public struct QuantifiedExpression: QueryOperand, Sendable {
  /// The collection.
  public let operandExpression: QueryExpression

  /// ANY or ALL.
  public let operandQuantifier: Quantifier
}
