import PredicateBinding
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateValues

/// Conditions and orders from untrusted input. They read only properties that a policy allows, and the policy's rule holds for each object. Steps are counted in
/// SQL and over unsaved changes.
extension ObjectContext {
  /// The objects of a class that meet a condition from untrusted input, such as a search field or a request. The condition reads only properties that
  /// the policy allows, and the policy's rule holds for each object.
  ///
  ///     let policy = QueryPolicy().allowing(.except("note"), ofEntity: "Movie").allowing(.only("name"), ofEntity: "Friend")
  ///     try context.fetch(Movie.self, text: typed, order: "year desc", policy: policy, sortedBy: "title", limit: 50)
  ///
  /// Steps are counted in SQL and over unsaved changes.
  ///
  /// - Parameters:
  ///   - type: The class of the objects.
  ///   - text: A condition from untrusted input.
  ///   - order: Sort keys from untrusted text, which come before the application's own `sortKeys`; nil for none.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - limit: The greatest number of objects; nil for all.
  ///   - offset: The number of objects to leave out at the beginning.
  /// - Throws: A `PredicateIssue` for a wrong text, with kind `unsupported` for a construct that the policy excludes and kind `limit` for too much work;
  ///   a `DatabaseIssue`, a ``StoreIssue``.
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, text: String, order: String? = nil, policy: QueryPolicy, variables: QueryVariables = [:],
    sortedBy sortKeys: QuerySortKey..., limit: Int? = nil, offset: Int = 0
  ) throws -> [Object] {
    let fetch = try request(type, where: nil, sortedBy: sortKeys, limit: limit, offset: offset)
    return try objects(of: UntrustedFetch(fetch, text, order, policy, variables)).compactMap { $0 as? Object }
  }

  /// The number of objects of a class that meet a condition from untrusted input: `try context.count(Movie.self, text: typed, policy: policy)`.
  ///
  /// - Throws: As ``fetch(_:text:order:policy:variables:sortedBy:limit:offset:)``.
  public func count(
    _ type: StoredObject.Type, text: String, policy: QueryPolicy, variables: QueryVariables = [:]
  ) throws -> Int {
    let fetch = UntrustedFetch(
      try request(type, where: nil, sortedBy: [], limit: nil, offset: 0), text, nil, policy, variables)
    try refreshStore()
    let (wanted, policy, isInMemory) = try bound(fetch)
    if !isInMemory, !readsChanges(wanted) {
      return try source.number(prepare(wanted.counted, as: .count, countedBy: policy))
    }
    return try objects(of: fetch).count
  }

  /// The results of a condition from untrusted input, kept up to date: `try context.observe(Movie.self, text: typed, order: "year desc", policy: policy)`. The
  /// parameters are those of ``fetch(_:text:order:policy:variables:sortedBy:limit:offset:)``; each update counts its own steps.
  ///
  /// - Throws: As ``fetch(_:text:order:policy:variables:sortedBy:limit:offset:)``.
  public func observe<Object: StoredObject>(
    _ type: Object.Type, text: String, order: String? = nil, policy: QueryPolicy, variables: QueryVariables = [:],
    sortedBy sortKeys: QuerySortKey...
  ) throws -> ObservedResults<Object> {
    let fetch = UntrustedFetch(
      try request(type, where: nil, sortedBy: sortKeys, limit: nil, offset: 0), text, order, policy, variables)
    return try ObservedResults(self) { context in ResultList(try context.objects(of: fetch)) }
  }

  /// The fetch as the database runs it, and its policy with the keys of objects in the place of numbers that the database does not know.
  private func bound(
    _ fetch: UntrustedFetch
  ) throws(PredicateIssue) -> (fetch: BoundFetch, policy: QueryPolicy, isInMemory: Bool) {
    guard var keyed = KeyedObjects(plan) else {
      return (try fetch.bound(to: source.model, fetch.policy), fetch.policy, false)
    }
    let policy = fetch.policy.mappingRules { keyed.rewrite($0, $1) }
    // The text can use an object only as a variable, whose number no column has.
    let isInMemory = fetch.variables.names.contains { name in fetch.variables[name].map(keyed.isKeyed) ?? false }
    return (try fetch.bound(to: source.model, policy), policy, isInMemory)
  }

  private func objects(of fetch: UntrustedFetch) throws -> [StoredObject] {
    try refreshStore()
    let entity = try entityPlan(named: fetch.fetch.entity)
    let (wanted, policy, isInMemory) = try bound(fetch)
    func storedObjects(_ fetch: BoundFetch) throws -> [StoredObject] {
      let keys = try storage.keys(of: fetch, in: entity.usableKey, countedBy: policy)
      return try objects(entity, keys, batchSize: nil)
    }
    return try holding {
      switch isInMemory ? .anything : changesRead(by: wanted) {
      case .nothing: return try storedObjects(wanted)
      case .ownObjects(let changed):
        let ofObjects = try fetch.bound(to: modelOfObjects, fetch.policy)
        return try objects(of: ofObjects, changed: changed, countedBy: policy) { offset, limit in
          var stored = wanted
          (stored.offset, stored.limit) = (offset, limit)
          return try storedObjects(stored)
        }
      case .anything:
        var whole = fetch
        whole.fetch.columns = [FetchedColumn(.evaluatedObject())]
        return try objects(
          entity, in: merged().rows(whole.bound(to: modelOfObjects, fetch.policy), countedBy: policy))
      }
    }
  }
}

/// A fetch of the application, with untrusted text under a policy.
private struct UntrustedFetch {
  var fetch: EntityFetch
  let (text, order): (String, String?)
  let policy: QueryPolicy
  let variables: QueryVariables

  init(_ fetch: EntityFetch, _ text: String, _ order: String?, _ policy: QueryPolicy, _ variables: QueryVariables) {
    (self.fetch, self.policy, self.variables) = (fetch, policy, variables)
    (self.text, self.order) = (text, order)
  }

  func bound(to model: DataModel, _ policy: QueryPolicy) throws(PredicateIssue) -> BoundFetch {
    try BoundFetch(
      fetch, text: text, order: order, policy: policy, model: model, variables: variables, options: BindingOptions())
  }
}
