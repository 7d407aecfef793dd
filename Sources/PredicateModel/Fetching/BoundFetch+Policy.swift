import PredicateBinding
import PredicateValues

extension BoundFetch {
  /// A fetch that the application wrote, with a condition and an order that somebody else wrote under a policy.
  ///
  /// The text's condition is asked of the objects that meet the fetch's own predicate and the policy's rule. The given order comes before the
  /// fetch's own. Throws what binding throws, `unsupported` for what the policy excludes, and `limit`.
  package init(
    _ fetch: EntityFetch, text: String?, order keys: [SortKey], policy: QueryPolicy, model: DataModel,
    variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) {
    try self.init(fetch, model: model, variables: variables, options: options)
    if grouping != nil { throw .policyOfGroups }
    let root = RootType.entity(entity.name, model)
    // A text without a condition is still asked behind the rule.
    let bound = try policy.bind(
      text ?? "TRUEPREDICATE", to: root, variables: variables, options: options,
      from: condition.map { $0.greatestVariable + 1 } ?? 1)
    notes += bound.notes
    condition = condition.map { bound.condition.behind($0) } ?? bound.condition
    var given: [Order] = []
    for key in keys {
      let bound = try policy.bind(key.expression, to: root, variables: variables, options: options)
      given.append(try Self.order(bound, key))
    }
    order = given + order
  }
}

extension PredicateIssue {
  /// A policy with a fetch whose rows are groups.
  fileprivate static let policyOfGroups = PredicateIssue(
    kind: .unsupported, code: "policy-groups",
    message: "a policy applies to fetches of objects, and this one gives groups")
}
