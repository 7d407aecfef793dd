#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateSyntax

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
      case .range: throw .withoutEqual(transform, because: "a range stands only before “contains”")
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
