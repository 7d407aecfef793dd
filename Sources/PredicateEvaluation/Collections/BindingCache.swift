import PredicateValues

/// Bindings of predicates that single objects were asked about, by type: as many as ``capacity``, the latest ones.
final class BindingCache: Sendable {
  /// The bindings of the process.
  static let shared = BindingCache()
  /// How many are kept.
  static let capacity = 64

  private struct Key: Hashable, Sendable {
    let predicate: QueryPredicate
    let type: ObjectIdentifier
  }

  private struct State: Sendable {
    var queries: [Key: any Sendable] = [:]
    /// The keys, the oldest one first from `next` on.
    var keys: [Key] = []
    var next = 0
  }

  private let state = Locked(State())

  /// How many bindings there are.
  var count: Int { state.withLock { $0.queries.count } }

  /// The predicate, bound to a type.
  ///
  /// Predicates are equal wherever their parts stand in a text, so the places in the issues of the query may be those of an equal predicate.
  func query<Object>(_ predicate: QueryPredicate, for type: Object.Type) throws(PredicateIssue) -> BoundQuery<Object> {
    let key = Key(predicate: predicate, type: ObjectIdentifier(type))
    if let known = state.withLock({ $0.queries[key] }) as? BoundQuery<Object> { return known }
    let query = try BoundQuery<Object>(predicate)
    // A binding that is kept would keep the instances that the predicate names.
    if predicate.namesInstances { return query }
    state.withLock { state in
      guard state.queries.updateValue(query, forKey: key) == nil else { return }
      if state.keys.count < Self.capacity { return state.keys.append(key) }
      state.queries[state.keys[state.next]] = nil
      state.keys[state.next] = key
      state.next = (state.next + 1) % Self.capacity
    }
    return query
  }
}
