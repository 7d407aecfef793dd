import PredicateBinding
import PredicateModel
import PredicateReference
import PredicateValues

extension PredicateIssue {
  /// The issue for a path that needs all objects of an entity whose table cannot be read.
  package static func unreadableObjects(of entity: String, _ error: any Error) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: .unsupportedConstruct, message: "the objects of \(entity) cannot be read: \(error)")
  }
}

/// Runs whole fetches in memory over all objects: condition, groups, order, limit, offset and columns. Verification compares the answers of SQL with
/// its answers.
///
/// ```swift
/// let graph = try ObjectGraph(database)
/// try GraphFetch(graph).rows(EntityFetch("Movie", where: QueryPredicate(format: "year > 1990")))
/// ```
///
/// `ReferenceEvaluator` evaluates every part, and values are compared by the language's own order and equality. Takes time linear in the objects of
/// the entity and in the objects that conditions visit, and *n* log *n* in the rows that are sorted.
public struct GraphFetch: Sendable {
  /// The model that fetches are bound to.
  public let model: DataModel
  /// Whether the caller no longer needs the rows. It is checked between objects. If it is true, fetches throw a `CancellationError`, as they do if
  /// the task is cancelled.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// The time at which a fetch ends with an issue of kind `limit`; nil for never.
  package var deadline: ContinuousClock.Instant?
  /// Returns the objects of an entity, ascending by key.
  package let objects: @Sendable (_ entity: String) throws -> [any QueryObject]
  private let findObject: @Sendable (ObjectReference) -> (any QueryObject)?
  private let check: @Sendable () throws -> Void

  /// Runs fetches over any objects.
  ///
  /// - Parameters:
  ///   - objects: Returns the objects of an entity, ascending by key.
  ///   - object: Returns the object that a reference identifies; nil if there is none.
  ///   - check: Throws an error that an object met earlier but could not throw. Called after each fetch.
  package init(
    model: DataModel, objects: @escaping @Sendable (String) throws -> [any QueryObject],
    object: @escaping @Sendable (ObjectReference) -> (any QueryObject)?,
    check: @escaping @Sendable () throws -> Void = {}
  ) {
    self.model = model
    self.objects = objects
    findObject = object
    self.check = check
  }

  /// The rows of a fetch with its columns. Without columns, the objects' keys, attributes and to-one relationships. Objects are references, as in
  /// rows of SQL.
  ///
  /// In an ascending order nil is first. Rows that are equal in all sort keys are ordered by their primary key, groups by their keys, distinct rows
  /// by their columns. Rows of a view have no key and keep the view's order.
  ///
  /// - Throws: A `PredicateIssue` if binding or evaluating the fetch fails, the error of an object that cannot be read, and `CancellationError`.
  public func rows(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    try rows(BoundFetch(fetch, model: model, variables: variables, options: options), limits: options.limits)
  }

  /// The rows of a bound fetch.
  ///
  /// - Parameter policy: Counts the steps of a condition from untrusted text, and ends the fetch when the steps are used up.
  package func rows(
    _ fetch: BoundFetch, limits: PredicateLimits = .standard, countedBy policy: QueryPolicy? = nil
  ) throws -> ResultTable {
    let run = MemoryRun(fetch, evaluator: evaluator(limits), isCancelled: isCancelled)
    let table: ResultTable
    do {
      var found = try objects(fetch.entity.name)
      if let predicate = fetch.predicate(in: model) {
        var work = policy?.work
        found = try run.objects(predicate, among: found, work: &work)
      }
      table = try run.table(of: ObjectRows(found), columns: WholeObject(fetch.entity, in: model))
    } catch {
      // An object that could not be read may have caused this error, so the error of that object is thrown instead.
      try check()
      throw error
    }
    try check()
    return table
  }

  /// The number of rows of a fetch after its limit and offset: objects, groups, or distinct rows.
  public func count(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> Int {
    try rows(fetch, variables: variables, options: options).rows.count
  }

  private func evaluator(_ limits: PredicateLimits) -> ReferenceEvaluator {
    let objects = objects
    return ReferenceEvaluator(
      limits: limits, deadline: deadline,
      objects: { entity throws(PredicateIssue) in
        do {
          return try objects(entity)
        } catch {
          throw .unreadableObjects(of: entity, error)
        }
      }, object: findObject)
  }
}
