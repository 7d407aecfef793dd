import Foundation
import PredicateReference
import PredicateSyntax

// MARK: Conditions

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
    return .condition(.comparison(comparison.left, .notEqual, comparison.right))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.Comparison: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    guard let order = FoundationOrder.all.first(where: { $0.theirs == op }) else { throw .withoutEqual(self) }
    return .condition(.comparison(try scope.value(of: lhs), order.ours, try scope.value(of: rhs)))
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
    let isNil = QueryPredicate.comparison(optional, .equal, .null)
    var inner = scope
    inner.values[variable.key] = optional
    switch try inner.form(of: transform) {
    case .value(let value):
      return .value(value.isPath(from: optional) ? value : .ternary(isNil, .null, value))
    case .condition(let condition, let nils): return .condition(condition, nils: [isNil] + nils)
    case .range: throw .misplacedRange(transform)
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.NilCoalesce: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    guard case .condition(let condition, let nils) = try scope.form(of: lhs) else {
      let value = try scope.value(of: lhs)
      return .value(.ternary(.comparison(value, .equal, .null), try scope.value(of: rhs), value))
    }
    let present = try scope.condition(of: lhs)
    let other = try scope.condition(of: rhs)
    switch other.node {
    case .literal(true): return .condition(.or(nils + [condition]))
    case .literal(false): return .condition(present)
    default: return .condition(.or([.and([.or(nils), other]), present]))
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.ForcedUnwrap: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm { try scope.form(of: inner) }
}

// MARK: Values

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.Variable: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    guard let value = scope.values[key] else {
      throw .withoutEqual(self, because: "the variable belongs to another predicate")
    }
    return .value(value)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.Value: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    let argument = QueryArgument(dynamically: value)
    let expression = QueryExpression(value: argument)
    switch argument {
    case .range: return .range { .comparison($0, .between, expression) }
    case .unrepresentable:
      throw .withoutEqual(self, because: "a predicate cannot contain a value of the type \(Output.self)")
    default: return .value(expression)
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
    // The count of a set has no `kind` in Foundation, so it is recognised by its key path.
    let isCount = keyPath == (Root.Output.self as? any FoundationConstants.Type)?.anyCountKeyPath
    if let kind = kind ?? (isCount ? .collectionCount : nil) { return try common(kind, base) }
    if keyPath == \Root.Output.self { return .value(base) }
    return .value(.path(base, QueryKeyPath(.key(try KeyPathName.name(of: keyPath)))))
  }

  /// A property of a collection.
  private func common(_ kind: CommonKeyPathKind, _ base: QueryExpression) throws(PredicateIssue) -> BridgedForm {
    let isText = Root.Output.self is any StringProtocol.Type
    switch kind {
    case .collectionIsEmpty:
      return .condition(.comparison(isText ? base : base.count, .equal, .literal(isText ? .string("") : .integer(0))))
    case _ where isText:
      throw .withoutEqual(
        self, because: "a predicate cannot read the characters of a text. The length of a text counts UTF-16 units")
    case .collectionCount: return .value(base.count)
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

// MARK: Collections and texts

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.SequenceContains: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    let value = try scope.value(of: element)
    if case .range(let contains) = try scope.form(of: sequence) { return .condition(contains(value)) }
    return .condition(.comparison(value, .in, try scope.value(of: sequence)))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.RangeExpressionContains: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    guard case .range(let contains) = try scope.form(of: range) else { throw .withoutEqual(range) }
    return .condition(contains(try scope.value(of: element)))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.Range: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    let (low, high) = (try scope.value(of: lower), try scope.value(of: upper))
    return .range { .and([.comparison($0, .greaterThanOrEqual, low), .comparison($0, .lessThan, high)]) }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.ClosedRange: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    let bounds = QueryExpression.aggregate([try scope.value(of: lower), try scope.value(of: upper)])
    return .range { .comparison($0, .between, bounds) }
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
    return .condition(.comparison(found.count, .greaterThan, .literal(.integer(0))))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.SequenceAllSatisfy: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    let others = try scope.elements(of: sequence, variable.key, where: test, negated: true)
    return .condition(.comparison(others.count, .equal, .literal(.integer(0))))
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
    .value(.path(try scope.value(of: elements), QueryKeyPath(.collectionOperator("min"), [.key("self")])))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PredicateExpressions.SequenceMaximum: BridgedExpression {
  func bridged(in scope: BridgeScope) throws(PredicateIssue) -> BridgedForm {
    .value(.path(try scope.value(of: elements), QueryKeyPath(.collectionOperator("max"), [.key("self")])))
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
  /// The condition that a text contains a part, or begins with it. In Swift every text contains the empty text, but in the language none does.
  fileprivate static func text(
    _ whole: QueryExpression, _ operation: PredicateSyntax.ComparisonOperator, _ part: QueryExpression
  ) -> BridgedForm {
    let comparison = QueryPredicate.comparison(whole, operation, part)
    guard case .literal(.string(let text)) = part.node else {
      return .condition(.or([comparison, .comparison(part, .equal, .literal(.string("")))]))
    }
    return .condition(text.isEmpty ? .literal(true) : comparison)
  }
}
