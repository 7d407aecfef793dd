#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(FoundationEssentials) || canImport(Foundation)
  import PredicateEvaluation
  import PredicateSyntax

  /// A property of an object as an expression of Foundation, by the key paths of declared tables.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  struct FoundationProperty {
    /// Gives the value of the property, or its optional.
    let expression: any StandardPredicateExpression
    /// The type of an object with a table that the property gives, itself or as an optional; nil where it gives none.
    private let table: (any QueryableProperties.Type)?

    /// The object itself.
    init<Root: QueryableProperties>(_ root: PredicateExpressions.Variable<Root>) {
      expression = root
      table = Root.self
    }

    private init(_ expression: any StandardPredicateExpression, _ type: any Any.Type) {
      self.expression = expression
      table =
        type as? any QueryableProperties.Type
        ?? (type as? any OptionalObject.Type)?.object as? any QueryableProperties.Type
    }

    /// The property of a name, one step further.
    func property(_ name: String, _ range: SourceRange) throws(PredicateIssue) -> FoundationProperty {
      guard let line = table?.keyPath(named: name) else {
        throw .withoutFoundationEqual(
          "the property “\(name)”", range, hint: "a line of a declared table with a key path gives it one")
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
      throw .withoutFoundationEqual("the property “\(name)”, which belongs to another type", range)
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

    /// Of an optional of an optional one optional.
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

  /// The optional of any type.
  protocol OptionalObject<Object> {
    associatedtype Object
  }

  extension OptionalObject {
    fileprivate static var object: any Any.Type { Object.self }
  }

  extension Optional: OptionalObject {
    typealias Object = Wrapped
  }

  extension QueryableProperties {
    /// The key path of the line of a name.
    fileprivate static func keyPath(named name: String) -> (any PropertyKeyPath)? {
      queryProperties.first { $0.name == name }?.keyPath
    }
  }
#endif
