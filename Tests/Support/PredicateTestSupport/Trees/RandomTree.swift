import PredicateSyntax

/// Generates random trees with every kind of node. Their names and constants are unusual, and each tree can be written as a format.
public struct RandomTree: Sendable {
  /// The source of random choices.
  public var random: SplitMix64

  /// A generator whose trees depend only on the seed.
  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A predicate of about `size` nodes.
  public mutating func predicate(size: Int) -> QueryPredicate {
    if size <= 3 {
      return random.oneIn(8) ? .literal(Bool.random(using: &random)) : comparison(size: size)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return .not(predicate(size: size - 1))
    case 2, 3: return .and(predicates(size: size))
    case 4, 5: return .or(predicates(size: size))
    default: return comparison(size: size)
    }
  }

  /// An expression of about `size` nodes.
  public mutating func expression(size: Int) -> QueryExpression {
    if size <= 1 { return leaf() }
    let part = size / 2
    switch Int.random(in: 0..<24, using: &random) {
    case 0...2: return .path(expression(size: size - 1), keyPath(size: 2))
    case 3...4: return .index(expression(size: part), index(size: part))
    case 5...6: return .aggregate(expressions(size: size, count: 0...4))
    case 7...8: return call(size: size)
    case 9: return function(size: size)
    case 10...11: return .cast(expression(size: size - 1), type: castType())
    case 12: return .ternary(predicate(size: part), expression(size: part / 2), expression(size: part / 2))
    case 13...14: return .subquery(expression(size: part), variable: variableName(), predicate(size: part))
    case 15...18: return .binary(random.pick(BinaryOperator.allCases), expression(size: part), expression(size: part))
    case 19...20: return .negate(expression(size: size - 1))
    case 21: return .assignment(variable: variableName(), expression(size: size - 1))
    case 22: return .fetch(expression(size: part), expression(size: part / 2), expression(size: part / 2))
    default: return .keyPath(keyPath(size: size))
    }
  }

  /// A predicate with one branch that is nested as deep as the limits allow.
  public mutating func deepPredicate() -> QueryPredicate {
    let depth = Int.random(in: 1...PredicateLimits.maximumNesting, using: &random)
    var result = predicate(size: 2)
    while result.nesting < depth {
      let next = wrapped(result)
      if next.isOverLimit { break }
      result = next
    }
    return result
  }

  private mutating func wrapped(_ predicate: QueryPredicate) -> QueryPredicate {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .not(predicate)
    case 1: return .and([comparison(size: 2), predicate])
    case 2: return .or([predicate, comparison(size: 2)])
    case 3: return .comparison(QueryComparison(.ternary(predicate, leaf(), leaf()), comparisonOperator(), leaf()))
    default:
      guard case .comparison(let comparison) = predicate.node else { return .not(predicate) }
      let left = wrapped(comparison.left)
      return .comparison(
        QueryComparison(left, comparison.operator, comparison.right, quantifier: comparison.quantifier))
    }
  }

  private mutating func wrapped(_ expression: QueryExpression) -> QueryExpression {
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return .negate(expression)
    case 1: return .index(expression, index(size: 1))
    case 2: return .index(leaf(), .expression(expression))
    case 3: return .binary(random.pick(BinaryOperator.allCases), expression, leaf())
    case 4: return .binary(random.pick(BinaryOperator.allCases), leaf(), expression)
    case 5: return .aggregate([leaf(), expression])
    case 6: return .call("sum", [expression])
    case 7: return .path(expression, keyPath(size: 1))
    case 8: return .assignment(variable: variableName(), expression)
    case 9: return .cast(expression, type: castType())
    default: return .subquery(expression, variable: variableName(), predicate(size: 2))
    }
  }

  private mutating func predicates(size: Int) -> [QueryPredicate] {
    let count = Int.random(in: 1...4, using: &random)
    return (0..<count).map { _ in predicate(size: size / count) }
  }

  private mutating func expressions(size: Int, count: ClosedRange<Int>) -> [QueryExpression] {
    let count = Int.random(in: count, using: &random)
    return (0..<count).map { _ in expression(size: size / max(count, 1)) }
  }

  private mutating func comparison(size: Int) -> QueryPredicate {
    .comparison(
      QueryComparison(
        expression(size: size / 2), comparisonOperator(), expression(size: size / 2),
        quantifier: random.pick([.direct, .direct, .direct, .any, .all]),
        options: StringOptions(rawValue: random.oneIn(2) ? 0 : UInt8.random(in: 0...15, using: &random)),
        spelling: random.pick([.standard, .some, .none])))
  }

  private mutating func comparisonOperator() -> ComparisonOperator {
    random.pick([
      .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .matches, .like,
      .beginsWith, .endsWith, .in, .contains, .between, .tokenMatches, .utiConformsTo, .utiEquals,
      .selector(selectorName()),
    ])
  }

  private mutating func leaf() -> QueryExpression {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4: .literal(literal())
    case 5: .evaluatedObject()
    case 6: .anyKey()
    case 7...8: .variable(variableName())
    case 9: .placeholder(QueryPlaceholder(index: 0, conversion: random.pick(["@", "d", "ld", "f", "u", "hhd", "qi"])))
    default: .keyPath(keyPath(size: 1))
    }
  }

  private mutating func index(size: Int) -> QueryExpression.Index {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .first
    case 1: .last
    case 2: .size
    default: .expression(expression(size: size))
    }
  }

  private mutating func keyPath(size: Int) -> QueryKeyPath {
    let first = component(size: size)
    let count = random.oneIn(2) ? 0 : Int.random(in: 0...3, using: &random)
    return QueryKeyPath(first, (0..<count).map { _ in component(size: size / 2) })
  }

  private mutating func component(size: Int) -> QueryKeyPath.Component {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...6: .key(name())
    case 7: .collectionOperator(random.oneIn(2) ? random.pick(["count", "sum", "max", "first"]) : nonEmptyName())
    case 8: .variable(variableName())
    case 9: .placeholder(QueryPlaceholder(index: 0, conversion: "K"))
    case 10 where size > 1: .call(functionName(), expressions(size: size - 1, count: 0...2))
    default: .key(random.pick(["a", "b", "title", "size"]))
    }
  }

  private mutating func call(size: Int) -> QueryExpression {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .call(random.pick(["now", "random", "x"]), [])
    case 1: .call(selectorName(), [])
    case 2:
      .call(
        random.pick(["add:to:", "CASTObject:toType:", "objectFrom:withIndex:", "raise:toPower:"]),
        expressions(size: size, count: 1...3))
    case 3: .call(random.pick(["sum", "average", "modulus:by:", "max"]), expressions(size: size, count: 1...3))
    default: .call(selectorName(), expressions(size: size, count: 1...3))
    }
  }

  /// The selector is always a string, because the grammar allows nothing else there.
  private mutating func function(size: Int) -> QueryExpression {
    .function(
      expression(size: size / 2), selector: .literal(.string(random.oneIn(3) ? string() : "pow:")),
      expressions(size: size / 2, count: 0...3))
  }

  private mutating func castType() -> QueryExpression {
    let types = [
      "NSDate", "NSUUID", "NSURL", "NSDecimalNumber", "NSData", "NSManagedObjectID", "Double", "NSString", "",
    ]
    return random.oneIn(8) ? leaf() : .literal(.string(random.pick(types)))
  }
}
