import PredicateBinding
import PredicateValues

extension QueryPredicate {
  /// Whether the predicate holds of an object: a struct, an instance of a class, a value, a dictionary.
  ///
  /// ```swift
  /// try QueryPredicate("year > 1990").evaluate(with: movie)
  /// try QueryPredicate("year > $minimum").evaluate(with: movie, variables: ["minimum": minimum])
  /// ```
  ///
  /// This is ``BoundQuery/matches(_:)`` of a query that is bound to the object's type. The latest bindings without variables and options are
  /// kept, for each type of object. Where a predicate is asked of many objects, a ``BoundQuery`` is faster still.
  ///
  /// - Throws: what ``BoundQuery/init(_:variables:options:)`` and ``BoundQuery/matches(_:)`` throw.
  public func evaluate<Object>(
    with object: Object, variables: QueryVariables = [:], options: BindingOptions? = nil
  ) throws(PredicateIssue) -> Bool {
    guard variables.isEmpty, options == nil else {
      return try BoundQuery<Object>(self, variables: variables, options: options ?? BindingOptions()).matches(object)
    }
    let query = try BindingCache.shared.query(self, for: Object.self)
    do throws(PredicateIssue) {
      return try query.matches(object)
    } catch {
      if error.range == nil || query.predicate.hasSamePlaces(as: self) { throw error }
      // The kept binding is that of an equal predicate, whose parts stand elsewhere.
      return try BoundQuery<Object>(self).matches(object)
    }
  }
}

extension QueryExpression {
  /// What the expression yields for an object: a struct, an instance of a class, a value, a dictionary, an array.
  ///
  /// ```swift
  /// try QueryExpression("year / 10 * 10").expressionValue(with: movie)  // .integer(1990)
  /// try QueryExpression("@avg.rating").expressionValue(with: movies)    // .double(7.9)
  /// ```
  ///
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
