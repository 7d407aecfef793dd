import PredicateBinding
import PredicateValues

/// A predicate over values of unknown types, made ready for running: immutable, so that many runs share it.
///
/// Its meaning is the plain evaluator's, the order from left to right and the issues included. What has no form of its
/// own is asked of that evaluator, part by part.
final class DynamicPlan: Sendable {
  let condition: DynamicCondition
  /// What is asked for where the plan is one for a value.
  let value: DynamicOperand?
  let root: DynamicRoot
  let variableCount: Int
  /// How many sites a run has. The first one is the evaluated object's.
  let siteCount: Int
  /// The names of the evaluated object that the predicate mentions; nil where it mentions the object itself.
  let names: [DynamicName]?
  /// The site for looking these up where the plain evaluator needs them.
  let objectSite: Int
  /// What is looked up for many elements together.
  let early: [DynamicEarlyName]

  /// The plan for elements of a type; nil where values cannot be read where they lie.
  convenience init?(_ bound: BoundPredicate, element: any Any.Type, reader: any ValueReader, limits: PredicateLimits) {
    self.init(element, reader, limits, CoreNames(of: bound.condition), bound.variableCount) { compiler in
      (compiler.condition(bound.condition), nil)
    }
  }

  /// The plan for a value of elements of a type; nil where values cannot be read where they lie.
  convenience init?(_ bound: BoundExpression, element: any Any.Type, reader: any ValueReader) {
    self.init(element, reader, .standard, CoreNames(of: bound.value), bound.variableCount) { compiler in
      (DynamicAlways(true), compiler.operand(bound.value))
    }
  }

  private init?(
    _ element: any Any.Type, _ reader: any ValueReader, _ limits: PredicateLimits, _ mentioned: CoreNames,
    _ variableCount: Int, _ compile: (inout DynamicCompiler) -> (DynamicCondition, DynamicOperand?)
  ) {
    guard AnyMemory.isTrusted, DynamicSite.isTrusted else { return nil }
    var compiler = DynamicCompiler(limits: limits)
    (condition, value) = compile(&compiler)
    root = DynamicRoot(element, reader)
    self.variableCount = variableCount
    objectSite = compiler.newSite()
    siteCount = compiler.siteCount
    early = compiler.early
    names = mentioned.areAll ? mentioned.names.map { DynamicName($0) } : nil
  }
}
