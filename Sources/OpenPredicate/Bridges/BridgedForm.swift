import PredicateSyntax

/// What an expression of Foundation is in the language, where conditions are no values.
enum BridgedForm {
  /// A value.
  case value(QueryExpression)
  /// A `Bool`.
  case condition(QueryPredicate)
  /// A `Bool?`: nil where the second condition holds.
  case optionalCondition(QueryPredicate, isNil: QueryPredicate)
  /// A range with its lower bound, and with its upper one or not.
  case range(QueryExpression, QueryExpression, includesUpper: Bool)
}

extension QueryExpression {
  /// Whether the constant is `nil`.
  var isNull: Bool {
    if case .literal(.null) = node { true } else { false }
  }

  /// The truth value that a constant is.
  var booleanConstant: Bool? {
    if case .literal(.boolean(let value)) = node { value } else { nil }
  }

  static var null: QueryExpression { .literal(.null) }

  /// Whether the value is nil wherever another one is: the other one itself, or a path from it.
  func isPath(from base: QueryExpression) -> Bool {
    if self == base { return true }
    switch (node, base.node) {
    case (.keyPath(let path), .keyPath(let start)): return path.components.starts(with: start.components)
    case (.path(let origin, let path), .path(let root, let start)):
      return origin == root && path.components.starts(with: start.components)
    case (.path(let origin, _), _): return origin == base
    default: return false
    }
  }
}
