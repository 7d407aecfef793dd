import PredicateBinding
import PredicateReference
import PredicateSyntax
import PredicateValues

/// Replaces references to objects whose key is not an integer by the values of their keys: `User["a1"]`.
///
/// A reference to an object has an integer. If the entity's key is a text, a UUID or several columns, that integer is a number of this process, which
/// the database does not know.
struct KeyedObjects: TreeRewriter {
  private let plan: StorePlan

  /// Nil if the keys of all entities are integers, so that nothing has to be replaced.
  init?(_ plan: StorePlan) {
    guard plan.entities.contains(where: { $0.numbers != nil }) else { return nil }
    self.plan = plan
  }

  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    if case .literal(.object(let reference)) = expression.node { return object(reference) ?? expression }
    return expression.mapParts(&self)
  }

  /// A fetch in which such references are replaced, and the variables that remain.
  mutating func rewrite(_ fetch: EntityFetch, _ variables: QueryVariables) -> (EntityFetch, QueryVariables) {
    var replaced: [String] = []
    func known(_ name: String) -> QueryExpression? {
      guard let value = variables[name], let found = expression(of: value) else { return nil }
      replaced.append(name)
      return found
    }
    var (fetch, rest) = (fetch, variables)
    fetch.predicate = fetch.predicate.map { rewrite($0.substituting(known)) }
    fetch.having = fetch.having.map { rewrite($0.substituting(known)) }
    for place in fetch.columns.indices {
      fetch.columns[place].expression = rewrite(fetch.columns[place].expression.substituting(known))
    }
    for place in fetch.groupBy.indices {
      fetch.groupBy[place].expression = rewrite(fetch.groupBy[place].expression.substituting(known))
    }
    for place in fetch.sortKeys.indices {
      fetch.sortKeys[place].expression = rewrite(fetch.sortKeys[place].expression.substituting(known))
    }
    let used = fetch.freeVariables
    for name in replaced where !used.contains(where: { $0.name.hasSameScalars(as: name) }) { rest = rest.without(name) }
    return (fetch, rest)
  }

  /// A predicate without such references, and the variables that it still has.
  mutating func rewrite(_ predicate: QueryPredicate, _ variables: QueryVariables) -> (QueryPredicate, QueryVariables) {
    let (fetch, rest) = rewrite(EntityFetch("", where: predicate), variables)
    return (fetch.predicate ?? predicate, rest)
  }

  /// Whether a value has such references.
  func isKeyed(_ value: QueryValue) -> Bool { expression(of: value) != nil }

  /// The expression of a value that has such references; nil for every other value.
  private func expression(of value: QueryValue) -> QueryExpression? {
    switch value {
    case .reference(let reference): return object(reference)
    case .object(let found): return found.reference.flatMap { object($0) }
    case .array(let elements), .set(let elements):
      let found = elements.map { expression(of: $0) }
      guard found.contains(where: { $0 != nil }) else { return nil }
      return .aggregate(zip(found, elements).map { $0 ?? $1.queryArgument.expression() })
    default: return nil
    }
  }

  private func object(_ reference: ObjectReference) -> QueryExpression? {
    guard let plan = plan.entity(named: reference.entity), let numbers = plan.numbers else { return nil }
    let values = numbers.values(of: reference.key)
    // If no key has the number, no row has the key, so the condition becomes false.
    guard !values.isEmpty, values.count == plan.keyAttributes.count else { return nil }
    let parts = zip(plan.keyAttributes, values).map { place, stored in
      plan.entity.attributes[place].value(of: stored).queryArgument.expression()
    }
    let key = parts.count == 1 ? parts[0] : .aggregate(parts)
    return .index(.keyPath(QueryKeyPath(.key(plan.entity.name))), .expression(key))
  }
}

/// Filters objects that a program already has, with their unsaved changes.
///
/// ```swift
/// let expensive = try folder.documents.filter("pages > \(minimum) AND author.name BEGINSWITH 'A'")
/// ```
///
/// For many objects a fetch of the context is faster: the database selects the rows, and only those are read.
extension Sequence where Element: StoredObject {
  /// The objects that meet a condition, in their order. Unsaved changes count.
  ///
  /// - Parameters:
  ///   - format: The condition. Interpolations are arguments with their types and never become text.
  ///   - variables: Values for the `$variables` of the condition.
  /// - Throws: A `PredicateIssue` for a wrong condition, with the names of the model; a ``StoreIssue`` `other-context` for an object whose context is
  ///   gone; a `DatabaseIssue` if a row cannot be read.
  /// - Complexity: Linear in the objects. Related objects that the condition reads are loaded.
  @_disfavoredOverload
  public func filter(_ format: QueryFormat, variables: QueryVariables = [:]) throws -> [Element] {
    try filter(QueryPredicate(format), variables: variables)
  }

  /// The objects that meet a predicate, in their order: `try folder.documents.filter(predicate)`.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - variables: Values for the `$variables` of the predicate.
  /// - Throws: The same errors as `filter` with a format.
  @_disfavoredOverload
  public func filter(_ predicate: QueryPredicate, variables: QueryVariables = [:]) throws -> [Element] {
    // Each entity has its own binding, because entities inherit properties.
    var conditions: [ObjectIdentifier: BoundPredicate] = [:]
    var found: [Element] = []
    for object in self {
      let context = try object.usableContext()
      let plan = ObjectIdentifier(object.plan)
      if conditions[plan] == nil {
        conditions[plan] = try Binder.bind(
          predicate, to: .entity(object.plan.entity.name, context.modelOfObjects), variables: variables)
      }
      if let condition = conditions[plan], try context.holds(condition, for: object) { found.append(object) }
    }
    return found
  }
}

extension QueryPredicate {
  /// Whether the predicate holds for an object. Unsaved changes count.
  ///
  /// ```swift
  /// try QueryPredicate("pages > 3 AND author.name == 'Ada'").evaluate(with: document)
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object whose members the names of the predicate mean.
  ///   - variables: Values for the predicate's `$variables`.
  /// - Throws: The same errors as `filter` of objects.
  public func evaluate<Object: StoredObject>(with object: Object, variables: QueryVariables = [:]) throws -> Bool {
    try ![object].filter(self, variables: variables).isEmpty
  }
}

extension StoredObject: ReadElsewhere {
  package class var whyElsewhere: String {
    "\(entityName) is a class of stored objects, whose properties only their ObjectContext can read"
  }

  package class var waysElsewhere: String {
    "to filter an array of objects, write objects.filter(\"…\"). To test one object, write predicate.evaluate(with: object). To find objects in the store, write context.fetch(\(entityName).self, \"…\")"
  }
}

extension ObjectContext {
  /// Whether a condition holds for an object, with its unsaved changes.
  fileprivate func holds(_ condition: BoundPredicate, for object: StoredObject) throws -> Bool {
    try evaluating(object) { evaluator, value in try evaluator.evaluate(condition, object: value) }
  }
}
