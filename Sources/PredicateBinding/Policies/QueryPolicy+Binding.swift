import PredicateValues

/// Binding what somebody else wrote.
extension QueryPolicy {
  /// Reads a condition and binds it to what the policy shows of a type, behind the rule of that type.
  ///
  /// Throws what reading and binding throw, `unsupported` for what the policy excludes, and `limit`.
  ///
  /// - Parameters:
  ///   - variables: Values for the variables of the text, which the rule does not see.
  ///   - variable: The number of the first variable, for a condition that is joined to another one.
  package func bind(
    _ text: String, to root: RootType, variables: QueryVariables, options: BindingOptions, from variable: Int = 1
  ) throws(PredicateIssue) -> BoundPredicate {
    let predicate = try QueryPredicate(format: text, limits: limits)
    var operators = PolicyOperators(self)
    predicate.walk(&operators)
    if let issue = operators.issue { throw issue }
    let shown = try shown(root)
    let rule = try rule(of: root, options, from: variable)
    let bound = try Binder.bind(
      predicate, to: shown.root, variables: variables, options: restricted(options),
      from: rule?.variableCount ?? variable)
    try PolicyCheck.check(bound.condition, of: shown.entity, shown.source)
    let condition = rule.map { bound.condition.behind($0.condition) } ?? bound.condition
    return BoundPredicate(
      condition: condition, notes: bound.notes, root: root, variableCount: bound.variableCount, timeZone: bound.timeZone
    )
  }

  /// Binds a value, a key of an order for instance, to what the policy shows of a type. Throws as ``bind(_:to:variables:options:from:)``.
  package func bind(
    _ expression: QueryExpression, to root: RootType, variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) -> BoundExpression {
    var operators = PolicyOperators(self)
    expression.walk(&operators)
    if let issue = operators.issue { throw issue }
    let shown = try shown(root)
    let bound = try Binder.bind(expression, to: shown.root, variables: variables, options: restricted(options))
    try PolicyCheck.check(bound.value, of: shown.entity, shown.source)
    return BoundExpression(
      value: bound.value, notes: bound.notes, root: root, variableCount: bound.variableCount, timeZone: bound.timeZone)
  }

  /// A root of which only what the policy shows can be read.
  private func shown(
    _ root: RootType
  ) throws(PredicateIssue) -> (root: RootType, source: PolicyTypeSource, entity: String?) {
    switch root {
    case .dynamic: throw .policyNeedsTable("a dictionary or a value of unknown type")
    case .value: return (root, PolicyTypeSource(source: NoTypes(), policy: self), nil)
    case .entity(let entity, let source):
      let shown = PolicyTypeSource(source: source, policy: self)
      let target = shown.target(of: entity)
      if names(of: target).isNone { throw .entityNotAllowed(target) }
      return (.entity(entity, shown), shown, entity)
    }
  }

  /// The rule of the root's entity, bound with everything that there is.
  private func rule(
    of root: RootType, _ options: BindingOptions, from variable: Int
  ) throws(PredicateIssue) -> BoundPredicate? {
    guard case .entity(let entity, let source) = root,
      let rule = rule(for: PolicyTypeSource(source: source, policy: self).target(of: entity))
    else { return nil }
    do throws(PredicateIssue) {
      return try Binder.bind(rule.predicate, to: root, variables: rule.variables, options: options, from: variable)
    } catch {
      // The text is not to blame, and the words would show what the rule reads.
      throw PredicateIssue(kind: error.kind, code: "policy-rule", message: "the policy's rule cannot be applied")
    }
  }

  /// Options with the policy's functions and limits. Calls of constants are left to evaluation, which counts steps.
  private func restricted(_ options: BindingOptions) -> BindingOptions {
    var result = options
    result.limits = limits
    result.evaluatesConstantCalls = false
    if case .all = functions { return result }
    result.functions = options.functions.restricted(to: functions.contains)
    return result
  }
}

/// A type source for elements without members: strings, numbers.
private struct NoTypes: TypeSource {
  func member(named name: String, of entity: String) -> Member? { nil }
  func memberNames(of entity: String) -> [String] { [] }
}

extension PolicyTypeSource {
  /// The entity itself, or what its box holds.
  fileprivate func target(of entity: String) -> String {
    guard case .toOne(let target)? = boxedMember(of: entity)?.kind else { return entity }
    return target
  }
}
