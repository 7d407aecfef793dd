import PredicateBinding
import PredicateValues

/// Evaluates the typed core one value at a time: the slow, obvious meaning that every faster engine is tested against, and the
/// engine for dictionaries, JSON and mixed values.
///
/// Over a type that the binder knows, evaluation can fail only with `limit` or, for a pattern made at run time, `domain`. Over dynamic
/// values conditions run from left to right, and a mismatch is an issue of kind `type` or `unknown-key`.
public struct PlainEvaluator: Sendable {
  let context: FunctionContext
  let limits: PredicateLimits
  /// When evaluating an object ends with an issue; nil for never.
  private let deadline: ContinuousClock.Instant?
  /// The object that a reference names, where somebody knows.
  let findObject: (@Sendable (ObjectReference) -> (any QueryObject)?)?

  /// An evaluator for one run: `now()` is one moment throughout.
  ///
  /// - Parameters:
  ///   - deadline: When an evaluation that goes through collections ends with an issue of kind `limit`; nil for never.
  ///   - object: Finds the object that a reference among arguments and variables names, for paths that begin there.
  public init(
    context: FunctionContext = FunctionContext(), limits: PredicateLimits = .standard,
    deadline: ContinuousClock.Instant? = nil,
    object: (@Sendable (ObjectReference) -> (any QueryObject)?)? = nil
  ) {
    findObject = object
    self.context = context
    self.limits = limits
    self.deadline = deadline
  }

  /// Whether the predicate holds of an object.
  public func evaluate(
    _ predicate: BoundPredicate, object: QueryValue
  ) throws(PredicateIssue) -> Bool {
    var frame = Frame(
      object: object, variableCount: predicate.variableCount, budget: limits.visitedElements, deadline: deadline)
    return try holds(predicate.condition, &frame)
  }

  /// What the expression yields for an object.
  public func value(
    _ expression: BoundExpression, object: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    var frame = Frame(
      object: object, variableCount: expression.variableCount, budget: limits.visitedElements, deadline: deadline)
    return try value(expression.value, &frame)
  }

  /// What the variables of the core stand for at one moment.
  struct Frame {
    private var slots: [QueryValue]
    /// How many more elements may be visited.
    var budget: Int
    private let deadline: ContinuousClock.Instant?

    init(object: QueryValue, variableCount: Int, budget: Int, deadline: ContinuousClock.Instant? = nil) {
      self.budget = budget
      self.deadline = deadline
      slots = Array(repeating: .null, count: max(1, variableCount))
      slots[0] = object
    }

    /// Counts a visit.
    mutating func visit() throws(PredicateIssue) {
      budget -= 1
      if budget < 0 { throw .tooManyElements }
      if let deadline, budget & 1023 == 0, ContinuousClock.now > deadline { throw .tooLate }
    }

    subscript(variable: Int) -> QueryValue {
      get { slots[variable] }
      set { slots[variable] = newValue }
    }
  }
}
