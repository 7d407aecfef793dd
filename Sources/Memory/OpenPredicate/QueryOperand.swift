import PredicateSyntax

/// The left side of a comparison: an expression, optionally with ANY or ALL before it.
///
/// ```swift
/// QueryExpression(property: "year") .> 1990
/// QueryExpression(property: "tags").any .== "classic"
/// ```
public protocol QueryOperand {
  /// The expression.
  var operandExpression: QueryExpression { get }

  /// The quantifier: ANY, ALL or neither.
  var operandQuantifier: Quantifier { get }
}

extension QueryExpression: QueryOperand {
  /// The expression itself.
  public var operandExpression: QueryExpression { self }

  /// No quantifier.
  public var operandQuantifier: Quantifier { .direct }

  /// The comparison must hold for at least one element: `QueryExpression(property: "tags").any .== "classic"`.
  public var any: QuantifiedExpression { QuantifiedExpression(operandExpression: self, operandQuantifier: .any) }

  /// The comparison must hold for every element: `QueryExpression(property: "marks").all .>= 3`.
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
