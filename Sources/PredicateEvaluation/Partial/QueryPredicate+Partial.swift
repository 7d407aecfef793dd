import PredicateBinding
import PredicateValues

extension QueryPredicate {
  /// The rest of the predicate after everything was evaluated that reads known values only: partial evaluation.
  ///
  /// A rule about two things decides one object in memory, and its rest lists the rows of a database:
  ///
  /// ```swift
  /// let rule = try QueryPredicate("isPublic == YES OR owner.name == $user.name OR $user.isAdmin == YES")
  /// let rest = rule.partiallyEvaluated(variables: ["user": QueryValue(dynamically: user)])
  /// rest.canonicalFormat  // isPublic == 1 OR owner.name == "Ada"
  /// ```
  ///
  /// The rest means what the predicate means with those values:
  ///
  /// - A part is evaluated as it would be when the predicate runs. Where that throws, the part stays as it is.
  /// - Conditions before a decided one stay, unless they are decided, too: over values of unknown types they may throw first.
  /// - Calls that give something else each time (`now()`, functions of the application) stay.
  ///
  /// A value of a variable that has to stay in the rest, an object without a key for instance, is still given to whoever runs the rest.
  ///
  /// - Parameters:
  ///   - variables: The known values. `QueryValue(dynamically:)` makes one of a struct, an instance or a dictionary.
  ///   - object: The evaluated object, where that is what is known and a variable is not.
  /// - Complexity: linear in the size of the predicate times its nesting, and the evaluation of the known parts.
  public func partiallyEvaluated(
    variables: QueryVariables, object: QueryValue? = nil, options: BindingOptions = BindingOptions()
  ) -> QueryPredicate {
    PartialEvaluation(variables: variables, object: object, options: options).rest(of: self)
  }
}
