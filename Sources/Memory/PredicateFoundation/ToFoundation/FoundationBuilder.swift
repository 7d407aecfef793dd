import Foundation
import PredicateReference
import PredicateSyntax

/// Builds expressions of Foundation from the conditions of a predicate. The predicate was bound to the same type before.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct FoundationBuilder<Root: QueryableProperties> {
  /// The variable for the evaluated object.
  let root: PredicateExpressions.Variable<Root>

  typealias Condition = FoundationConditions.Condition

  func condition(_ predicate: QueryPredicate) throws(PredicateIssue) -> Condition {
    switch predicate.node {
    case .literal(let value): return PredicateExpressions.Value(value)
    case .and(let operands): return try balanced(operands[...]) { FoundationConditions.conjunction($0, $1) }
    case .or(let operands): return try balanced(operands[...]) { FoundationConditions.disjunction($0, $1) }
    case .not(let operand): return FoundationConditions.negation(try condition(operand))
    case .comparison(let comparison): return try self.comparison(comparison, predicate.range)
    case .overLimit: throw .withoutFoundationEqual("a predicate past the limits", predicate.range)
    }
  }

  /// Joins operands two by two, so that a long chain gives a tree of small depth.
  private func balanced(
    _ operands: ArraySlice<QueryPredicate>, _ join: (Condition, Condition) -> Condition
  ) throws(PredicateIssue) -> Condition {
    if operands.count == 1, let operand = operands.first { return try condition(operand) }
    let middle = operands.startIndex + operands.count / 2
    return join(try balanced(operands[..<middle], join), try balanced(operands[middle...], join))
  }

  private func comparison(_ comparison: QueryComparison, _ range: SourceRange) throws(PredicateIssue) -> Condition {
    guard comparison.options.isEmpty else {
      throw .withoutFoundationEqual("the options [\(comparison.options.letters)]", range)
    }
    let (left, right) = (comparison.left, comparison.right)
    let order = FoundationOrder.all.first { $0.ours == comparison.operator }
    if comparison.quantifier == .direct, let order {
      return try FoundationConditions.order(try side(left), order.theirs, try side(right), range)
    }
    let found: Condition? =
      switch (comparison.quantifier, comparison.operator) {
      case (.direct, .equal): try FoundationConditions.equality(try side(left), try side(right), range)
      case (.direct, .notEqual):
        FoundationConditions.negation(try FoundationConditions.equality(try side(left), try side(right), range))
      case (.direct, .in): try membership(left, right, range)
      case (.direct, .contains): try membership(right, left, range)
      case (.any, .equal): try membership(right, left, range, findsNil: true)
      case (.direct, .beginsWith): FoundationConditions.part(of: try value(left), right.constant, isPrefix: true)
      case (.direct, .between): try between(left, right, range)
      default: nil
      }
    guard let found else {
      throw .withoutFoundationEqual("the comparison “\(QueryPredicate.comparison(comparison))”", range)
    }
    return found
  }

  /// The condition `value BETWEEN {low, high}`. Nil for other bounds.
  private func between(
    _ value: QueryExpression, _ bounds: QueryExpression, _ range: SourceRange
  ) throws(PredicateIssue) -> Condition? {
    guard case .aggregate(let bounds) = bounds.node, bounds.count == 2 else { return nil }
    let (value, low, high) = (try side(value), try side(bounds[0]), try side(bounds[1]))
    return FoundationConditions.conjunction(
      try FoundationConditions.order(value, .greaterThanOrEqual, low, range, nilsAreEqual: false),
      try FoundationConditions.order(value, .lessThanOrEqual, high, range, nilsAreEqual: false))
  }

  private func side(_ expression: QueryExpression) throws(PredicateIssue) -> FoundationConditions.Side {
    if let constant = expression.constant { .constant(constant) } else { .value(try value(expression)) }
  }

  /// The condition `element IN {…}`, or that a property contains a constant: as an element, or as a part of a text. Nil for other operands.
  private func membership(
    _ element: QueryExpression, _ elements: QueryExpression, _ range: SourceRange, findsNil: Bool = false
  ) throws(PredicateIssue) -> Condition? {
    if case .aggregate(let list) = elements.node {
      let constants = list.compactMap(\.constant)
      return constants.count < list.count
        ? nil : try FoundationConditions.membership(try value(element), constants, range, findsNil: findsNil)
    }
    guard let constant = element.constant else { return nil }
    let whole = try value(elements)
    if let found = FoundationConditions.part(of: whole, constant, isPrefix: false) { return found }
    return try FoundationConditions.membership(constant, whole, range)
  }

  /// A property, or the number of its elements.
  private func value(_ expression: QueryExpression) throws(PredicateIssue) -> FoundationConditions.Value {
    guard case .keyPath(let path) = expression.node else {
      throw .withoutFoundationEqual("the value “\(expression)”", expression.range)
    }
    var value: FoundationConditions.Value = root
    for (component, range) in zip(path.components, path.ranges(in: expression.range)) {
      switch component {
      case .key(let name): value = try value.property(name, range)
      case .collectionOperator("count") where component == path.components.last:
        return try FoundationConditions.count(value, range)
      default: throw .withoutFoundationEqual("the value “\(expression)”", range)
      }
    }
    return value
  }
}

/// Reads properties by the key paths of property tables.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StandardPredicateExpression {
  /// The property table of the value's type, or of the type that the value wraps.
  private var table: (any QueryableProperties.Type)? {
    Output.self as? any QueryableProperties.Type
      ?? (Output.self as? any OptionalReference.Type)?.wrapped as? any QueryableProperties.Type
  }

  /// The property of this value with a name. The property of an optional is an optional.
  fileprivate func property(_ name: String, _ range: SourceRange) throws(PredicateIssue) -> FoundationConditions.Value {
    guard let keyPath = table?.keyPath(named: name) else {
      throw .withoutFoundationEqual(
        "the property “\(name)”", range,
        hint: "add the property to the property table with its key path: QueryProperty(\"\(name)\", \\.\(name))")
    }
    guard KeyPathName.isOneStep(keyPath.anyKeyPath) else {
      throw .withoutFoundationEqual("the property “\(name)”, whose key path has several steps", range)
    }
    guard let property = property(keyPath) else {
      throw .withoutFoundationEqual(
        "the property “\(name)”, whose key path does not begin at the type of its object", range)
    }
    return property
  }

  /// The property at a key path. Nil if the key path does not begin at the type of this value, or at the type that the value wraps.
  private func property<Step: PropertyKeyPath>(_ step: Step) -> FoundationConditions.Value? {
    func read(_ root: some StandardPredicateExpression<Step.Root>) -> FoundationConditions.Value {
      PredicateExpressions.KeyPath(root: root, keyPath: step.keyPath)
    }
    func mapped(_ root: some StandardPredicateExpression<Step.Root?>) -> FoundationConditions.Value {
      PredicateExpressions.OptionalFlatMap(root) {
        PredicateExpressions.KeyPath(root: $0, keyPath: step.keyPath)
      }
    }
    /// Reads an optional property of an optional. The result is one optional, not an optional of an optional.
    func flattened<Inner: OptionalReference>(
      _: Inner.Type, _ root: some StandardPredicateExpression<Step.Root?>
    ) -> FoundationConditions.Value? {
      func flat(_ step: some PropertyKeyPath<Step.Root, Inner.Wrapped?>) -> FoundationConditions.Value {
        PredicateExpressions.OptionalFlatMap(root) {
          PredicateExpressions.KeyPath(root: $0, keyPath: step.keyPath)
        }
      }
      return (step as? any PropertyKeyPath<Step.Root, Inner.Wrapped?>).map { flat($0) }
    }
    if let root = self as? any StandardPredicateExpression<Step.Root> { return read(root) }
    guard let root = self as? any StandardPredicateExpression<Step.Root?> else { return nil }
    if let inner = Step.Value.self as? any OptionalReference.Type { return flattened(inner, root) }
    return mapped(root)
  }
}

extension QueryableProperties {
  /// The key path of the property with a name, from the type's property table; nil if the table has no such property.
  fileprivate static func keyPath(named name: String) -> (any PropertyKeyPath)? {
    queryProperties.first { $0.name == name }?.keyPath
  }
}
