import PredicateBinding
import PredicateValues

/// The rule that a policy has for the elements of a collection. It is asked before the text of somebody else, and its steps are not the
/// text's: how many are left tells nothing of the elements that it hides.
struct PolicyRule<Element> {
  private let bound: BoundPredicate?
  private let evaluator: ReferenceEvaluator

  init(
    _ policy: QueryPolicy, _ elements: ElementReader<Element>, _ options: BindingOptions
  ) throws(PredicateIssue) {
    bound = try policy.rule(of: elements.root, options)
    evaluator = ReferenceEvaluator(limits: policy.limits)
  }

  /// Whether the text may be asked of an element; of every one where there is no rule.
  ///
  /// Throws `policy-rule` where the rule fails.
  func allows(_ element: QueryValue) throws(PredicateIssue) -> Bool {
    guard let bound else { return true }
    do throws(PredicateIssue) {
      return try evaluator.evaluate(bound, object: element)
    } catch {
      throw .policyRule(error)
    }
  }
}
