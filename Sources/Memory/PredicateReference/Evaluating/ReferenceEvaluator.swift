import PredicateBinding

/// Evaluates the typed core one value at a time. It is slow and simple, and defines the meaning of the language. Tests compare the engine with it. It
/// evaluates the rows that the engine leaves undecided.
///
/// If the binder knows the type, evaluation fails only with an issue of kind `limit`, or of kind `domain` for a pattern that is made at run time.
/// Over dynamic values conditions run from left to right, and a mismatch is an issue of kind `type` or `unknown-key`.
public struct ReferenceEvaluator: Sendable {
  package let context: FunctionContext
  package let limits: PredicateLimits
  /// The time zone of the binding, for the properties of dates whose type is known only at run time.
  private(set) var timeZone = QueryTimeZone.utc
  /// The time after which the evaluation of an object ends with an issue; nil if there is no deadline.
  private let deadline: ContinuousClock.Instant?
  /// Finds the object of a reference; nil if objects cannot be found by references.
  let findObject: (@Sendable (ObjectReference) -> (any QueryObject)?)?
  /// All objects of an entity, in ascending order of their keys; nil if entities have no objects.
  let allObjects: (@Sendable (String) throws(PredicateIssue) -> [any QueryObject])?

  /// An evaluator for one run. `now()` is the same date in the whole run.
  ///
  /// - Parameters:
  ///   - deadline: The time after which an evaluation that visits elements of collections ends with an issue of kind `limit`; nil for no deadline.
  ///   - objects: All objects of an entity, in ascending order of their keys, for paths that begin with the entity's name: `Order.@count`.
  ///   - object: Finds the object of a reference in an argument or a variable, for paths that begin with the reference.
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
    try evaluate(predicate, object: object, nil)
  }

  /// Whether the predicate holds for an object, if it is evaluated for several objects, one after the other.
  ///
  /// - Parameter results: Contains results from earlier objects. The deadline applies to all objects together.
  package func evaluate(
    _ predicate: BoundPredicate, object: QueryValue, _ results: (any EvaluationResults)?
  ) throws(PredicateIssue) -> Bool {
    if results != nil, let deadline, ContinuousClock.now > deadline { throw .tooLate }
    var frame = frame(for: object, predicate.variableCount)
    frame.results = results
    return try inTimeZone(predicate.timeZone).holds(predicate.condition, &frame)
  }

  /// The expression's value for an object.
  public func value(
    _ expression: BoundExpression, object: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    var frame = frame(for: object, expression.variableCount)
    return try inTimeZone(expression.timeZone).value(expression.value, &frame)
  }

  private func frame(for object: QueryValue, _ variableCount: Int) -> Frame {
    Frame(object: object, variableCount: variableCount, budget: limits.visitedElements, deadline: deadline)
  }

  /// The values of the core's variables during the evaluation of one object, and the remaining budgets.
  struct Frame {
    private var slots: [QueryValue]
    /// The number of elements that may still be visited.
    var budget: Int
    /// The results from earlier objects; nil if they are not kept.
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

/// Keeps results for parts of a predicate, for a run that evaluates the predicate for many objects. The evaluator itself computes each part for each
/// object.
package protocol EvaluationResults: AnyObject {
  /// Returns the result of a part of a predicate: a result that is known already, otherwise the result of `compute`.
  ///
  /// A part is a range of elements, or a value that is computed from a range. The result of a range is whether the range has an element.
  ///
  /// - Parameter object: Returns the object of a row of the predicate.
  func result(
    of part: CorePart, _ object: (CoreRow) -> QueryValue, _ compute: () throws(PredicateIssue) -> QueryValue
  ) throws(PredicateIssue) -> QueryValue
}
