#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateSyntax

  /// An expression of Foundation that has an equal in the language.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  protocol BridgedExpression {
    /// The equal.
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm
  }

  /// What the variables of Foundation's closures stand for.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  struct BridgeScope {
    private var values: [PredicateExpressions.VariableID: QueryExpression]
    private var elementCount = 0

    init(_ variable: PredicateExpressions.VariableID, _ value: QueryExpression) { values = [variable: value] }

    /// The scope with one more variable.
    func with(_ variable: PredicateExpressions.VariableID, _ value: QueryExpression) -> BridgeScope {
      var scope = self
      scope.values[variable] = value
      return scope
    }

    /// What a variable stands for; nil for one of another predicate.
    func value(of variable: PredicateExpressions.VariableID) -> QueryExpression? { values[variable] }

    /// What an expression is.
    func form(of expression: any PredicateExpression) throws(PredicateIssue) -> BridgedForm {
      guard let known = expression as? any BridgedExpression else { throw .withoutEqual(expression) }
      return try known.bridged(in: self)
    }

    /// An expression as a value.
    func value(of expression: any PredicateExpression) throws(PredicateIssue) -> QueryExpression {
      switch try form(of: expression) {
      case .value(let value): return value
      case .condition(let condition): return Self.value(of: condition)
      case .optionalCondition(let condition, let isNil): return .ternary(isNil, .null, Self.value(of: condition))
      case .range: throw .withoutEqual(expression, because: "a range stands only before “contains”")
      }
    }

    /// A `Bool` as a condition.
    func condition(of expression: any PredicateExpression) throws(PredicateIssue) -> QueryPredicate {
      switch try form(of: expression) {
      case .value(let value):
        if let constant = value.booleanConstant { return .literal(constant) }
        return .comparison(QueryComparison(value, .equal, .literal(.boolean(true))))
      case .condition(let condition): return condition
      case .optionalCondition(let condition, let isNil): return .and([.not(isNil), condition])
      case .range: throw .withoutEqual(expression, because: "a range stands only before “contains”")
      }
    }

    /// `SUBQUERY(sequence, $element, test)`.
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

    /// `left == right`.
    func equality(
      _ left: any PredicateExpression, _ right: any PredicateExpression
    ) throws(PredicateIssue) -> QueryPredicate {
      let (first, second) = (try form(of: left), try form(of: right))
      if case .value(let constant) = second, let condition = Self.equality(first, constant) { return condition }
      if case .value(let constant) = first, let condition = Self.equality(second, constant) { return condition }
      return .comparison(QueryComparison(try value(of: left), .equal, try value(of: right)))
    }

    /// A `Bool` or `Bool?` compared with `true`, `false` or nil; nil for other operands.
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
