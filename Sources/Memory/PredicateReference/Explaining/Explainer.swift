import PredicateBinding
import PredicateValues

/// Makes ``Explanation``s for one predicate. Its parts are bound once, and then evaluated for each object.
package struct Explainer: Sendable {
  private let root: Part

  /// A part of the predicate, which is bound separately.
  private struct Part: Sendable {
    let kind: Explanation.Kind
    let text: String
    let range: Range<Int>?
    let condition: Result<BoundPredicate, PredicateIssue>
    let values: [(text: String, expression: BoundExpression)]
    let parts: [Part]
  }

  /// Binds the predicate and its parts. If a part cannot be bound, it has a failure for each object. Each level of nesting takes the time of binding
  /// the whole predicate.
  package init(
    _ predicate: QueryPredicate, root: RootType, variables: QueryVariables, options: BindingOptions = BindingOptions()
  ) {
    self.root = Self.part(predicate, PartBinding(root: root, variables: variables, options: options))
  }

  /// The result of each part for an object. Each level of nesting takes the time of evaluating the whole predicate.
  package func explanation(of object: QueryValue, by evaluator: ReferenceEvaluator) -> Explanation {
    explanation(of: object, root, by: evaluator) { _ in true }
  }

  private func explanation(
    of object: QueryValue, _ part: Part, by evaluator: ReferenceEvaluator, decides: (Bool?) -> Bool
  ) -> Explanation {
    var holds: Bool?
    var failure: Explanation.Failure?
    do throws(PredicateIssue) {
      holds = try evaluator.evaluate(part.condition.get(), object: object)
    } catch {
      failure = Explanation.Failure(error)
    }
    let isDeciding = decides(holds)
    var values: [Explanation.Value] = []
    for (text, expression) in part.values {
      // An expression is left out if its evaluation alone throws, or if its value has an object without a lasting identity. The result of its
      // condition covers it.
      guard let value = try? evaluator.value(expression, object: object), let named = value.withoutObjects else {
        continue
      }
      values.append(Explanation.Value(text: text, value: named))
    }
    let wanted = part.kind == .not ? holds.map { !$0 } : holds
    return Explanation(
      kind: part.kind, text: part.text, range: part.range, holds: holds, decides: isDeciding, values: values,
      failure: failure,
      parts: part.parts.map { explanation(of: object, $0, by: evaluator) { isDeciding && $0 == wanted } })
  }
}

// Binds the parts of the predicate.
extension Explainer {
  /// The type to which parts are bound, with variables and options.
  private struct PartBinding {
    let root: RootType
    let variables: QueryVariables
    let options: BindingOptions

    func condition(_ predicate: QueryPredicate) -> Result<BoundPredicate, PredicateIssue> {
      Result { () throws(PredicateIssue) in
        try Binder.bind(predicate, to: root, variables: variables, options: options)
      }
    }

    /// Adds an expression to the values that are shown for a condition, and the paths and variables inside the expression. Constants are left out,
    /// because the text of the condition shows them.
    func add(
      _ expression: QueryExpression, isInside: Bool = false,
      to values: inout [(text: String, expression: BoundExpression)]
    ) {
      switch expression.node {
      case .literal, .evaluatedObject, .aggregate, .overLimit, .unreadable, .placeholder, .anyKey: break
      case .binary where isInside, .negate where isInside, .cast where isInside, .call where isInside,
        .function where isInside, .ternary where isInside:
        break
      default:
        let text = expression.shownFormat
        if values.contains(where: { $0.text.hasSameScalars(as: text) }) { break }
        // An expression that cannot be bound has no value. The failure of its condition gives the reason.
        guard let bound = try? Binder.bind(expression, to: root, variables: variables, options: options) else { break }
        values.append((text, bound))
      }
      for part in expression.pathsInside { add(part, isInside: true, to: &values) }
    }
  }

  private static func part(_ predicate: QueryPredicate, _ binding: PartBinding) -> Part {
    let (kind, parts) = predicate.explained
    var values: [(text: String, expression: BoundExpression)] = []
    if case .comparison(let comparison) = predicate.node {
      binding.add(comparison.left, to: &values)
      binding.add(comparison.right, to: &values)
    }
    return Part(
      kind: kind, text: predicate.shownFormat, range: predicate.offsets,
      condition: binding.condition(predicate), values: values, parts: parts.map { part($0, binding) })
  }
}

extension QueryExpression {
  /// The parts of an expression in which paths and variables are searched; empty if the expression is a path or a variable. The condition of a
  /// SUBQUERY is left out: it depends on the variable of the SUBQUERY, so it has no value for the object alone.
  fileprivate var pathsInside: [QueryExpression] {
    switch node {
    case .binary(_, let left, let right): return [left, right]
    case .negate(let operand), .cast(let operand, _): return [operand]
    case .call(_, let arguments), .aggregate(let arguments): return arguments
    case .function(let receiver, _, let arguments): return [receiver] + arguments
    case .path(let base, _), .index(let base, _):
      if case .variable = base.node { return [] }
      return [base]
    case .ternary(_, let first, let second): return [first, second]
    default: return []
    }
  }
}

extension QueryValue {
  /// The value, with objects replaced by references. Nil if it contains an object whose identity is only valid in this process.
  fileprivate var withoutObjects: QueryValue? {
    switch self {
    case .object(let object):
      // The reference of an instance is an address, which is only valid in this process.
      if object is any BorrowedObject || object is RetainedInstance || object is MirroredObject { return nil }
      return object.reference.flatMap { QueryValue.reference($0).withoutObjects }
    case .reference(let reference): return reference.isOfInstance ? nil : self
    case .array(let elements): return Self.withoutObjects(elements).map { .array($0) }
    case .set(let elements): return Self.withoutObjects(elements).map { .set($0) }
    case .dictionary(let dictionary):
      return Self.withoutObjects(dictionary.values).map {
        .dictionary(QueryDictionary(names: dictionary.keys, values: $0))
      }
    default: return self
    }
  }

  private static func withoutObjects(_ values: [QueryValue]) -> [QueryValue]? {
    var named: [QueryValue] = []
    for value in values {
      guard let value = value.withoutObjects else { return nil }
      named.append(value)
    }
    return named
  }
}
