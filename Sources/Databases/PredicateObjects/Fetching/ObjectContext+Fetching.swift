import PredicateBinding
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateValues

/// Runs fetches in SQL. A fetch that reads unsaved changes may run in memory over the context's objects instead.
extension ObjectContext {
  /// The objects of a class that meet a condition.
  ///
  ///     try context.fetch(Movie.self, "year > \(minimum) AND ANY tags.name == 'classic'", sortedBy: "title", limit: 10)
  ///     try context.fetch(Movie.self, "lentToFriend == \(anna)", sortedBy: .descending("lentOn"), "title")
  ///
  /// - Parameters:
  ///   - type: The class of the objects.
  ///   - format: The condition; interpolations are arguments. Nil for all objects.
  ///   - variables: Values for the `$variables` of the condition.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - limit: The greatest number of objects; nil for all.
  ///   - offset: The number of objects to leave out at the beginning.
  ///   - batchSize: How many rows are read together when a property of one of their objects is first read; nil reads all rows now.
  /// - Throws: A `PredicateIssue` where the condition or a sort key is at fault, a `DatabaseIssue`, a ``StoreIssue``.
  @inlinable
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:],
    sortedBy sortKeys: QuerySortKey..., limit: Int? = nil, offset: Int = 0, batchSize: Int? = nil
  ) throws -> [Object] {
    try fetch(
      type, predicate(format), variables: variables, sortedBy: sortKeys, limit: limit, offset: offset,
      batchSize: batchSize)
  }

  /// The objects of a class that meet a condition, in an order that was made at run time.
  @inlinable
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:],
    sortedBy sortKeys: [QuerySortKey], limit: Int? = nil, offset: Int = 0, batchSize: Int? = nil
  ) throws -> [Object] {
    try fetch(
      type, predicate(format), variables: variables, sortedBy: sortKeys, limit: limit, offset: offset,
      batchSize: batchSize)
  }

  /// The objects of a class that meet a condition, in the order of a property: `fetch(Movie.self, "lent == NO", sortedBy: \.title)`.
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:],
    sortedBy keyPath: PartialKeyPath<Object>, isAscending: Bool = true, limit: Int? = nil, offset: Int = 0,
    batchSize: Int? = nil
  ) throws -> [Object] {
    try fetch(
      type, predicate(format), variables: variables, sortedBy: keyPath, isAscending: isAscending, limit: limit,
      offset: offset, batchSize: batchSize)
  }

  /// The objects of a class that meet a predicate, in the order of a property: `try context.fetch(Movie.self, search, sortedBy: \.title)`.
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, variables: QueryVariables = [:],
    sortedBy keyPath: PartialKeyPath<Object>, isAscending: Bool = true, limit: Int? = nil, offset: Int = 0,
    batchSize: Int? = nil
  ) throws -> [Object] {
    let name = try classes.name(of: keyPath)
    return try fetch(
      type, predicate, variables: variables,
      sortedBy: [QuerySortKey(QueryKeyPath(.key(name)), isAscending: isAscending)], limit: limit,
      offset: offset, batchSize: batchSize)
  }

  /// The first object of a class that meets a condition, in an order; nil if there is none: `try context.first(Movie.self, "title == \(title)")`.
  ///
  /// - Throws: The errors of a fetch of all these objects.
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:],
    sortedBy sortKeys: QuerySortKey...
  ) throws -> Object? {
    try first(type, predicate(format), variables: variables, sortedBy: sortKeys)
  }

  /// The first object of a class that meets a condition, in an order that was made at run time; nil if there is none.
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:],
    sortedBy sortKeys: [QuerySortKey]
  ) throws -> Object? {
    try first(type, predicate(format), variables: variables, sortedBy: sortKeys)
  }

  /// The first object of a class that meets a condition, in the order of a property; nil if there is none:
  /// `try context.first(Movie.self, "lent == NO", sortedBy: \.year)`.
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:],
    sortedBy keyPath: PartialKeyPath<Object>, isAscending: Bool = true
  ) throws -> Object? {
    try fetch(type, format, variables: variables, sortedBy: keyPath, isAscending: isAscending, limit: 1).first
  }

  /// The first object of a class that meets a predicate, in an order; nil if there is none: `try context.first(Movie.self, search, sortedBy: "title")`.
  @_disfavoredOverload
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, variables: QueryVariables = [:],
    sortedBy sortKeys: QuerySortKey...
  ) throws -> Object? {
    try first(type, predicate, variables: variables, sortedBy: sortKeys)
  }

  /// The first object of a class that meets a predicate, in an order that was made at run time; nil if there is none.
  @_disfavoredOverload
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, variables: QueryVariables = [:],
    sortedBy sortKeys: [QuerySortKey]
  ) throws -> Object? {
    try fetch(type, predicate, variables: variables, sortedBy: sortKeys, limit: 1).first
  }

  /// The objects of a class that meet a predicate that was built or read before.
  ///
  ///     let recent = QueryExpression(property: "year") .> 1990
  ///     try context.fetch(Movie.self, recent, sortedBy: "title", limit: 10)
  ///
  /// The parameters are those of `fetch` with a format.
  @inlinable
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, variables: QueryVariables = [:],
    sortedBy sortKeys: QuerySortKey..., limit: Int? = nil, offset: Int = 0, batchSize: Int? = nil
  ) throws -> [Object] {
    try fetch(
      type, predicate, variables: variables, sortedBy: sortKeys, limit: limit, offset: offset, batchSize: batchSize)
  }

  /// The objects of a class that meet a predicate, in an order that was made at run time.
  ///
  /// - Parameters:
  ///   - type: The class of the objects.
  ///   - predicate: The condition; names are those of the model.
  ///   - variables: Values for the `$variables` of the condition.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - limit: The greatest number of objects; nil for all.
  ///   - offset: The number of objects to leave out at the beginning.
  ///   - batchSize: How many rows are read together when a property of one of their objects is first read; nil reads all rows now.
  /// - Throws: A `PredicateIssue` for a wrong condition or sort key, a `DatabaseIssue`, a ``StoreIssue``.
  @inlinable
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, variables: QueryVariables = [:],
    sortedBy sortKeys: [QuerySortKey], limit: Int? = nil, offset: Int = 0, batchSize: Int? = nil
  ) throws -> [Object] {
    let request = try request(type, where: predicate, sortedBy: sortKeys, limit: limit, offset: offset)
    var found: [Object] = []
    try forEachObject(request, variables: variables, batchSize: batchSize) {
      if let object = $0 as? Object { found.append(object) }
    }
    return found
  }

  @usableFromInline
  func request(
    _ type: StoredObject.Type, where predicate: QueryPredicate?, sortedBy sortKeys: [QuerySortKey], limit: Int?,
    offset: Int
  ) throws -> EntityFetch {
    EntityFetch(
      try classes.entity(of: type).entity.name, where: predicate, sortedBy: sortKeys,
      limit: limit, offset: offset)
  }

  /// The number of objects of a class that meet a condition.
  ///
  ///     try context.count(Movie.self, "lentToFriend == \(anna)")
  ///
  /// - Throws: A `PredicateIssue` for a wrong condition or sort key, a `DatabaseIssue`, a ``StoreIssue``.
  public func count(
    _ type: StoredObject.Type, _ format: QueryFormat? = nil, variables: QueryVariables = [:]
  ) throws -> Int {
    try count(type, predicate(format), variables: variables)
  }

  /// The number of objects of a class that meet a predicate: `try context.count(Movie.self, search)`.
  ///
  /// - Throws: A `PredicateIssue` for a wrong condition, a `DatabaseIssue`, a ``StoreIssue``.
  @_disfavoredOverload
  public func count(
    _ type: StoredObject.Type, _ predicate: QueryPredicate?, variables: QueryVariables = [:]
  ) throws -> Int {
    try count(EntityFetch(try classes.entity(of: type).entity.name, where: predicate), variables: variables)
  }

  @usableFromInline
  func predicate(
    _ format: QueryFormat?
  ) throws(PredicateIssue) -> QueryPredicate? {
    guard let format else { return nil }
    return try QueryPredicate(format)
  }

  /// The objects of a fetch, in its order. Columns and groups of the fetch are ignored; ``rows(_:variables:)`` computes them.
  ///
  /// - Parameter batchSize: How many rows are read together when a property of one of their objects is first read; nil reads all rows now.
  public func objects(
    _ fetch: EntityFetch, variables: QueryVariables = [:], batchSize: Int? = nil
  ) throws -> [StoredObject] {
    var found: [StoredObject] = []
    try forEachObject(fetch, variables: variables, batchSize: batchSize) { found.append($0) }
    return found
  }

  /// Passes the objects of a fetch to the body, in the order of the fetch.
  @usableFromInline
  func forEachObject(
    _ fetch: EntityFetch, variables: QueryVariables = [:], batchSize: Int?, _ body: (StoredObject) -> Void
  ) throws {
    try refreshStore()
    let entity = try entityPlan(named: fetch.entity)
    var whole = fetch.ofWholeObjects
    whole.groupBy = []
    whole.having = nil
    let bound = try bound(whole, variables)
    switch changesRead(by: bound) {
    case .nothing: try forEachStoredObject(bound, entity, batchSize: batchSize, body)
    case .ownObjects(let changed):
      try holding {
        let ofObjects = try BoundFetch(whole, model: modelOfObjects, variables: variables)
        let found = try objects(of: ofObjects, changed: changed) { offset, limit in
          var stored = bound
          (stored.offset, stored.limit) = (offset, limit)
          var found: [StoredObject] = []
          try forEachStoredObject(stored, entity, batchSize: nil) { found.append($0) }
          return found
        }
        found.forEach(body)
      }
    case .anything:
      // The column is the object itself, because not every row has an integer key.
      whole.columns = [FetchedColumn(.evaluatedObject())]
      try holding { objects(entity, in: try merged().rows(whole, variables: variables)).forEach(body) }
    }
  }

  /// Passes the objects of a fetch that reads no changes to the body.
  private func forEachStoredObject(
    _ fetch: BoundFetch, _ entity: EntityPlan, batchSize: Int?, _ body: (StoredObject) -> Void
  ) throws {
    if batchSize == nil, try readWhole(fetch, entity, body) { return }
    let keys = try storage.keys(of: fetch, in: entity.usableKey, countedBy: nil)
    for object in try objects(entity, keys, batchSize: batchSize) { body(object) }
  }

  /// The objects of the rows of a fetch that has the object as its first column.
  func objects(_ entity: EntityPlan, in table: ResultTable) -> [StoredObject] {
    table.rows.compactMap { row in
      switch row.first {
      case .reference(let reference)?: objects[entity.root][reference.key]
      default: nil
      }
    }
  }

  /// The objects with keys that the database has just returned, in their order.
  func objects(_ entity: EntityPlan, _ keys: [Int64], batchSize: Int?) throws -> [StoredObject] {
    try holding {
      if batchSize == nil, entity.entityColumn != nil { try refresh(keys, of: entity) }
      let found = try registered(entity, keys)
      if let batchSize {
        try refresh(found.filter(\.isLoaded).map(\.key), of: entity)
        postpone(found.filter { !$0.isLoaded }, batchSize)
      } else if entity.entityColumn == nil {
        try refresh(keys, of: entity)
      }
      return found.filter { !$0.isMissing }
    }
  }

  /// Passes the objects of a fetch to the body. One statement returns their whole rows.
  ///
  /// - Returns: false if the table lacks one of the columns. In this case no object is passed.
  private func readWhole(
    _ fetch: BoundFetch, _ entity: EntityPlan, _ body: (StoredObject) -> Void
  ) throws -> Bool {
    guard let table = plan.tables[entity.position] else { return false }
    let batch = LoadBatch()
    return try storage.records(of: fetch, in: table) { row in
      let object = take(row, entity.position, batch)
      // The loaded lists are dropped, because another process may have changed them, too.
      object.forgetLists()
      body(object)
    }
  }

  /// Divides objects into batches without reading their rows. Reading one object later reads its whole batch.
  private func postpone(_ found: [StoredObject], _ batchSize: Int) {
    var batch = LoadBatch()
    for (index, object) in found.enumerated() {
      if index.isMultiple(of: max(batchSize, 1)) { batch = LoadBatch() }
      // The row was just found, so the object no longer counts as missing.
      object.isMissing = false
      object.forgetLists()
      object.batch = batch
      batch.add(object)
    }
  }

  /// The rows of a fetch with its columns, groups and aggregates, over the objects in the context.
  ///
  /// - Throws: A `PredicateIssue` for a wrong condition or sort key, a `DatabaseIssue`, a ``StoreIssue``.
  public func rows(_ fetch: EntityFetch, variables: QueryVariables = [:]) throws -> ResultTable {
    try refreshStore()
    let bound = try bound(fetch, variables)
    if readsChanges(bound) { return try holding { try merged().rows(fetch, variables: variables) } }
    return try source.rows(prepare(bound, as: .rows))
  }

  /// The rows of a fetch over the objects with their unsaved changes; nil if the fetch reads no unsaved changes.
  ///
  /// - Parameter fetch: A fetch that is bound to ``modelOfObjects``.
  package func changedRows(of fetch: BoundFetch) throws -> ResultTable? {
    try refreshStore()
    return readsChanges(fetch) ? try holding { try merged().rows(fetch) } : nil
  }

  /// The number of rows of a fetch.
  ///
  /// - Throws: A `PredicateIssue` for a wrong condition or sort key, a `DatabaseIssue`, a ``StoreIssue``.
  public func count(_ fetch: EntityFetch, variables: QueryVariables = [:]) throws -> Int {
    try refreshStore()
    let bound = try bound(fetch, variables)
    return try holding {
      switch changesRead(by: bound) {
      case .nothing: try source.number(prepare(bound, as: .count))
      case .ownObjects(let changed):
        try count(fetch, variables, changed: changed) ?? merged().count(fetch, variables: variables)
      case .anything: try merged().count(fetch, variables: variables)
      }
    }
  }

  /// The value of an expression for an object, with its unsaved changes.
  package func value(_ expression: BoundExpression, of object: StoredObject) throws -> QueryValue {
    try evaluating(object) { evaluator, value in try evaluator.value(expression, object: value) }
  }

  /// Evaluates something for an object. Then throws the failures that occurred while related objects were read.
  func evaluating<Result>(
    _ object: StoredObject, _ evaluate: (ReferenceEvaluator, QueryValue) throws -> Result
  ) throws -> Result {
    let evaluator = MergedScope(context: self).evaluator
    let known = failures.count
    let result = try holding { try evaluate(evaluator, .object(ContextObject(object: object))) }
    if failures.count > known { throw failures[known] }
    return result
  }

  /// The objects of a value: one or several; an empty array for nil. Returns nil if the value contains anything but objects.
  package func storedObjects(in value: QueryValue) throws -> [StoredObject]? {
    switch value {
    case .null: return []
    case .object(let found as ContextObject): return [found.object]
    case .reference(let reference):
      return try object(for: ObjectID(reference)).map { [$0] }
    case .array(let elements), .set(let elements):
      var found: [StoredObject] = []
      for element in elements {
        guard let objects = try storedObjects(in: element) else { return nil }
        found += objects
      }
      return found
    default: return nil
    }
  }

  /// Reads rows again, so that objects without changes show the present values of the database.
  private func refresh(_ keys: [Int64], of entity: EntityPlan) throws {
    guard let table = plan.tables[entity.position], !keys.isEmpty else { return }
    let batch = LoadBatch()
    var seen: Set<Int64> = []
    try storage.read { records in
      try records.records(.keys(keys.sorted()), in: table) { row in
        take(row, entity.position, batch)
        seen.insert(row.key)
      }
    }
    for key in keys {
      guard let object = objects[entity.root][key] else { continue }
      // The loaded lists are dropped, because another process may have changed them, too.
      object.forgetLists()
      if !seen.contains(key), !object.isMissing {
        object.isMissing = true
        object.noteChangeOfMembers()
      }
    }
  }

  // MARK: Unsaved changes

  /// The database, which fetches use only as a source of rows.
  var source: any FetchSource { database }

  /// A fetch of stored rows that runs completely in SQL.
  ///
  /// - Parameter policy: The policy whose steps are counted; nil for none.
  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm, countedBy policy: QueryPolicy? = nil) throws -> PreparedFetch
  {
    try source.prepare(fetch, as: form, options: BindingOptions(), countedBy: policy, leaving: .nothing)
  }

  /// A fetch bound for the database.
  func bound(_ fetch: EntityFetch, _ variables: QueryVariables) throws(PredicateIssue) -> BoundFetch {
    guard var keyed = KeyedObjects(plan) else {
      return try BoundFetch(fetch, model: source.model, variables: variables)
    }
    let (known, rest) = keyed.rewrite(fetch, variables)
    return try BoundFetch(known, model: source.model, variables: rest)
  }
}
