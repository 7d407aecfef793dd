import PredicateBinding

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
      // An expression is left out if evaluating it by itself throws, or if its value has an object without a lasting identity. The result of its
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
    let condition = Result { () throws(PredicateIssue) in
      try Binder.bind(predicate, to: binding.root, variables: binding.variables, options: binding.options)
    }
    return Part(
      kind: kind, text: predicate.shownFormat, range: predicate.offsets, condition: condition, values: values,
      parts: parts.map { part($0, binding) })
  }
}

extension QueryExpression {
  /// The parts of an expression in which paths and variables are searched; empty for a path, a variable and a SUBQUERY. The condition of a SUBQUERY
  /// has no value for the object alone, because it depends on the variable of the SUBQUERY.
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
      if object is any BorrowedObject || object is MirroredObject { return nil }
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
    let named = values.compactMap(\.withoutObjects)
    return named.count == values.count ? named : nil
  }
}

extension QueryPredicate {
  /// Explains why the predicate holds for an object or not. The object is a struct, an instance of a class, a value or a dictionary.
  ///
  /// ```swift
  /// let why = try QueryPredicate("year > 1990 AND genre == 'Noir'").explanation(with: movie)
  /// for part in why.parts where part.decides { print(part.text, part.values) }
  /// ```
  ///
  /// Each level of nesting takes the time of evaluating the whole predicate. Nothing is cached between calls.
  ///
  /// - Parameters:
  ///   - object: The object that the names belong to.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: the issues of ``evaluate(with:variables:options:)`` for a predicate that does not fit the object's type. If a part fails for this
  ///   object, the explanation contains the failure.
  public func explanation<Object>(
    with object: Object, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Explanation {
    let elements = try ElementReader<Object>(reading: options.reading)
    let explainer = try elements.explainer(of: self, variables, options)
    return elements.withValue(of: object) { object in
      explainer.explanation(of: object, by: ReferenceEvaluator(limits: options.limits))
    }
  }
}

extension Sequence {
  /// For each part of a predicate, the number of elements for which it holds, and the number that it excludes.
  ///
  /// ```swift
  /// let counts = try movies.partCounts(of: "year > 1990 AND genre == 'Noir'")
  /// counts.parts.map { ($0.text, $0.fails) }  // [("year > 1990", 112), ("genre == \\"Noir\\"", 180)]
  /// ```
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  /// - Complexity: Linear in the number of elements. Each element takes the time of one explanation.
  /// - Throws: the issues of reading the format, and of binding it to the element type.
  public func partCounts(
    of format: QueryFormat, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Explanation.Counts {
    try partCounts(of: QueryPredicate(format), variables: variables)
  }

  /// The same as ``partCounts(of:variables:)``, for a predicate instead of a format.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public func partCounts(
    of predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Explanation.Counts {
    let reader = try ElementReader<Element>(reading: options.reading)
    let explainer = try reader.explainer(of: predicate, variables, options)
    let evaluator = ReferenceEvaluator(limits: options.limits)
    var counts = Explanation.Counts(predicate)
    for element in self {
      reader.withValue(of: element) { counts.add(explainer.explanation(of: $0, by: evaluator)) }
    }
    return counts
  }
}

extension ElementReader {
  /// The explainer of a predicate for the elements. Throws if the predicate does not fit the type of the elements.
  fileprivate func explainer(
    of predicate: QueryPredicate, _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) -> Explainer {
    _ = try Binder.bind(predicate, to: root, variables: variables, options: options)
    return Explainer(predicate, root: root, variables: variables, options: options)
  }
}

extension QueryPredicate {
  /// The kind of the predicate in an explanation, and the conditions inside it.
  var explained: (kind: Explanation.Kind, parts: [QueryPredicate]) {
    switch node {
    case .and(let parts): (.and, parts)
    case .or(let parts): (.or, parts)
    case .not(let part): (.not, [part])
    case .comparison: (.comparison, [])
    case .literal, .overLimit: (.constant, [])
    }
  }

  /// The range of the predicate in its text, in UTF-8 offsets; nil if the predicate was built in code.
  var offsets: Range<Int>? { range.isNone ? nil : Int(range.lowerBound)..<Int(range.upperBound) }
}
