import PredicateBinding
import PredicateValues

extension QueryPredicate {
  /// Why the predicate holds of an object or not: a struct, an instance of a class, a value, a dictionary.
  ///
  /// ```swift
  /// let why = try QueryPredicate("year > 1990 AND genre == 'Noir'").explanation(with: movie)
  /// for part in why.parts where part.decides { print(part.text, part.values) }
  /// ```
  ///
  /// Time is that of evaluating the predicate once for each level of its nesting; nothing is kept from one call to the next.
  ///
  /// - Throws: what ``evaluate(with:variables:options:)`` throws where the predicate does not fit the object's type. A part that fails for the
  ///   object is a part of the explanation.
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
  /// How often each part of a predicate holds of the elements: which condition leaves out how many.
  ///
  /// ```swift
  /// let counts = try movies.countParts(of: "year > 1990 AND genre == 'Noir'")
  /// counts.parts.map { ($0.text, $0.fails) }  // [("year > 1990", 112), ("genre == \\"Noir\\"", 180)]
  /// ```
  ///
  /// - Complexity: linear in the number of elements, each of which costs what an explanation costs.
  /// - Throws: what reading the format throws, and binding it to the element type.
  public func countParts(
    of format: QueryFormat, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> Explanation.Counts {
    try countParts(of: QueryPredicate(format), variables: variables)
  }

  /// How often each part of a predicate holds of the elements, as of a format.
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
  /// What explains a predicate for elements. Throws where it does not fit their type.
  fileprivate func explainer(
    of predicate: QueryPredicate, _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) -> Explainer {
    _ = try Binder.bind(predicate, to: root, variables: variables, options: options)
    return Explainer(predicate, root: root, variables: variables, options: options)
  }
}

extension QueryPredicate {
  /// What an explanation says of the predicate, and the conditions inside.
  var explained: (kind: Explanation.Kind, parts: [QueryPredicate]) {
    switch node {
    case .and(let parts): (.and, parts)
    case .or(let parts): (.or, parts)
    case .not(let part): (.not, [part])
    case .comparison: (.comparison, [])
    case .literal, .overLimit: (.constant, [])
    }
  }

  /// Where the predicate stands in its text, in UTF-8 bytes; nil where it was built in code.
  var offsets: Range<Int>? { range.isNone ? nil : Int(range.lowerBound)..<Int(range.upperBound) }
}
