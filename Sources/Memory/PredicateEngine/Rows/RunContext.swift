import PredicateReference

/// What all programs of a run use.
final class RunContext: Sendable {
  let evaluator: ReferenceEvaluator
  let visitedElements: Int
  /// The moment of the run, in seconds since the reference date.
  let now: Double

  init(_ evaluator: ReferenceEvaluator) {
    self.evaluator = evaluator
    visitedElements = evaluator.limits.visitedElements
    now = evaluator.context.now
  }
}
