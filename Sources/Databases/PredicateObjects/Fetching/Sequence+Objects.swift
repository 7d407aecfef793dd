import PredicateBinding
import PredicateReference
import PredicateValues

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
  package class var whyElsewhere: String { "\(entityName) is a class of stored objects, which their context reads" }

  package class var waysElsewhere: String {
    "objects.filter(\"…\") filters an array of them, predicate.evaluate(with: object) tests one, and context.fetch(\(entityName).self, \"…\") finds them"
  }
}

extension ObjectContext {
  /// Whether a condition holds for an object, with its unsaved changes.
  fileprivate func holds(_ condition: BoundPredicate, for object: StoredObject) throws -> Bool {
    try evaluating(object) { evaluator, value in try evaluator.evaluate(condition, object: value) }
  }
}
