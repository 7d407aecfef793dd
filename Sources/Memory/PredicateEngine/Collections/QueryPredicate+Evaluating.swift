import PredicateBinding
import PredicateReference

extension QueryPredicate {
  /// Whether the predicate holds for an object: a struct, an instance of a class, a value, a dictionary.
  ///
  /// ```swift
  /// try QueryPredicate("year > 1990").evaluate(with: movie)
  /// try QueryPredicate("year > $minimum").evaluate(with: movie, variables: ["minimum": minimum])
  /// ```
  ///
  /// The same as ``BoundQuery/matches(_:)`` for a query that is bound to the object's type. The latest bindings without variables and options are
  /// cached for each type of object. For many objects, a ``BoundQuery`` is still faster.
  ///
  /// - Parameters:
  ///   - object: The object that the names belong to.
  ///   - variables: Values for its `$variables`.
  ///   - options: The functions, limits and time zone that the predicate is bound with; nil for the standard ones.
  /// - Throws: the issues of ``BoundQuery/init(_:variables:options:)`` and ``BoundQuery/matches(_:)``.
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
      if error.range == nil || query.predicate.range == range { throw error }
      // The cached binding belongs to an equal predicate at another place. This predicate is bound, so that the issue has its ranges.
      return try BoundQuery<Object>(self).matches(object)
    }
  }
}

/// A cache of up to ``capacity`` bindings, by type, for predicates that were evaluated with single objects. When it is full, it starts anew.
final class BindingCache: Sendable {
  static let shared = BindingCache()
  static let capacity = 64

  /// Two keys are compared by their hashes first.
  private struct Key: Hashable, Sendable {
    private let hash: Int
    private let type: ObjectIdentifier
    /// The source range of the whole predicate. Equal predicates with different ranges have separate bindings.
    private let range: SourceRange
    private let predicate: QueryPredicate

    /// Hashes the tree when the key is made, not while the cache is locked.
    init(_ predicate: QueryPredicate, _ type: ObjectIdentifier) {
      self.predicate = predicate
      range = predicate.range
      self.type = type
      var hasher = Hasher()
      hasher.combine(predicate)
      hasher.combine(type)
      hash = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  private let queries = Locked<[Key: any Sendable]>([:])

  var count: Int { queries.withLock { $0.count } }

  /// The predicate, bound to a type. The binding may come from the cache.
  ///
  /// Predicates are equal even if their parts have other source ranges. So the query may be bound from an equal predicate that has the same range as
  /// a whole, but other ranges inside. The issues of the query then have those ranges: ``BoundQuery/predicate`` is the predicate that was bound.
  func query<Object>(_ predicate: QueryPredicate, for type: Object.Type) throws(PredicateIssue) -> BoundQuery<Object> {
    let key = Key(predicate, ObjectIdentifier(type))
    if let known = queries.withLock({ $0[key] }) as? BoundQuery<Object> { return known }
    let query = try BoundQuery<Object>(predicate)
    // A binding of a predicate that names instances is not cached, because the cache would keep the instances that the predicate names alive.
    if predicate.namesInstances { return query }
    queries.withLock { queries in
      if queries.count == Self.capacity { queries.removeAll(keepingCapacity: true) }
      queries[key] = query
    }
    return query
  }
}

extension QueryPredicate {
  /// Whether the predicate contains a reference to an instance, which the reference keeps alive: `friend == %@`. Linear in the size of the tree.
  var namesInstances: Bool {
    var search = ExpressionSearch { expression in
      if case .literal(.object(let reference)) = expression.node { reference.isOfInstance } else { false }
    }
    walk(&search)
    return search.hasFound
  }
}

/// Makes the compiler explain a `String` that is passed as a format. ``QueryPredicate`` and ``BoundQuery`` have such overloads too. Other functions
/// do not, because each such overload makes the compiler check every importing file longer.
extension Sequence {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal: write values as interpolations, as in \"year > \\(minimum)\"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use filter(text:policy:)"
  )
  @_disfavoredOverload
  public func filter(_ text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal: write values as interpolations, as in \"year > \\(minimum)\"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use count(text:policy:)"
  )
  @_disfavoredOverload
  public func count(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Int { 0 }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal: write values as interpolations, as in \"year > \\(minimum)\"; for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use first(text:policy:)"
  )
  @_disfavoredOverload
  public func first(where text: String, variables: QueryVariables = [:]) throws(PredicateIssue) -> Element? { nil }
}
