import PredicateSyntax

/// Short words for trees in tests.
public func key(_ first: String, _ rest: String...) -> QueryExpression {
  .keyPath(QueryKeyPath(.key(first), rest.map { .key($0) }))
}

/// A path of any components.
public func path(_ first: QueryKeyPath.Component, _ rest: QueryKeyPath.Component...) -> QueryExpression {
  .keyPath(QueryKeyPath(first, rest))
}

/// A string.
public func text(_ value: String) -> QueryExpression { .literal(.string(value)) }

/// An integer.
public func number(_ value: Int64) -> QueryExpression { .literal(.integer(value)) }

/// A double.
public func real(_ value: Double) -> QueryExpression { .literal(.double(value)) }

/// A comparison.
public func compare(
  _ left: QueryExpression, _ op: ComparisonOperator, _ right: QueryExpression,
  _ quantifier: Quantifier = .direct, options: StringOptions = []
) -> QueryPredicate {
  .comparison(QueryComparison(left, op, right, quantifier: quantifier, options: options))
}
