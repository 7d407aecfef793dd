import PredicateModel
import PredicateSyntax
import PredicateTestSupport

/// A simple condition that can be written as a predicate and as plain SQL.
indirect enum PlainCondition {
  /// A path to a value: names of to-one relationships, then an attribute.
  struct Path {
    var steps: [String]
    var attribute: String
  }

  case compare(Path, ComparisonOperator, QueryLiteral)
  case isNil(Path)
  /// A comparison of two values of one kind.
  case pair(Path, ComparisonOperator, Path)
  case member(Path, [QueryLiteral])
  case between(Path, QueryLiteral, QueryLiteral)
  case begins(Path, String)
  /// The to-one relationships lead to no object.
  case missing(steps: [String])
  /// The comparison is true for at least one element of a to-many relationship, which is reached through the to-one relationships.
  case any(steps: [String], many: String, attribute: String, ComparisonOperator, QueryLiteral)
  case count(steps: [String], many: String, ComparisonOperator, Int64)
  case and(PlainCondition, PlainCondition)
  case or(PlainCondition, PlainCondition)
  case not(PlainCondition)

  var predicate: QueryPredicate {
    switch self {
    case .compare(let path, let op, let literal): PredicateTestSupport.compare(path.expression, op, .literal(literal))
    case .pair(let left, let op, let right): PredicateTestSupport.compare(left.expression, op, right.expression)
    case .isNil(let path): PredicateTestSupport.compare(path.expression, .equal, .literal(.null))
    case .member(let path, let literals):
      PredicateTestSupport.compare(path.expression, .in, .aggregate(literals.map { .literal($0) }))
    case .between(let path, let low, let high):
      PredicateTestSupport.compare(path.expression, .between, .aggregate([.literal(low), .literal(high)]))
    case .begins(let path, let prefix): PredicateTestSupport.compare(path.expression, .beginsWith, text(prefix))
    case .missing(let steps): PredicateTestSupport.compare(Self.path(steps), .equal, .literal(.null))
    case .any(let steps, let many, let attribute, let op, let literal):
      PredicateTestSupport.compare(Self.path(steps + [many, attribute]), op, .literal(literal), .any)
    case .count(let steps, let many, let op, let count):
      PredicateTestSupport.compare(Self.path(steps + [many], .collectionOperator("count")), op, number(count))
    case .and(let left, let right): .and([left.predicate, right.predicate])
    case .or(let left, let right): .or([left.predicate, right.predicate])
    case .not(let operand): .not(operand.predicate)
    }
  }

  /// The conditions that are one step simpler.
  var simpler: [PlainCondition] {
    switch self {
    case .and(let left, let right):
      [left, right] + left.simpler.map { .and($0, right) } + right.simpler.map { .and(left, $0) }
    case .or(let left, let right):
      [left, right] + left.simpler.map { .or($0, right) } + right.simpler.map { .or(left, $0) }
    case .not(let operand): [operand] + operand.simpler.map { .not($0) }
    case .member(let path, let literals) where literals.count > 1: literals.map { .member(path, [$0]) }
    default: []
    }
  }

  private static func path(_ names: [String], _ last: QueryKeyPath.Component...) -> QueryExpression {
    let components = names.map { QueryKeyPath.Component.key($0) } + last
    return .keyPath(QueryKeyPath(components[0], Array(components.dropFirst())))
  }
}

extension PlainCondition.Path {
  fileprivate var expression: QueryExpression {
    let names = steps + [attribute]
    return .keyPath(QueryKeyPath(.key(names[0]), names.dropFirst().map { .key($0) }))
  }
}
