#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateSyntax

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.SequenceContains: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let value = try scope.value(of: element)
      if case .range(let low, let high, let includesUpper) = try scope.form(of: sequence) {
        return .between(value, low, high, includesUpper)
      }
      return .condition(.comparison(QueryComparison(value, .in, try scope.value(of: sequence))))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.RangeExpressionContains: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      guard case .range(let low, let high, let includesUpper) = try scope.form(of: range) else {
        throw .withoutEqual(range)
      }
      return .between(try scope.value(of: element), low, high, includesUpper)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Range: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .range(try scope.value(of: lower), try scope.value(of: upper), includesUpper: false)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.ClosedRange: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .range(try scope.value(of: lower), try scope.value(of: upper), includesUpper: true)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.CollectionContainsCollection: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      guard Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type else {
        throw .withoutEqual(self, because: "only texts contain a part")
      }
      return .text(try scope.value(of: base), .contains, try scope.value(of: other))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.SequenceStartsWith: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      guard Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type else {
        throw .withoutEqual(self, because: "only texts have a beginning")
      }
      return .text(try scope.value(of: base), .beginsWith, try scope.value(of: prefix))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.SequenceContainsWhere: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let found = try scope.elements(of: sequence, variable.key, where: test)
      return .condition(.comparison(QueryComparison(found.count, .greaterThan, .literal(.integer(0)))))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.SequenceAllSatisfy: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let others = try scope.elements(of: sequence, variable.key, where: test, negated: true)
      return .condition(.comparison(QueryComparison(others.count, .equal, .literal(.integer(0)))))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Filter: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .value(try scope.elements(of: sequence, variable.key, where: filter))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.SequenceMinimum: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .extreme("min", try scope.value(of: elements))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.SequenceMaximum: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .extreme("max", try scope.value(of: elements))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.CollectionIndexSubscript: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .value(.index(try scope.value(of: wrapped), .expression(try scope.value(of: index))))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.DictionaryKeySubscript: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .value(.index(try scope.value(of: wrapped), .expression(try scope.value(of: key))))
    }
  }

  extension BridgedForm {
    /// The condition that a value is in a range.
    fileprivate static func between(
      _ value: QueryExpression, _ low: QueryExpression, _ high: QueryExpression, _ includesUpper: Bool
    ) -> BridgedForm {
      if includesUpper { return .condition(.comparison(QueryComparison(value, .between, .aggregate([low, high])))) }
      return .condition(
        .and([
          .comparison(QueryComparison(value, .greaterThanOrEqual, low)),
          .comparison(QueryComparison(value, .lessThan, high)),
        ]))
    }

    /// The condition that a text contains a part, or begins with it. In Swift every text contains the empty text, but in the language none does.
    fileprivate static func text(
      _ whole: QueryExpression, _ operation: PredicateSyntax.ComparisonOperator, _ part: QueryExpression
    ) -> BridgedForm {
      let comparison = QueryPredicate.comparison(QueryComparison(whole, operation, part))
      guard case .literal(.string(let text)) = part.node else {
        return .condition(.or([comparison, .comparison(QueryComparison(part, .equal, .literal(.string(""))))]))
      }
      return .condition(text.isEmpty ? .literal(true) : comparison)
    }

    /// The least or the greatest element.
    fileprivate static func extreme(_ name: String, _ elements: QueryExpression) -> BridgedForm {
      .value(.path(elements, QueryKeyPath(.collectionOperator(name), [.key("self")])))
    }
  }
#endif
