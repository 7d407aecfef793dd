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

  /// An evaluator for one run: `now()` is one moment throughout.
  public init(context: FunctionContext = FunctionContext(), limits: PredicateLimits = .standard) {
    self.context = context
    self.limits = limits
  }

  /// Whether the predicate holds of an object.
  public func evaluate(
    _ predicate: BoundPredicate, object: QueryValue
  ) throws(PredicateIssue) -> Bool {
    var frame = Frame(object: object, variableCount: predicate.variableCount, budget: limits.visitedElements)
    return try holds(predicate.condition, &frame)
  }

  /// What the expression yields for an object.
  public func value(
    _ expression: BoundExpression, object: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    var frame = Frame(object: object, variableCount: expression.variableCount, budget: limits.visitedElements)
    return try value(expression.value, &frame)
  }

  /// What the variables of the core stand for at one moment.
  struct Frame {
    private var slots: [QueryValue]
    /// How many more elements may be visited.
    var budget: Int

    init(object: QueryValue, variableCount: Int, budget: Int) {
      self.budget = budget
      slots = Array(repeating: .null, count: max(1, variableCount))
      slots[0] = object
    }

    /// Counts a visit.
    mutating func visit() throws(PredicateIssue) {
      budget -= 1
      if budget < 0 { throw .tooManyElements }
    }

    subscript(variable: Int) -> QueryValue {
      get { slots[variable] }
      set { slots[variable] = newValue }
    }
  }
}
