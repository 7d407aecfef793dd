import PredicateValues

/// Batches and ``upsert(_:by:)`` whose arguments are Swift values, by the names of attributes or by key paths. Everything else is as in the functions
/// that take values of the language.
extension ObjectContext {
  /// Gives attributes values of Swift: `try context.batchUpdate(Todo.self, "due < \(today)", set: ["due": today, "status": Status.late])`.
  @discardableResult
  @_disfavoredOverload
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, set values: [String: (any StorableValue)?],
    rules: BatchRules = .respected
  ) throws -> Int {
    try batchUpdate(type, where: predicate(format), values.mapValues { $0?.storedValue }, rules)
  }

  /// Gives attributes of the objects that meet a predicate values of Swift: `try context.batchUpdate(Todo.self, old, set: ["status": Status.late])`.
  @discardableResult
  @_disfavoredOverload
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate, set values: [String: (any StorableValue)?],
    rules: BatchRules = .respected
  ) throws -> Int {
    try batchUpdate(type, where: predicate, values.mapValues { $0?.storedValue }, rules)
  }

  /// Gives attributes values by key paths: `try context.batchUpdate(Todo.self, "due < \(today)", set: [\.due: today, \.status: Status.late])`.
  @discardableResult
  @_disfavoredOverload
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, set values: [PartialKeyPath<Object>: (any StorableValue)?],
    rules: BatchRules = .respected
  ) throws -> Int {
    try batchUpdate(type, where: predicate(format), named(values), rules)
  }

  /// Gives attributes of the objects that meet a predicate values by key paths: `try context.batchUpdate(Todo.self, old, set: [\.status: Status.late])`.
  @discardableResult
  @_disfavoredOverload
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate, set values: [PartialKeyPath<Object>: (any StorableValue)?],
    rules: BatchRules = .respected
  ) throws -> Int {
    try batchUpdate(type, where: predicate, named(values), rules)
  }

  /// Makes an object of each row of Swift values: `try context.batchInsert(Book.self, lines.map { ["isbn": $0.isbn, "pages": $0.pages] })`.
  @discardableResult
  @_disfavoredOverload
  public func batchInsert<Object: StoredObject>(
    _ type: Object.Type, _ rows: some Sequence<[String: (any StorableValue)?]>, updatingBy names: [String] = [],
    rules: BatchRules = .respected
  ) throws -> Int {
    try batchInsert(
      type, rows.lazy.map { $0.mapValues { $0?.storedValue ?? .null } }, updatingBy: names, rules: rules)
  }

  /// The object with given Swift values in unique attributes: `try context.upsert(Book.self, by: ["isbn": isbn])`.
  @_disfavoredOverload
  public func upsert<Object: StoredObject>(
    _ type: Object.Type, by values: [String: (any StorableValue)?]
  ) throws -> Object {
    try upsert(type, by: values.mapValues { $0?.storedValue ?? .null })
  }

  /// The object with given values in unique attributes, by key paths: `try context.upsert(Book.self, by: [\.isbn: isbn])`.
  @_disfavoredOverload
  public func upsert<Object: StoredObject>(
    _ type: Object.Type, by values: [PartialKeyPath<Object>: (any StorableValue)?]
  ) throws -> Object {
    try upsert(type, by: named(values).mapValues { $0 ?? .null })
  }

  private func named<Object: StoredObject>(
    _ values: [PartialKeyPath<Object>: (any StorableValue)?]
  ) throws(StoreIssue) -> [String: QueryValue?] {
    var found: [String: QueryValue?] = [:]
    for (path, value) in values { found.updateValue(value?.storedValue, forKey: try classes.name(of: path)) }
    return found
  }
}
