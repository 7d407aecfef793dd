import PredicateBinding
import PredicateValues

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
  /// let counts = try movies.countParts(of: "year > 1990 AND genre == 'Noir'")
  /// counts.parts.map { ($0.text, $0.fails) }  // [("year > 1990", 112), ("genre == \\"Noir\\"", 180)]
  /// ```
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  /// - Complexity: Linear in the number of elements. Each element takes the time of one explanation.
  /// - Throws: the issues of reading the format, and of binding it to the element type.
  public func countParts(
    of format: QueryFormat, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Explanation.Counts {
    try countParts(of: QueryPredicate(format), variables: variables)
  }

  /// The same as ``countParts(of:variables:)``, for a predicate instead of a format.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public func countParts(
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
