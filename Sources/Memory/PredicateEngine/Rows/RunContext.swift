import PredicateReference

/// The values that all programs of a run share.
final class RunContext: Sendable {
  let evaluator: ReferenceEvaluator
  let visitedElements: Int
  /// The date of the run, in seconds since the reference date.
  let now: Double

  init(_ evaluator: ReferenceEvaluator) {
    self.evaluator = evaluator
    visitedElements = evaluator.limits.visitedElements
    now = evaluator.context.now
  }
}
