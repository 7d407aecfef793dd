import PredicateSyntax

/// Says what stands for an expression in a rewritten tree.
protocol TreeMapper {
  /// What stands for the expression; nil where it stays and its parts are looked at.
  mutating func map(
    _ expression: QueryExpression, isInSubquery: Bool
  ) throws(PredicateIssue) -> QueryExpression?
}

/// Rewrites a tree from the top: through the constructors, so that the result is in normal form and within the limits.
struct TreeMapping<Context: TreeMapper> {
  var context: Context
  private var subqueries = 0

  init(_ context: Context) {
    self.context = context
  }

  mutating func apply(to predicate: QueryPredicate) throws(PredicateIssue) -> QueryPredicate {
    switch predicate.node {
    case .literal, .overLimit: return predicate
    case .not(let operand): return .not(try apply(to: operand), range: predicate.range)
    case .and(let operands): return .and(try apply(to: operands), range: predicate.range)
    case .or(let operands): return .or(try apply(to: operands), range: predicate.range)
    case .comparison(let old):
      let new = QueryComparison(
        try apply(to: old.left), old.operator, try apply(to: old.right), quantifier: old.quantifier,
        options: old.options, spelling: old.spelling, operatorRange: old.operatorRange)
      return .comparison(new, range: predicate.range)
    }
  }

  private mutating func apply(to operands: [QueryPredicate]) throws(PredicateIssue) -> [QueryPredicate] {
    var result: [QueryPredicate] = []
    for operand in operands { result.append(try apply(to: operand)) }
    return result
  }

  private mutating func apply(to operands: [QueryExpression]) throws(PredicateIssue) -> [QueryExpression] {
    var result: [QueryExpression] = []
    for operand in operands { result.append(try apply(to: operand)) }
    return result
  }

  mutating func apply(to expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    if let mapped = try context.map(expression, isInSubquery: subqueries > 0) { return mapped }
    switch expression.node {
    case .negate, .binary, .assignment, .cast, .ternary: return try applyToOperation(expression)
    case .path, .index, .aggregate, .subquery: return try applyToCollection(expression)
    case .call, .function, .fetch: return try applyToCall(expression)
    case .literal, .evaluatedObject, .anyKey, .variable, .keyPath, .placeholder, .overLimit, .unreadable:
      return expression
    }
  }

  private mutating func applyToOperation(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    let range = expression.range
    switch expression.node {
    case .negate(let operand): return .negate(try apply(to: operand), range: range)
    case .binary(let op, let left, let right):
      return .binary(op, try apply(to: left), try apply(to: right), range: range)
    case .assignment(let variable, let value):
      return .assignment(variable: variable, try apply(to: value), range: range)
    case .cast(let operand, let type): return .cast(try apply(to: operand), type: try apply(to: type), range: range)
    case .ternary(let condition, let first, let second):
      return .ternary(try apply(to: condition), try apply(to: first), try apply(to: second), range: range)
    default: return expression
    }
  }

  private mutating func applyToCollection(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    let range = expression.range
    switch expression.node {
    case .path(let base, let path): return .path(try apply(to: base), path, range: range)
    case .index(let base, .expression(let value)):
      return .index(try apply(to: base), .expression(try apply(to: value)), range: range)
    case .index(let base, let index): return .index(try apply(to: base), index, range: range)
    case .aggregate where expression.isListOfConstants: return expression
    case .aggregate(let elements): return .aggregate(try apply(to: elements), range: range)
    case .subquery(let collection, let variable, let predicate):
      let collection = try apply(to: collection)
      subqueries += 1
      defer { subqueries -= 1 }
      return .subquery(collection, variable: variable, try apply(to: predicate), range: range)
    default: return expression
    }
  }

  private mutating func applyToCall(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    let range = expression.range
    switch expression.node {
    case .call(let name, let arguments): return .call(name, try apply(to: arguments), range: range)
    case .function(let receiver, let selector, let arguments):
      return .function(
        try apply(to: receiver), selector: try apply(to: selector), try apply(to: arguments), range: range)
    case .fetch(let request, let context, let countOnly):
      return .fetch(try apply(to: request), try apply(to: context), try apply(to: countOnly), range: range)
    default: return expression
    }
  }
}
