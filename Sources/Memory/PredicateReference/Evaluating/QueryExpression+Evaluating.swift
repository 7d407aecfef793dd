import PredicateBinding
import PredicateValues

extension QueryPredicate {
  /// Whether the predicate holds for a value, as the reference evaluator decides it: the test oracle of ``evaluate(with:variables:options:)``. Names
  /// and families are checked when evaluation reaches them, from left to right.
  ///
  /// Throws every kind of ``PredicateIssue`` except kind `syntax`.
  package func evaluateByReference(
    with object: QueryValue, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    let bound = try Binder.bind(self, to: .dynamic, variables: variables, options: options)
    return try ReferenceEvaluator(limits: options.limits).evaluate(bound, object: object)
  }
}

extension QueryExpression {
  /// The expression's value for an object, as the reference evaluator computes it.
  package func valueByReference(
    with object: QueryValue, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryValue {
    let bound = try Binder.bind(self, to: .dynamic, variables: variables, options: options)
    return try ReferenceEvaluator(limits: options.limits).value(bound, object: object)
  }
}

extension QueryExpression {
  /// The expression's value for an object: a struct, an instance of a class, a value, a dictionary, an array.
  ///
  /// ```swift
  /// try QueryExpression("year / 10 * 10").expressionValue(with: movie)  // .integer(1990)
  /// try QueryExpression("@avg.rating").expressionValue(with: movies)    // .double(7.9)
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object that the names belong to.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the expression is bound with.
  /// - Throws: as ``QueryPredicate/evaluate(with:variables:options:)``.
  public func expressionValue<Object>(
    with object: Object, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryValue {
    let elements = try ElementReader<Object>(reading: options.reading)
    let bound = try Binder.bind(self, to: elements.root, variables: variables, options: options)
    return try elements.withValue(of: object) { (object) throws(PredicateIssue) in
      try ReferenceEvaluator(limits: options.limits).value(bound, object: object).owned
    }
  }
}
