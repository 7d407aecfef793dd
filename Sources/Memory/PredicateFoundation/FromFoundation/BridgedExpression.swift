#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
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

  extension QueryExpression {
    /// Whether the constant is `nil`.
    var isNull: Bool {
      if case .literal(.null) = node { true } else { false }
    }

    /// The truth value of a boolean constant; nil for other expressions.
    var booleanConstant: Bool? {
      if case .literal(.boolean(let value)) = node { value } else { nil }
    }

    static var null: QueryExpression { .literal(.null) }

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
      switch try form(of: expression) {
      case .value(let value): return value
      case .condition(let condition): return Self.value(of: condition)
      case .optionalCondition(let condition, let isNil): return .ternary(isNil, .null, Self.value(of: condition))
      case .range: throw .withoutEqual(expression, because: "a range can be used only before “contains”")
      }
    }

    /// The translation of a `Bool` as a condition.
    func condition(of expression: any PredicateExpression) throws(PredicateIssue) -> QueryPredicate {
      switch try form(of: expression) {
      case .value(let value):
        if let constant = value.booleanConstant { return .literal(constant) }
        return .comparison(QueryComparison(value, .equal, .literal(.boolean(true))))
      case .condition(let condition): return condition
      case .optionalCondition(let condition, let isNil): return .and([.not(isNil), condition])
      case .range: throw .withoutEqual(expression, because: "a range can be used only before “contains”")
      }
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
      if case .value(let constant) = second, let condition = Self.equality(first, constant) { return condition }
      if case .value(let constant) = first, let condition = Self.equality(second, constant) { return condition }
      return .comparison(QueryComparison(try value(of: left), .equal, try value(of: right)))
    }

    /// The condition for a `Bool` or `Bool?` that is compared with `true`, `false` or nil; nil for other operands.
    private static func equality(_ form: BridgedForm, _ constant: QueryExpression) -> QueryPredicate? {
      switch form {
      case .condition(let condition):
        return constant.booleanConstant.map { $0 ? condition : .not(condition) }
      case .optionalCondition(let condition, let isNil):
        if constant.isNull { return isNil }
        return constant.booleanConstant.map { .and([.not(isNil), $0 ? condition : .not(condition)]) }
      case .value, .range: return nil
      }
    }

    private static func value(of condition: QueryPredicate) -> QueryExpression {
      .ternary(condition, .literal(.boolean(true)), .literal(.boolean(false)))
    }
  }
#endif
