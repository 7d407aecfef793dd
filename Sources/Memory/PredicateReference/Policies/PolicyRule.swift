import PredicateBinding
import PredicateValues

/// Evaluates a policy's rule for the elements of a collection. The rule runs before the untrusted text. Its steps are not counted for the text, so
/// the remaining steps reveal nothing about hidden elements.
package struct PolicyRule<Element> {
  private let bound: BoundPredicate?
  private let evaluator: ReferenceEvaluator
  private let elements: ElementReader<Element>
  private let policy: QueryPolicy
  /// Whether the elements are instances, which may be instances of a subclass.
  private let areInstances: Bool
  /// The number of subtypes of the elements' type that the policy named when the text was bound.
  private let kinds: Int
  /// The number of elements that were tested so far.
  private var count = 0
  /// The classes of the instances that were tested so far.
  private var classes: Set<ObjectIdentifier> = []

  package init(
    _ policy: QueryPolicy, _ elements: ElementReader<Element>, _ options: BindingOptions
  ) throws(PredicateIssue) {
    bound = try policy.rule(of: elements.root, options)
    evaluator = ReferenceEvaluator(limits: policy.limits)
    self.elements = elements
    self.policy = policy
    areInstances = elements.areInstances
    kinds = policy.kinds(below: elements.root).count
  }

  /// Whether the rule shows an element, and a condition on the element holds.
  ///
  /// Throws `cancelled` if the task was cancelled, which is checked every 1,024 elements. Throws `policy-rule` if the rule fails. Throws
  /// `policy-kind` for an instance of a subclass that has its own entry in the policy, because the text was bound before this subclass was known.
  package mutating func shows(
    _ element: Element, where condition: (QueryValue) throws(PredicateIssue) -> Bool = { _ in true }
  ) throws(PredicateIssue) -> Bool {
    count += 1
    if count & 1023 == 0, Task.isCancelled { throw .cancelled }
    if areInstances { try checkClass(of: element) }
    return try elements.withValue(of: element) { (object) throws(PredicateIssue) in
      guard try isShown(object) else { return false }
      return try condition(object)
    }
  }

  private func isShown(_ object: QueryValue) throws(PredicateIssue) -> Bool {
    guard let bound else { return true }
    do throws(PredicateIssue) {
      return try evaluator.evaluate(bound, object: object)
    } catch {
      throw .policyRule(error)
    }
  }

  private mutating func checkClass(of element: Element) throws(PredicateIssue) {
    // The cast also unwraps optionals. It succeeds for every instance, because every type that a policy reads has a table.
    guard let instance = element as? any QueryableProperties, let type = Swift.type(of: instance) as? AnyClass,
      classes.insert(ObjectIdentifier(type)).inserted
    else { return }
    // The names of the class and its superclasses are registered, so that names in the policy can refer to them.
    for type in sequence(first: type, next: { _getSuperclass($0) }) { _ = ShapeRegistry.name(of: type) }
    if policy.kinds(below: elements.root).count > kinds { throw .stricterKind(of: elements.typeName) }
  }
}
