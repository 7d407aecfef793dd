import PredicateBinding
import PredicateValues

extension QueryPolicy {
  /// An untrusted condition that is bound once to the element type under a policy, for many collections.
  ///
  /// ```swift
  /// let query = try QueryPolicy.Query<Post>(typed, policy: policy)
  /// let mine = try posts.filter(query)
  /// let theirs = try otherPosts.count(where: query)
  /// ```
  ///
  /// Each call may use all steps of the policy (``work``). The reference evaluator evaluates the condition, because it counts every step.
  public struct Query<Element>: Sendable {
    let rule: PolicyRule<Element>
    let bound: BoundPredicate
    let evaluator: ReferenceEvaluator
    let work: Int

    /// Reads a text, and binds it to the properties of the element type that the policy shows.
    ///
    /// - Parameter variables: Values for the text's variables: `$me`.
    /// - Throws: the issues of reading and binding, an issue of kind `unsupported` for a construct that the policy excludes, and an issue of kind
    ///   `limit` for a text that is too long, too large or too expensive.
    public init(
      _ text: String, policy: QueryPolicy, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
    ) throws(PredicateIssue) {
      let elements = try ElementReader<Element>(reading: .tables)
      rule = try PolicyRule(policy, elements, options)
      bound = try policy.bindWithoutRule(text, to: elements.root, variables: variables, options: options)
      evaluator = ReferenceEvaluator(limits: policy.limits)
      work = policy.work
    }

    /// Whether the condition and the policy's rule hold for an element: `try query.matches(post)`.
    ///
    /// - Throws: Issues of kind `limit` for too many steps, `policy-rule` if the rule fails, and the issues of evaluating the text.
    public func matches(_ element: Element) throws(PredicateIssue) -> Bool {
      var run = PolicyRun(self)
      return try run.matches(element)
    }
  }
}

/// One call of a query under a policy. It counts the steps that remain.
package struct PolicyRun<Element> {
  private let query: QueryPolicy.Query<Element>
  private var rule: PolicyRule<Element>
  private var work: Int

  package init(_ query: QueryPolicy.Query<Element>) {
    self.query = query
    rule = query.rule
    work = query.work
  }

  package mutating func matches(_ element: Element) throws(PredicateIssue) -> Bool {
    var left = work
    defer { work = left }
    return try rule.shows(element) { [query] (object) throws(PredicateIssue) in
      try query.evaluator.evaluate(query.bound, object: object, work: &left)
    }
  }
}

extension QueryPolicy {
  /// The policy with an entry for a type that has a property table (``QueryableProperties``). The entry applies to this type, and not to other types
  /// with the same name.
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.only("title", "author"), of: Post.self).allowing(.all, of: User.self)
  /// ```
  ///
  /// - Parameters:
  ///   - names: The names that a text may read.
  ///   - type: The type of the elements or objects.
  public func allowing(_ names: Names, of type: any Any.Type) -> QueryPolicy {
    allowing(names, ofEntity: ShapeRegistry.names(of: type).called[0])
  }

  /// The policy with a condition that every object of a type must meet; see ``requiring(_:ofEntity:variables:)``.
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.all, of: Post.self)
  ///   .requiring(try QueryPredicate("isPublic == YES"), of: Post.self)
  /// ```
  ///
  /// - Parameters:
  ///   - rule: The condition that every object of the type must meet.
  ///   - type: The type of the elements or objects.
  ///   - variables: Values for the `$variables` of the rule.
  public func requiring(
    _ rule: QueryPredicate, of type: any Any.Type, variables: QueryVariables = [:]
  ) -> QueryPolicy {
    requiring(rule, ofEntity: ShapeRegistry.names(of: type).called[0], variables: variables)
  }

  /// The policy with a condition that every element of a Swift type has to meet: `try policy.requiring("isPublic == YES", of: Post.self)`.
  public func requiring(
    _ format: QueryFormat, of type: any Any.Type, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> QueryPolicy {
    requiring(try QueryPredicate(format), of: type, variables: variables)
  }
}
