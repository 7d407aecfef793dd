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

  /// Whether the predicate holds for an object, one of several that are evaluated in turn.
  ///
  /// - Parameter results: Has results of the objects before it. The deadline applies to all objects together.
  package func evaluate(
    _ predicate: BoundPredicate, object: QueryValue, _ results: any EvaluationResults
  ) throws(PredicateIssue) -> Bool {
    if let deadline, ContinuousClock.now > deadline { throw .tooLate }
    var frame = Frame(
      object: object, variableCount: predicate.variableCount, budget: limits.visitedElements, deadline: deadline)
    frame.results = results
    return try inTimeZone(predicate.timeZone).holds(predicate.condition, &frame)
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
    /// Results of the objects before this one; nil for none.
    var results: (any EvaluationResults)?
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

/// Results of the parts of a predicate, for a run that evaluates it for many objects. The reference itself computes each part for each object.
package protocol EvaluationResults: AnyObject {
  /// The result of a range (whether it has an element), or of a value that is computed from one: a known result, or that of `compute`.
  ///
  /// - Parameter object: The object of a row of the predicate.
  func result(
    of part: CorePart, _ object: (CoreRow) -> QueryValue, _ compute: () throws(PredicateIssue) -> QueryValue
  ) throws(PredicateIssue) -> QueryValue
}
