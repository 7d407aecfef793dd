import Foundation
import PredicateSyntax

/// An expression of Foundation that can be translated to the language.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
protocol BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm
}

/// The translation of an expression of Foundation. Conditions and values are separate, as in the language.
enum BridgedForm {
  case value(QueryExpression)
  /// A `Bool`.
  case condition(QueryPredicate)
  /// A `Bool?`. It is nil if the condition `isNil` holds.
  case optionalCondition(QueryPredicate, isNil: QueryPredicate)
  /// A range from its lower to its upper bound. `includesUpper` is false for a half-open range.
  case range(QueryExpression, QueryExpression, includesUpper: Bool)
}

extension BridgedForm {
  /// The condition `left operation right`.
  static func comparison(
    _ left: QueryExpression, _ operation: PredicateSyntax.ComparisonOperator, _ right: QueryExpression
  ) -> BridgedForm {
    .condition(.comparison(QueryComparison(left, operation, right)))
  }

  /// The form as a value; nil for a range.
  fileprivate var asValue: QueryExpression? {
    switch self {
    case .value(let value): value
    case .condition(let condition): .truth(of: condition)
    case .optionalCondition(let condition, let isNil): .ternary(isNil, .null, .truth(of: condition))
    case .range: nil
    }
  }

  /// The form as a condition; nil for a range.
  fileprivate var asCondition: QueryPredicate? {
    switch self {
    case .value(let value):
      if case .boolean(let constant)? = value.constant { .literal(constant) } else { .equality(value, .yes) }
    case .condition(let condition): condition
    case .optionalCondition(let condition, let isNil): .and([.not(isNil), condition])
    case .range: nil
    }
  }

  /// The condition for a `Bool` or `Bool?` that is compared with `true`, `false` or nil; nil for other operands.
  fileprivate func equality(_ constant: QueryLiteral?) -> QueryPredicate? {
    switch (self, constant) {
    case (.condition(let condition), .boolean(let wanted)?): wanted ? condition : .not(condition)
    case (.optionalCondition(let condition, let isNil), .boolean(let wanted)?):
      .and([.not(isNil), wanted ? condition : .not(condition)])
    case (.optionalCondition(_, let isNil), .null?): isNil
    default: nil
    }
  }
}

extension QueryPredicate {
  /// The condition `left == right`.
  static func equality(_ left: QueryExpression, _ right: QueryExpression) -> QueryPredicate {
    .comparison(QueryComparison(left, .equal, right))
  }
}

extension QueryExpression {
  static var null: QueryExpression { .literal(.null) }
  fileprivate static var yes: QueryExpression { .literal(.boolean(true)) }

  fileprivate static func truth(of condition: QueryPredicate) -> QueryExpression {
    .ternary(condition, .yes, .literal(.boolean(false)))
  }

  /// Whether the value is nil whenever `base` is. It is if it equals `base`, or is a path from `base`.
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

/// The expressions that replace the variables of Foundation's closures.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct BridgeScope {
  private var values: [PredicateExpressions.VariableID: QueryExpression]
  private var elementCount = 0

  init(_ variable: PredicateExpressions.VariableID, _ value: QueryExpression) { values = [variable: value] }

  func with(_ variable: PredicateExpressions.VariableID, _ value: QueryExpression) -> BridgeScope {
    var scope = self
    scope.values[variable] = value
    return scope
  }

  /// The expression that replaces a variable; nil for a variable of another predicate.
  func value(of variable: PredicateExpressions.VariableID) -> QueryExpression? { values[variable] }

  /// The translation of an expression to the language.
  func form(of expression: any PredicateExpression) throws(PredicateIssue) -> BridgedForm {
    guard let known = expression as? any BridgedExpression else { throw .withoutEqual(expression) }
    return try known.bridged(in: self)
  }

  func value(of expression: any PredicateExpression) throws(PredicateIssue) -> QueryExpression {
    guard let value = try form(of: expression).asValue else { throw .misplacedRange(expression) }
    return value
  }

  /// The translation of a `Bool` as a condition.
  func condition(of expression: any PredicateExpression) throws(PredicateIssue) -> QueryPredicate {
    guard let condition = try form(of: expression).asCondition else { throw .misplacedRange(expression) }
    return condition
  }

  /// The translation of a closure over the elements of a sequence: `SUBQUERY(sequence, $element, test)`.
  func elements(
    of sequence: any PredicateExpression, _ variable: PredicateExpressions.VariableID,
    where test: any PredicateExpression, negated: Bool = false
  ) throws(PredicateIssue) -> QueryExpression {
    var inner = self
    inner.elementCount += 1
    let name = inner.elementCount == 1 ? "element" : "element\(inner.elementCount)"
    inner.values[variable] = .variable(name)
    let condition = try inner.condition(of: test)
    return .subquery(try value(of: sequence), variable: name, negated ? .not(condition) : condition)
  }

  /// The condition `left == right`.
  func equality(
    _ left: any PredicateExpression, _ right: any PredicateExpression
  ) throws(PredicateIssue) -> QueryPredicate {
    let (first, second) = (try form(of: left), try form(of: right))
    if let condition = first.equality(second.asValue?.constant) ?? second.equality(first.asValue?.constant) {
      return condition
    }
    return .equality(try value(of: left), try value(of: right))
  }
}
