import PredicateBinding
import PredicateReference

/// Filtering a set. The result is a set, as with Swift's `filter`. If the context expects an array, `filter` of `Sequence` returns one.
extension Set {
  /// The elements that match the query: `try names.filter(query)`.
  ///
  /// - Throws: The same issues as `filter` of a sequence.
  /// - Complexity: Linear in the number of elements.
  @_disfavoredOverload
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> Set<Element> {
    let matches: [Element] = try filter(query)
    return Set(matches)
  }

  /// The elements that meet a predicate: `try names.filter("SELF BEGINSWITH 'a'")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Set<Element> {
    try filter(BoundQuery(format, variables: variables, options: options))
  }

  /// The elements that meet a predicate.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Set<Element> {
    try filter(BoundQuery(predicate, variables: variables, options: options))
  }

  /// The elements that meet a predicate with specifiers: `%@`, `%d`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - arguments: Values for the specifiers of the format, in their order.
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(
    format: QueryFormat, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> Set<Element> {
    try filter(BoundQuery(QueryPredicate(format: format, arguments: arguments)))
  }

  /// The elements that satisfy the condition of an untrusted text.
  ///
  /// - Parameters:
  ///   - text: A condition from untrusted input.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter(text:policy:)` of a sequence.
  @_disfavoredOverload
  public func filter(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Set<Element> {
    try filter(QueryPolicy.Query(text, policy: policy, variables: variables, options: options))
  }

  /// The elements that satisfy a condition under a policy.
  ///
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(_ query: QueryPolicy.Query<Element>) throws(PredicateIssue) -> Set<Element> {
    let matches: [Element] = try filter(query)
    return Set(matches)
  }
}

/// Filtering a dictionary. The result is a dictionary, as with Swift's `filter`. If the context expects an array, `filter` of `Sequence` returns one.
///
/// The pairs are tuples, so all functions throw on platforms without in-place reads.
extension Dictionary {
  /// The pairs of key and value that match the query: `try prices.filter(query)`.
  ///
  /// - Throws: The same issues as `filter` of a sequence.
  /// - Complexity: Linear in the number of elements.
  @_disfavoredOverload
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Key: Value] {
    let matches: [Element] = try filter(query)
    return Dictionary(uniqueKeysWithValues: matches)
  }

  /// The pairs of key and value that meet a predicate: `try prices.filter("key BEGINSWITH 'a'")`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(
    _ format: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Key: Value] {
    try filter(BoundQuery(format, variables: variables, options: options))
  }

  /// The pairs of key and value that meet a predicate.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(
    _ predicate: QueryPredicate, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Key: Value] {
    try filter(BoundQuery(predicate, variables: variables, options: options))
  }

  /// The pairs of key and value that meet a predicate with specifiers: `%@`, `%d`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - arguments: Values for the specifiers of the format, in their order.
  /// - Throws: The same issues as `filter` of a sequence.
  @_disfavoredOverload
  public func filter(
    format: QueryFormat, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> [Key: Value] {
    try filter(BoundQuery(QueryPredicate(format: format, arguments: arguments)))
  }
}
