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
      // A condition beside `true` is the condition itself, whatever it compares.
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
#endif
