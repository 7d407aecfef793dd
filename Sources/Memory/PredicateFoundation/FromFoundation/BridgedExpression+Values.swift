#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateEngine
  import PredicateReference
  import PredicateSyntax

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Variable: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      guard let value = scope.value(of: key) else {
        throw .withoutEqual(self, because: "the variable belongs to another predicate")
      }
      return .value(value)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Value: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let argument = QueryArgument(dynamically: value)
      switch argument {
      case .range(let low, let high):
        return .range(QueryExpression(value: low), QueryExpression(value: high), includesUpper: true)
      case .unrepresentable:
        throw .withoutEqual(self, because: "a predicate cannot contain a value of the type \(Output.self)")
      default: return .value(QueryExpression(value: argument))
      }
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.NilLiteral: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm { .value(.null) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.KeyPath: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let base = try scope.value(of: root)
      if let kind { return try common(kind, base) }
      // The count of a set has no `kind` in Foundation, so it is recognised by its key path.
      if keyPath == (Root.Output.self as? any FoundationConstants.Type)?.anyCountKeyPath {
        return try common(.collectionCount, base)
      }
      if keyPath == \Root.Output.self { return .value(base) }
      return .value(.path(base, QueryKeyPath(.key(try KeyPathName.name(of: keyPath)))))
    }

    /// A property of a collection.
    private func common(_ kind: CommonKeyPathKind, _ base: QueryExpression) throws(PredicateIssue) -> BridgedForm {
      let count = QueryExpression.path(base, QueryKeyPath(.collectionOperator("count")))
      let isText = Root.Output.self is any StringProtocol.Type
      switch kind {
      case .collectionIsEmpty:
        return .condition(
          .comparison(QueryComparison(isText ? base : count, .equal, .literal(isText ? .string("") : .integer(0)))))
      case _ where isText:
        throw .withoutEqual(
          self, because: "a predicate cannot read the characters of a text. The length of a text counts UTF-16 units")
      case .collectionCount: return .value(count)
      case .collectionFirst: return .value(.index(base, .first))
      case .bidirectionalCollectionLast: return .value(.index(base, .last))
      @unknown default: throw .withoutEqual(self)
      }
    }
  }

  extension FoundationConstants {
    fileprivate static var anyCountKeyPath: AnyKeyPath { countKeyPath }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.Arithmetic: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let operation: BinaryOperator
      switch op {
      case .add: operation = .add
      case .subtract: operation = .subtract
      case .multiply: operation = .multiply
      @unknown default: throw .withoutEqual(self)
      }
      return .value(.binary(operation, try scope.value(of: lhs), try scope.value(of: rhs)))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.IntDivision: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .value(.binary(.divide, try scope.value(of: lhs), try scope.value(of: rhs)))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.FloatDivision: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .value(.binary(.divide, try scope.value(of: lhs), try scope.value(of: rhs)))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.IntRemainder: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      .value(.call("modulus:by:", [try scope.value(of: lhs), try scope.value(of: rhs)]))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.UnaryMinus: BridgedExpression {
    func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
      let value = try scope.value(of: wrapped)
      switch value.node {
      case .literal(.integer(let number)) where number != .min: return .value(.literal(.integer(-number)))
      case .literal(.double(let number)): return .value(.literal(.double(-number)))
      default: return .value(.negate(value))
      }
    }
  }
#endif
