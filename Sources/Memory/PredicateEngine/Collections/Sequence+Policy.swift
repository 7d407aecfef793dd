import PredicateBinding
import PredicateReference

/// Filtering a sequence by untrusted text: a search field, a request, a saved filter of another person.
///
/// Only types with a property table (``QueryableProperties``) are read, and only the properties that the policy allows. A text can only be a
/// condition: it changes nothing, and calls only the functions that the policy allows.
///
/// ```swift
/// let policy = QueryPolicy().allowing(.only("title", "author"), of: Post.self).allowing(.all, of: User.self)
/// do {
///   let found = try posts.filter(text: typed, policy: policy)
/// } catch {
///   show(error)  // names nothing that the policy hides
/// }
/// ```
///
/// ``QueryPolicy/Query`` is a condition that is bound once, for many collections.
///
/// All of these functions throw the issues of reading and binding, issues of kind `unsupported` for constructs that the policy excludes, and issues
/// of kind `limit` for a predicate that is too long, too large or takes too many steps. For every text they throw `policy-mistake` if the policy has a
/// name that does not exist.
extension Sequence {
  /// The elements that satisfy the text's condition, in their order: `try posts.filter(text: typed, policy: policy)`.
  ///
  /// - Parameter variables: Values for the text's variables: `$me`.
  /// - Complexity: Each node of the predicate takes some tens of nanoseconds for each element.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func filter(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    try filter(QueryPolicy.Query(text, policy: policy, variables: variables, options: options))
  }

  /// The number of elements that satisfy the text's condition: `try posts.count(text: "title CONTAINS 'x'", policy: policy)`.
  ///
  /// - Parameters:
  ///   - text: A condition from untrusted input.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func count(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Int {
    try count(where: QueryPolicy.Query(text, policy: policy, variables: variables, options: options))
  }

  /// The first element that satisfies the text's condition, or nil: `try posts.first(text: typed, policy: policy)`. The elements after it are not read.
  ///
  /// - Parameters:
  ///   - text: A condition from untrusted input.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func first(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Element? {
    try first(where: QueryPolicy.Query(text, policy: policy, variables: variables, options: options))
  }

  /// The elements, sorted by untrusted keys: `try posts.sorted(text: "year desc, author.name", policy: policy)`. Elements with equal keys keep their
  /// order. Elements that a rule of the policy hides are left out.
  ///
  /// - Parameters:
  ///   - text: Sort keys from untrusted input: `year desc, author.name`.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func sorted(
    text: String, policy: QueryPolicy, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> [Element] {
    let keys = try QuerySortKey.keys(reading: text, limits: policy.limits)
    let reader = try ElementReader<Element>(reading: .tables)
    var rule = try PolicyRule(policy, reader, options)
    var elements: [Element] = []
    for element in self {
      if try rule.shows(element) { elements.append(element) }
    }
    let order = try SortOrder(keys, elements, reader, policy, variables, options)
    return try order.positions(elements.count).map { elements[$0] }
  }
}

/// Filtering and counting by a condition that is bound once.
extension Sequence {
  /// The elements that satisfy a condition under a policy, in their order: `try posts.filter(query)`.
  ///
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func filter(_ query: QueryPolicy.Query<Element>) throws(PredicateIssue) -> [Element] {
    var run = query
    var result: [Element] = []
    for element in self where try run.admits(element) { result.append(element) }
    return result
  }

  /// The number of elements that satisfy a condition under a policy: `try posts.count(where: query)`.
  ///
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func count(where query: QueryPolicy.Query<Element>) throws(PredicateIssue) -> Int {
    var run = query
    var count = 0
    for element in self where try run.admits(element) { count += 1 }
    return count
  }

  /// The first element that satisfies a condition under a policy, or nil: `try posts.first(where: query)`.
  ///
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func first(where query: QueryPolicy.Query<Element>) throws(PredicateIssue) -> Element? {
    var run = query
    for element in self where try run.admits(element) { return element }
    return nil
  }

  /// Whether some element satisfies a condition under a policy: `try posts.contains(where: query)`.
  ///
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`.
  @_disfavoredOverload
  public func contains(where query: QueryPolicy.Query<Element>) throws(PredicateIssue) -> Bool {
    try first(where: query) != nil
  }
}

extension SortOrder {
  /// An order from untrusted keys, bound to the element type under a policy.
  ///
  /// Reads the keys of all elements. The elements already meet the policy's rule. Comparisons count as steps too: as many as sorting needs for the
  /// longest key.
  init<Element>(
    _ keys: [QuerySortKey], _ all: [Element], _ elements: ElementReader<Element>, _ policy: QueryPolicy,
    _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) {
    let evaluator = ReferenceEvaluator(limits: policy.limits)
    var work = policy.work
    columns = try keys.map { (key) throws(PredicateIssue) in
      let bound = try key.bound { (expression) throws(PredicateIssue) in
        try policy.bind(expression, to: elements.root, variables: variables, options: options)
      }
      var values: [QueryValue] = []
      values.reserveCapacity(all.count)
      for element in all {
        let value = try elements.withValue(of: element) { (object) throws(PredicateIssue) in
          try evaluator.value(bound, object: object, work: &work).owned
        }
        values.append(value.withoutNaN)
      }
      try Self.takeComparisons(of: values, &work)
      return try SortColumn(values, key)
    }
  }

  private static func takeComparisons(of values: [QueryValue], _ work: inout Int) throws(PredicateIssue) {
    let rounds = Int.bitWidth - values.count.leadingZeroBitCount
    let longest = values.reduce(1) { max($0, 1 + $1.stepsToRead) }
    let (steps, overflows) = (rounds * values.count).multipliedReportingOverflow(by: longest)
    if overflows || steps > work { throw .tooMuchWork }
    work -= steps
  }
}
