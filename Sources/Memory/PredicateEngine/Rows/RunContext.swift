import PredicateReference

/// What all programs of a run use.
final class RunContext: Sendable {
  let evaluator: ReferenceEvaluator
  let visitedElements: Int

  init(_ evaluator: ReferenceEvaluator) {
    self.evaluator = evaluator
    visitedElements = evaluator.limits.visitedElements
  }
}
