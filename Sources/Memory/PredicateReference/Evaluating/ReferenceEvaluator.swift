import PredicateBinding
import PredicateValues

/// Evaluates the typed core one value at a time: the slow, obvious meaning that the engine is tested against and that
/// decides the rows which the engine leaves undecided.
///
/// Over a type that the binder knows, evaluation can fail only with kind `limit` or, for a pattern made at run time, with kind `domain`. Over dynamic
/// values conditions run from left to right, and a mismatch is an issue of kind `type` or `unknown-key`.
public struct ReferenceEvaluator: Sendable {
  package let context: FunctionContext
  package let limits: PredicateLimits
  /// The time zone for the properties of dates of unknown type: the one that the predicate was bound with.
  private(set) var timeZone = QueryTimeZone.utc
  /// The time after which evaluating an object ends with an issue; nil for never.
  private let deadline: ContinuousClock.Instant?
  /// Finds the object of a reference; nil if references have no objects here.
  let findObject: (@Sendable (ObjectReference) -> (any QueryObject)?)?
  /// All objects of an entity, ascending by key; nil if entities have no objects here.
  let allObjects: (@Sendable (String) throws(PredicateIssue) -> [any QueryObject])?

  /// An evaluator for one run: `now()` is one moment throughout.
  ///
  /// - Parameters:
  ///   - deadline: The time after which an evaluation that visits elements of collections ends with an issue of kind `limit`; nil for never.
  ///   - objects: All objects of an entity, ascending by key, for paths that begin with its name: `Order.@count`.
  ///   - object: Finds the object that a reference among arguments and variables names, for paths that begin there.
  public init(
    context: FunctionContext = FunctionContext(), limits: PredicateLimits = .standard,
    deadline: ContinuousClock.Instant? = nil,
    objects: (@Sendable (String) throws(PredicateIssue) -> [any QueryObject])? = nil,
    object: (@Sendable (ObjectReference) -> (any QueryObject)?)? = nil
  ) {
    findObject = object
    allObjects = objects
    self.context = context
    self.limits = limits
    self.deadline = deadline
  }

  /// The evaluator for a predicate that was bound with a time zone.
  package func inTimeZone(_ zone: QueryTimeZone) -> ReferenceEvaluator {
    var evaluator = self
    evaluator.timeZone = zone
    return evaluator
  }

  /// Whether the predicate holds for an object.
  public func evaluate(
    _ predicate: BoundPredicate, object: QueryValue
  ) throws(PredicateIssue) -> Bool {
    if predicate.timeZone != timeZone { return try inTimeZone(predicate.timeZone).evaluate(predicate, object: object) }
    var frame = Frame(
      object: object, variableCount: predicate.variableCount, budget: limits.visitedElements, deadline: deadline)
    return try holds(predicate.condition, &frame)
  }

  /// The objects that the predicate holds for, in their order: the result of evaluating it for each object. The result of a condition on a related object is
  /// computed once, even if many objects refer to it.
  ///
  /// The deadline applies to all objects together. Memory is linear in the number of related objects that conditions evaluate.
  public func objects(
    _ predicate: BoundPredicate, among objects: [any QueryObject]
  ) throws(PredicateIssue) -> [any QueryObject] {
    if predicate.timeZone != timeZone { return try inTimeZone(predicate.timeZone).objects(predicate, among: objects) }
    var found: [any QueryObject] = []
    var frame = Frame(
      object: .null, variableCount: predicate.variableCount, budget: limits.visitedElements, deadline: deadline)
    frame.memo = Memo(predicate.condition)
    for object in objects {
      frame[0] = .object(object)
      frame.budget = limits.visitedElements
      if let deadline, ContinuousClock.now > deadline { throw .tooLate }
      if try holds(predicate.condition, &frame) { found.append(object) }
    }
    return found
  }

  /// The expression's value for an object.
  public func value(
    _ expression: BoundExpression, object: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    if expression.timeZone != timeZone { return try inTimeZone(expression.timeZone).value(expression, object: object) }
    var frame = Frame(
      object: object, variableCount: expression.variableCount, budget: limits.visitedElements, deadline: deadline)
    return try value(expression.value, &frame)
  }

  /// The values of the core's variables at one moment.
  struct Frame {
    private var slots: [QueryValue]
    /// How many more elements may be visited.
    var budget: Int
    /// The results that are remembered from one object to the next; nil for none.
    var memo: Memo?
    /// The number of steps that may still be taken; nil if steps are not counted.
    var work: Int?
    private let deadline: ContinuousClock.Instant?

    init(object: QueryValue, variableCount: Int, budget: Int, deadline: ContinuousClock.Instant? = nil) {
      self.budget = budget
      self.deadline = deadline
      slots = Array(repeating: .null, count: max(1, variableCount))
      slots[0] = object
    }

    mutating func visit() throws(PredicateIssue) {
      try take(1)
      budget -= 1
      if budget < 0 { throw .tooManyElements }
      if budget & 1023 == 0, let deadline, ContinuousClock.now > deadline { throw .tooLate }
    }

    subscript(variable: Int) -> QueryValue {
      get { slots[variable] }
      set { slots[variable] = newValue }
    }
  }
}
