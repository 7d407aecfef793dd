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
  /// A `Bool`, or a `Bool?` that is nil if one of the conditions `nils` holds.
  case condition(QueryPredicate, nils: [QueryPredicate] = [])
  /// A range, as the condition that a value is in it.
  case range((QueryExpression) -> QueryPredicate)

  /// The form as a value; nil for a range.
  fileprivate var asValue: QueryExpression? {
    switch self {
    case .value(let value): value
    case .condition(let condition, []): .truth(of: condition)
    case .condition(let condition, let nils): .ternary(.or(nils), .null, .truth(of: condition))
    case .range: nil
    }
  }

  /// The form as a condition, which is false for nil; nil for a range.
  fileprivate var asCondition: QueryPredicate? {
    switch self {
    case .value(let value):
      if case .boolean(let constant)? = value.constant { .literal(constant) } else { .comparison(value, .equal, .yes) }
    case .condition(let condition, let nils): .and(nils.map { .not($0) } + [condition])
    case .range: nil
    }
  }

  /// The condition for a `Bool` or `Bool?` that is compared with `true`, `false` or nil; nil for other operands.
  fileprivate func equality(_ constant: QueryLiteral?) -> QueryPredicate? {
    switch (self, constant) {
    case (.condition(let condition, let nils), .boolean(let wanted)?):
      BridgedForm.condition(wanted ? condition : .not(condition), nils: nils).asCondition
    case (.condition(_, let nils), .null?): .or(nils)
    default: nil
    }
  }
}

extension QueryPredicate {
  /// The condition `left operation right`.
  static func comparison(
    _ left: QueryExpression, _ operation: PredicateSyntax.ComparisonOperator, _ right: QueryExpression
  ) -> QueryPredicate {
    .comparison(QueryComparison(left, operation, right))
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
    let (path, start) = (asPath, base.asPath)
    return path.origin == start.origin && path.steps.starts(with: start.steps)
  }

  private var asPath: (origin: QueryExpression, steps: [QueryKeyPath.Component]) {
    switch node {
    case .keyPath(let path): (.evaluatedObject(), path.components)
    case .path(let origin, let path): (origin, path.components)
    default: (self, [])
    }
  }
}

/// The expressions that replace the variables of Foundation's closures.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct BridgeScope {
  var values: [PredicateExpressions.VariableID: QueryExpression]
  private var elementCount = 0

  init(_ variable: PredicateExpressions.VariableID, _ value: QueryExpression) { values = [variable: value] }

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
    return .comparison(try value(of: left), .equal, try value(of: right))
  }
}
