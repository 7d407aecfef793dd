import PredicateBinding

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
    private var rule: PolicyRule<Element>
    private let bound: BoundPredicate
    private let evaluator: ReferenceEvaluator
    /// The number of steps that remain.
    private var work: Int

    /// Reads a text, and binds it to the properties of the element type that the policy shows.
    ///
    /// - Parameter variables: Values for the text's variables: `$me`.
    /// - Throws: the issues of parsing and binding. The kind is `unsupported` for a construct that the policy excludes, and `limit` for a text that
    ///   is too long, too large or too expensive.
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
      var run = self
      return try run.admits(element)
    }

    /// Whether the policy admits one of several elements. All elements share the steps of one call.
    package mutating func admits(_ element: Element) throws(PredicateIssue) -> Bool {
      var left = work
      defer { work = left }
      return try rule.shows(element) { [bound, evaluator] (object) throws(PredicateIssue) in
        try evaluator.evaluate(bound, object: object, work: &left)
      }
    }
  }
}

extension QueryPolicy.Query: CustomStringConvertible, CustomReflectable {
  /// The type of the elements: `QueryPolicy.Query<Post>`. It contains no name and no value of the policy, of its rules, and of the text.
  public var description: String { "QueryPolicy.Query<\(Element.self)>" }

  /// A mirror without parts, so that `dump` shows no name and no value either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension QueryPolicy {
  /// The policy with an entry for a type that has a property table (``QueryableProperties``). The entry applies to this type, and not to other types
  /// with the same name. A name that the type does not have, and a second, different list for the type, are mistakes: every call with the policy throws
  /// `policy-mistake`.
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

  /// The policy with a condition that every object of a type must meet; see ``requiring(_:ofEntity:variables:)``. If the type already has a rule, an
  /// object must meet both.
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

/// Unavailable forms, for which the compiler names the right form.
extension QueryPolicy {
  /// Unavailable: a policy begins with a type and the names that a text may read of it.
  @available(*, unavailable, message: "write QueryPolicy().allowing(.only(\"title\", \"year\"), of: Movie.self)")
  public init(allowing names: [String], of type: (any Any.Type)? = nil) { self.init() }

  /// Unavailable: a policy begins with a type and the names that a text may read of it.
  @available(*, unavailable, message: "write QueryPolicy().allowing(.only(\"title\", \"year\"), of: Movie.self)")
  public init(allowed names: [String]) { self.init() }

  /// Unavailable: a policy begins with a type and the names that a text may read of it.
  @available(*, unavailable, message: "write QueryPolicy().allowing(.only(\"title\", \"year\"), of: Movie.self)")
  public static func allowing(_ names: [String]) -> QueryPolicy { QueryPolicy() }

  /// Unavailable: the names are a list.
  @available(*, unavailable, message: "write allowing(.only(\"title\", \"year\"), of: Movie.self)")
  public func allowing(_ names: String..., of type: any Any.Type) -> QueryPolicy { self }

  /// Unavailable: the names are a list.
  @available(*, unavailable, message: "write allowing(.only(\"title\", \"year\"), of: Movie.self)")
  public func allowing(_ names: [String], of type: any Any.Type) -> QueryPolicy { self }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable, message: "expected a string literal. For a rule from a trusted source, write QueryFormat(raw: text)"
  )
  @_disfavoredOverload
  public func requiring(_ text: String, of type: any Any.Type, variables: QueryVariables = [:]) -> QueryPolicy { self }
}

/// Evaluates a policy's rule for the elements of a collection. The rule runs before the untrusted text. Its steps are not counted for the text, so
/// the remaining steps reveal nothing about hidden elements.
package struct PolicyRule<Element> {
  private let bound: BoundPredicate?
  private let evaluator: ReferenceEvaluator
  private let elements: ElementReader<Element>
  private let policy: QueryPolicy
  /// Whether the elements are instances, which may be instances of a subclass.
  private let areInstances: Bool
  /// The number of subtypes of the elements' type that the policy named when the text was bound.
  private let kinds: Int
  /// The number of elements that were tested so far.
  private var count = 0
  /// The classes of the instances that were tested so far. Each class is checked once.
  private var classes: Set<ObjectIdentifier> = []

  package init(
    _ policy: QueryPolicy, _ elements: ElementReader<Element>, _ options: BindingOptions
  ) throws(PredicateIssue) {
    bound = try policy.rule(of: elements.root, options)
    evaluator = ReferenceEvaluator(limits: policy.limits)
    self.elements = elements
    self.policy = policy
    areInstances = elements.areInstances
    kinds = policy.kinds(below: elements.root).count
  }

  /// Whether the rule shows an element, and a condition on the element holds.
  ///
  /// Throws `cancelled` if the task was cancelled, which is checked every 1,024 elements. Throws `policy-rule` if the rule fails. Throws
  /// `policy-kind` for an instance of a subclass that has its own entry in the policy, because the text was bound before this subclass was known.
  package mutating func shows(
    _ element: Element, where condition: (QueryValue) throws(PredicateIssue) -> Bool = { _ in true }
  ) throws(PredicateIssue) -> Bool {
    count += 1
    if count & 1023 == 0, Task.isCancelled { throw .cancelled }
    if areInstances { try checkClass(of: element) }
    return try elements.withValue(of: element) { (object) throws(PredicateIssue) in
      guard try isShown(object) else { return false }
      return try condition(object)
    }
  }

  private func isShown(_ object: QueryValue) throws(PredicateIssue) -> Bool {
    guard let bound else { return true }
    do throws(PredicateIssue) {
      return try evaluator.evaluate(bound, object: object)
    } catch {
      throw .policyRule(error)
    }
  }

  private mutating func checkClass(of element: Element) throws(PredicateIssue) {
    // The cast also unwraps optionals. It succeeds for every instance, because every type that a policy reads has a table.
    guard let instance = element as? any QueryableProperties, let type = Swift.type(of: instance) as? AnyClass,
      classes.insert(ObjectIdentifier(type)).inserted
    else { return }
    // The names of the class and its superclasses are registered, so that names in the policy can refer to them.
    for type in sequence(first: type, next: { _getSuperclass($0) }) { _ = ShapeRegistry.name(of: type) }
    if policy.kinds(below: elements.root).count > kinds { throw .stricterKind(of: elements.typeName) }
  }
}
