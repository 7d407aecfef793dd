import PredicateValues

/// Binds untrusted text.
extension QueryPolicy {
  /// Reads a condition, and binds it to the names of a type that the policy shows. The rule of the type is evaluated before the condition.
  ///
  /// Throws the issues of reading and binding, issues of kind `unsupported` for constructs that the policy excludes, and issues of kind `limit`.
  ///
  /// - Parameters:
  ///   - variables: Values for the variables of the text. The rule cannot use them.
  ///   - variable: The number of the first range variable, so that the condition can be joined to another condition.
  package func bind(
    _ text: String, to root: RootType, variables: QueryVariables, options: BindingOptions, from variable: Int = 1
  ) throws(PredicateIssue) -> BoundPredicate {
    let rule = try rule(of: root, options, from: variable)
    let bound = try bindWithoutRule(
      text, to: root, variables: variables, options: options, from: rule?.variableCount ?? variable)
    return rule.map { bound.behind($0) } ?? bound
  }

  /// Binds a predicate under the policy, without adding the policy's rule. The caller evaluates the rule first (``rule(of:_:from:)``).
  package func bindWithoutRule(
    _ text: String, to root: RootType, variables: QueryVariables, options: BindingOptions, from variable: Int = 1
  ) throws(PredicateIssue) -> BoundPredicate {
    let predicate = try QueryPredicate(format: QueryFormat(raw: text), limits: limits)
    var operators = PolicyOperators(self)
    predicate.walk(&operators)
    if let issue = operators.issue { throw issue }
    let shown = try shown(root)
    try variables.checkForPolicy()
    let bound = try Binder.bind(
      predicate, to: shown.root, variables: variables, options: restricted(options), from: variable)
    try PolicyCheck.check(bound.condition, of: shown.entity, shown.source)
    return BoundPredicate(
      condition: bound.condition, notes: bound.notes, root: root, variableCount: bound.variableCount,
      timeZone: bound.timeZone)
  }

  /// Binds a value, such as a sort key, to the names of a type that the policy shows. Throws like ``bind(_:to:variables:options:from:)``.
  package func bind(
    _ expression: QueryExpression, to root: RootType, variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) -> BoundExpression {
    var operators = PolicyOperators(self)
    expression.walk(&operators)
    if let issue = operators.issue { throw issue }
    let shown = try shown(root)
    try variables.checkForPolicy()
    let bound = try Binder.bind(expression, to: shown.root, variables: variables, options: restricted(options))
    try PolicyCheck.check(bound.value, of: shown.entity, shown.source)
    return BoundExpression(
      value: bound.value, notes: bound.notes, root: root, variableCount: bound.variableCount, timeZone: bound.timeZone)
  }

  /// The root type with only the names that the policy shows.
  private func shown(
    _ root: RootType
  ) throws(PredicateIssue) -> (root: RootType, source: PolicyTypeSource, entity: String?) {
    switch root {
    case .dynamic: throw .policyNeedsTable("a dictionary or a value of unknown type")
    case .value: return (root, PolicyTypeSource(source: NoTypes(), policy: self), nil)
    case .entity(let entity, let source):
      let shown = PolicyTypeSource(source: source, policy: self)
      let target = shown.target(of: entity)
      if shown.isHidden(target) { throw .entityNotAllowed(target, similar: shown.similarName(to: target)) }
      if shown.hasStricterKind(target) { throw .stricterKind(of: target) }
      return (.entity(entity, shown), shown, entity)
    }
  }

  /// The rules for the root's entity and its ancestors, bound without restrictions; nil if there are none.
  ///
  /// Every use of a policy begins here, so this also checks the names in the policy. Throws `policy-mistake` for a name that does not exist, and
  /// `policy-rule` if a rule cannot be bound.
  package func rule(
    of root: RootType, _ options: BindingOptions, from variable: Int = 1
  ) throws(PredicateIssue) -> BoundPredicate? {
    try checkNames(for: root, options.functions)
    guard case .entity(let entity, let source) = root else { return nil }
    let shown = PolicyTypeSource(source: source, policy: self)
    var joined: BoundPredicate?
    for rule in shown.rules(for: shown.target(of: entity)) {
      do throws(PredicateIssue) {
        let bound = try Binder.bind(
          rule.predicate, to: root, variables: rule.variables, options: options, from: joined?.variableCount ?? variable
        )
        joined = joined.map { bound.behind($0) } ?? bound
      } catch {
        throw .policyRule(error)
      }
    }
    return joined
  }

  /// The types that the policy names and that inherit from the root's type.
  package func kinds(below root: RootType) -> [String] {
    guard case .entity(let entity, let source) = root else { return [] }
    let shown = PolicyTypeSource(source: source, policy: self)
    return shown.kindsBelow(shown.target(of: entity))
  }

  /// Those of the names of the root's members that the policy shows. Throws `policy-entity` if it shows none of them.
  package func shownNames(_ names: [String], of root: RootType) throws(PredicateIssue) -> [String] {
    guard case .entity(let entity, let source) = root else { return names }
    let shown = PolicyTypeSource(source: source, policy: self)
    let found = names.filter { shown.member(named: $0, of: entity) != nil }
    if found.isEmpty { throw .entityNotAllowed(entity, similar: shown.similarName(to: entity)) }
    return found
  }

  /// The options with the policy's functions and limits. Calls of constants are evaluated at run time, where their steps are counted.
  private func restricted(_ options: BindingOptions) -> BindingOptions {
    var result = options
    result.limits = limits
    result.evaluatesConstantCalls = false
    if case .all = functions { return result }
    result.functions = options.functions.restricted(to: allowsFunction)
    return result
  }
}

extension BoundPredicate {
  /// The predicate, evaluated only for objects that meet the predicate `guardian`.
  fileprivate func behind(_ guardian: BoundPredicate) -> BoundPredicate {
    with(condition.behind(guardian.condition))
  }
}

extension QueryVariables {
  /// Refuses objects inside of collections and dictionaries. The binder does not know their types, so the policy could not hide their properties.
  fileprivate func checkForPolicy() throws(PredicateIssue) {
    for name in names {
      guard let value = self[name] else { continue }
      if case .object = value { continue }
      if value.holdsObject { throw .objectInVariable(name) }
    }
  }
}

extension QueryValue {
  /// Whether the value is or contains an object, at any depth. References do not count, because their properties are not read.
  fileprivate var holdsObject: Bool {
    switch self {
    case .object: true
    case .array(let elements), .set(let elements): elements.contains(where: \.holdsObject)
    case .dictionary(let table): table.values.contains(where: \.holdsObject)
    default: false
    }
  }
}

/// A type source for values without members: strings, numbers.
private struct NoTypes: TypeSource {
  func member(named name: String, of entity: String) -> Member? { nil }
  func memberNames(of entity: String) -> [String] { [] }
}

extension PolicyTypeSource {
  /// The entity itself, or the entity of the contained object if the entity is a box around an optional object.
  func target(of entity: String) -> String {
    guard case .toOne(let target)? = boxedMember(of: entity)?.kind else { return entity }
    return target
  }
}
