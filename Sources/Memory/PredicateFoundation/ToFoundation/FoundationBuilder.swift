#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateEngine
  import PredicateReference
  import PredicateSyntax

  /// Builds expressions of Foundation from the conditions of a predicate. The predicate was bound to the same type before.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  struct FoundationBuilder<Root: QueryableProperties> {
    /// The variable for the evaluated object.
    let root: PredicateExpressions.Variable<Root>

    typealias Condition = any StandardPredicateExpression<Bool>

    func condition(_ predicate: QueryPredicate) throws(PredicateIssue) -> Condition {
      switch predicate.node {
      case .literal(let value): return PredicateExpressions.Value(value)
      case .and(let operands): return try balanced(operands[...], FoundationConditions.conjunction)
      case .or(let operands): return try balanced(operands[...], FoundationConditions.disjunction)
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
      switch (comparison.quantifier, comparison.operator) {
      case (.any, .equal):
        return try membership(comparison.right, comparison.left, range)
      case (.direct, .in):
        return try membership(comparison.left, comparison.right, range)
      case (.direct, .between):
        guard case .aggregate(let bounds) = comparison.right.node, bounds.count == 2 else {
          throw .withoutFoundationEqual("BETWEEN without two bounds", range)
        }
        return FoundationConditions.conjunction(
          try ordered(comparison.left, .greaterThanOrEqual, bounds[0]),
          try ordered(comparison.left, .lessThanOrEqual, bounds[1]))
      case (.direct, .equal): return try equality(comparison.left, comparison.right)
      case (.direct, .notEqual): return FoundationConditions.negation(try equality(comparison.left, comparison.right))
      case (.direct, .lessThan): return try ordered(comparison.left, .lessThan, comparison.right)
      case (.direct, .lessThanOrEqual): return try ordered(comparison.left, .lessThanOrEqual, comparison.right)
      case (.direct, .greaterThan): return try ordered(comparison.left, .greaterThan, comparison.right)
      case (.direct, .greaterThanOrEqual): return try ordered(comparison.left, .greaterThanOrEqual, comparison.right)
      case (.direct, .contains), (.direct, .beginsWith):
        return try text(comparison)
      default: throw .withoutFoundationEqual("the comparison “\(QueryPredicate.comparison(comparison))”", range)
      }
    }

    // MARK: Comparisons

    private func equality(_ left: QueryExpression, _ right: QueryExpression) throws(PredicateIssue) -> Condition {
      if let constant = left.constant, right.constant == nil {
        return try FoundationConditions.equality(try value(right), constant, right.range)
      }
      if let constant = right.constant {
        return try FoundationConditions.equality(try value(left), constant, left.range)
      }
      return try FoundationConditions.equality(try value(left), try value(right), left.range)
    }

    private func ordered(
      _ left: QueryExpression, _ comparison: PredicateExpressions.ComparisonOperator, _ right: QueryExpression
    ) throws(PredicateIssue) -> Condition {
      if let constant = left.constant, right.constant == nil {
        return try FoundationConditions.order(try value(right), comparison.mirrored, constant, right.range)
      }
      if let constant = right.constant {
        return try FoundationConditions.order(try value(left), comparison, constant, left.range)
      }
      return try FoundationConditions.order(try value(left), comparison, try value(right), left.range)
    }

    /// The condition `element IN {…}`, or a constant IN the elements of a property.
    private func membership(
      _ element: QueryExpression, _ elements: QueryExpression, _ range: SourceRange
    ) throws(PredicateIssue) -> Condition {
      if case .aggregate(let list) = elements.node {
        let constants = list.compactMap(\.constant)
        guard constants.count == list.count else { throw .withoutFoundationEqual("a list of values", elements.range) }
        return try FoundationConditions.membership(try value(element), constants, range)
      }
      guard let constant = element.constant else { throw .withoutFoundationEqual("IN of two properties", range) }
      let whole = try value(elements)
      if case .string(let text) = constant, let found = FoundationConditions.part(of: whole, text, isPrefix: false) {
        return found
      }
      return try FoundationConditions.membership(constant, whole, range)
    }

    private func text(_ comparison: QueryComparison) throws(PredicateIssue) -> Condition {
      guard let constant = comparison.right.constant else {
        throw .withoutFoundationEqual("\(comparison.operator) of two properties", comparison.right.range)
      }
      let whole = try value(comparison.left)
      let isPrefix = comparison.operator == .beginsWith
      if case .string(let part) = constant, let found = FoundationConditions.part(of: whole, part, isPrefix: isPrefix) {
        return found
      }
      guard comparison.operator == .contains else {
        throw .withoutFoundationEqual("\(comparison.operator) of a value that is not a text", comparison.left.range)
      }
      return try FoundationConditions.membership(constant, whole, comparison.left.range)
    }

    /// A property, or the number of its elements.
    private func value(_ expression: QueryExpression) throws(PredicateIssue) -> any StandardPredicateExpression {
      guard case .keyPath(let path) = expression.node else {
        throw .withoutFoundationEqual("the value “\(expression)”", expression.range)
      }
      var property = FoundationProperty(root)
      for (component, range) in zip(path.components, path.ranges(in: expression.range)) {
        switch component {
        case .key(let name): property = try property.property(name, range)
        case .collectionOperator("count") where component == path.components.last:
          return try FoundationConditions.count(property.expression, range)
        default: throw .withoutFoundationEqual("the value “\(expression)”", range)
        }
      }
      return property.expression
    }
  }

  extension QueryExpression {
    fileprivate var constant: QueryLiteral? {
      if case .literal(let value) = node { value } else { nil }
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension PredicateExpressions.ComparisonOperator {
    /// The operator with the sides exchanged.
    fileprivate var mirrored: Self {
      switch self {
      case .lessThan: .greaterThan
      case .lessThanOrEqual: .greaterThanOrEqual
      case .greaterThan: .lessThan
      case .greaterThanOrEqual: .lessThanOrEqual
      @unknown default: self
      }
    }
  }

  /// A property of an object as an expression of Foundation, by the key paths of property tables.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  struct FoundationProperty {
    /// The expression that gives the value of the property, or an optional of it.
    let expression: any StandardPredicateExpression
    /// The type of the value, or the type that the value wraps, if this type has a property table; otherwise nil.
    private let table: (any QueryableProperties.Type)?

    /// The evaluated object itself.
    init<Root: QueryableProperties>(_ root: PredicateExpressions.Variable<Root>) {
      expression = root
      table = Root.self
    }

    private init(_ expression: any StandardPredicateExpression, _ type: any Any.Type) {
      self.expression = expression
      table =
        type as? any QueryableProperties.Type
        ?? (type as? any OptionalReference.Type)?.wrapped as? any QueryableProperties.Type
    }

    /// The property of this value with a name.
    func property(_ name: String, _ range: SourceRange) throws(PredicateIssue) -> FoundationProperty {
      guard let line = table?.keyPath(named: name) else {
        throw .withoutFoundationEqual(
          "the property “\(name)”", range,
          hint: "add the property to the property table with its key path: QueryProperty(\"\(name)\", \\.\(name))")
      }
      guard KeyPathName.isOneStep(line.anyKeyPath) else {
        throw .withoutFoundationEqual("the property “\(name)”, whose key path has several steps", range)
      }
      return try step(line, name, range)
    }

    private func step<Step: PropertyKeyPath>(
      _ step: Step, _ name: String, _ range: SourceRange
    ) throws(PredicateIssue) -> FoundationProperty {
      if let root = expression as? any StandardPredicateExpression<Step.Root> {
        return FoundationProperty(Self.value(of: step, from: root), Step.Value.self)
      }
      if let root = expression as? any StandardPredicateExpression<Step.Root?> {
        return FoundationProperty(Self.optional(of: step, from: root), Step.Value.self)
      }
      throw .withoutFoundationEqual(
        "the property “\(name)”, whose key path does not begin at the type of its object", range)
    }

    private static func value<Root: StandardPredicateExpression, Step: PropertyKeyPath>(
      of step: Step, from root: Root
    ) -> any StandardPredicateExpression where Root.Output == Step.Root {
      PredicateExpressions.KeyPath(root: root, keyPath: step.keyPath)
    }

    private static func optional<Root: StandardPredicateExpression, Step: PropertyKeyPath>(
      of step: Step, from root: Root
    ) -> any StandardPredicateExpression where Root.Output == Step.Root? {
      if let inner = Step.Value.self as? any OptionalObject.Type {
        return flattened(inner, step, root)
      }
      return PredicateExpressions.OptionalFlatMap(root) {
        PredicateExpressions.KeyPath(root: $0, keyPath: step.keyPath)
      }
    }

    /// Reads an optional property of an optional. The result is one optional, not an optional of an optional.
    private static func flattened<Inner: OptionalObject, Root: StandardPredicateExpression, Step: PropertyKeyPath>(
      _: Inner.Type, _ step: Step, _ root: Root
    ) -> any StandardPredicateExpression where Root.Output == Step.Root? {
      func flat<Same: PropertyKeyPath>(_ same: Same) -> any StandardPredicateExpression
      where Same.Root == Step.Root, Same.Value == Inner.Object? {
        PredicateExpressions.OptionalFlatMap(root) {
          PredicateExpressions.KeyPath(root: $0, keyPath: same.keyPath)
        }
      }
      guard let same = step as? any PropertyKeyPath<Step.Root, Inner.Object?> else { return root }
      return flat(same)
    }
  }

  /// An optional of any type.
  protocol OptionalObject<Object> {
    associatedtype Object
  }

  extension Optional: OptionalObject {
    typealias Object = Wrapped
  }

  extension QueryableProperties {
    /// The key path of the property with a name, from the type's property table; nil if the table has no such property.
    fileprivate static func keyPath(named name: String) -> (any PropertyKeyPath)? {
      queryProperties.first { $0.name == name }?.keyPath
    }
  }
#endif
