import PredicateBinding
import PredicateValues

/// A condition that somebody else wrote, bound to the element type under a policy, with the policy's rule, and the steps that the condition may
/// still take.
///
/// The reference evaluates it, because it counts every step.
struct PolicyQuery<Element> {
  private let rule: PolicyRule<Element>
  private let bound: BoundPredicate
  private let elements: ElementReader<Element>
  private let evaluator: ReferenceEvaluator
  private var work: Int

  init(
    _ text: String, _ policy: QueryPolicy, _ variables: QueryVariables, _ options: BindingOptions
  ) throws(PredicateIssue) {
    elements = try ElementReader<Element>(reading: .tables)
    rule = try PolicyRule(policy, elements, options)
    bound = try policy.bindWithoutRule(text, to: elements.root, variables: variables, options: options)
    evaluator = ReferenceEvaluator(limits: policy.limits)
    work = policy.work
  }

  mutating func matches(_ element: Element) throws(PredicateIssue) -> Bool {
    try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in
      let object = elements.value(at: address)
      guard try rule.allows(object) else { return false }
      return try evaluator.evaluate(bound, object: object, work: &work)
    }
  }
}
