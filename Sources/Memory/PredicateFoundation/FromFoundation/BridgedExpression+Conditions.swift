#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateSyntax

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Conjunction: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .condition(.and([try scope.condition(of: lhs), try scope.condition(of: rhs)]))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Disjunction: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .condition(.or([try scope.condition(of: lhs), try scope.condition(of: rhs)]))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Negation: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .condition(.not(try scope.condition(of: wrapped)))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Equal: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .condition(try scope.equality(lhs, rhs))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.NotEqual: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let equality = try scope.equality(lhs, rhs)
      // If a condition is compared with `true`, `equality` is the condition itself, so it is negated.
      guard case .comparison(let comparison) = equality.node, comparison.operator == .equal,
        comparison.quantifier == .direct, comparison.options.isEmpty
      else { return .condition(.not(equality)) }
      return .condition(.comparison(QueryComparison(comparison.left, .notEqual, comparison.right)))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Comparison: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let comparison: PredicateSyntax.ComparisonOperator
      switch op {
      case .lessThan: comparison = .lessThan
      case .lessThanOrEqual: comparison = .lessThanOrEqual
      case .greaterThan: comparison = .greaterThan
      case .greaterThanOrEqual: comparison = .greaterThanOrEqual
      @unknown default: throw .withoutEqual(self)
      }
      return .condition(
        .comparison(QueryComparison(try scope.value(of: lhs), comparison, try scope.value(of: rhs))))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Conditional: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let condition = try scope.condition(of: test)
      guard If.Output.self == Bool.self else {
        return .value(.ternary(condition, try scope.value(of: trueBranch), try scope.value(of: falseBranch)))
      }
      return .condition(
        .or([
          .and([condition, try scope.condition(of: trueBranch)]),
          .and([.not(condition), try scope.condition(of: falseBranch)]),
        ]))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.OptionalFlatMap: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let optional = try scope.value(of: wrapped)
      let isNil = QueryPredicate.comparison(QueryComparison(optional, .equal, .null))
      switch try scope.with(variable.key, optional).form(of: transform) {
      case .value(let value):
        return .value(value.isPath(from: optional) ? value : .ternary(isNil, .null, value))
      case .condition(let condition): return .optionalCondition(condition, isNil: isNil)
      case .optionalCondition(let condition, let isInnerNil):
        return .optionalCondition(condition, isNil: .or([isNil, isInnerNil]))
      case .range: throw .withoutEqual(transform, because: "a range can be used only before “contains”")
      }
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.NilCoalesce: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      guard case .optionalCondition(let condition, let isNil) = try scope.form(of: lhs) else {
        let value = try scope.value(of: lhs)
        let isNil = QueryPredicate.comparison(QueryComparison(value, .equal, .null))
        return .value(.ternary(isNil, try scope.value(of: rhs), value))
      }
      let other = try scope.condition(of: rhs)
      switch other.node {
      case .literal(true): return .condition(.or([isNil, condition]))
      case .literal(false): return .condition(.and([.not(isNil), condition]))
      default: return .condition(.or([.and([isNil, other]), .and([.not(isNil), condition])]))
      }
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.ForcedUnwrap: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm { try scope.form(of: inner) }
  }
#endif
