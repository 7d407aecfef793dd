import PredicateBinding
import PredicateValues

extension QueryPredicate {
  /// Whether the predicate holds of a value: a dictionary, an object, a scalar as SELF.
  ///
  /// Names and families are judged as evaluation meets them, from left to right. To ask a predicate of many values, bind it once and use
  /// a ``PlainEvaluator``, or the filters on collections.
  /// Throws every kind of ``PredicateIssue`` but `syntax`.
  public func evaluate(
    with object: QueryValue, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Bool {
    let bound = try Binder.bind(self, to: .dynamic, variables: variables, options: options)
    return try PlainEvaluator(limits: options.limits).evaluate(bound, object: object)
  }
}

extension QueryExpression {
  /// What the expression yields for a value; see ``QueryPredicate/evaluate(with:variables:options:)``.
  public func value(
    with object: QueryValue, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryValue {
    let bound = try Binder.bind(self, to: .dynamic, variables: variables, options: options)
    return try PlainEvaluator(limits: options.limits).value(bound, object: object)
  }
}
