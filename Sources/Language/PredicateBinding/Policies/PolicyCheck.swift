import PredicateValues

/// Walks through a bound predicate once, and finds uses of names and objects that its policy does not allow.
///
/// The binder used only the names that the policy shows (``PolicyTypeSource``). This check tests the names in the core again, independently. Two
/// facts are known only in the core: whether an object is used in a way that needs its hidden properties, and the number of nodes, because some
/// constructs use a part twice.
struct PolicyCheck {
  /// How the value of a node is used.
  private enum Place {
    /// Only the existence of the value matters, or a property of the value is read next.
    case reference
    /// The value is compared with another value.
    case comparison
    /// Another value is computed from the value.
    case computation
  }

  private let source: PolicyTypeSource
  /// The entities of the variables whose values are objects.
  private var entities: [Int: String]
  private var nodesLeft: Int
  private var issue: PredicateIssue?

  private init(_ source: PolicyTypeSource, root: String?) {
    self.source = source
    entities = root.map { [0: $0] } ?? [:]
    nodesLeft = Binder.partsPerNode * source.policy.limits.nodes
  }

  /// Throws if a condition does something that the policy does not allow, or if its estimated cost is too high.
  static func check(_ condition: CoreCondition, of root: String?, _ source: PolicyTypeSource) throws(PredicateIssue) {
    var check = PolicyCheck(source, root: root)
    check.visit(condition)
    try check.finish(.condition(condition), condition.range)
  }

  /// Throws if a value does something that the policy does not allow, or if its estimated cost is too high.
  static func check(_ value: CoreValue, of root: String?, _ source: PolicyTypeSource) throws(PredicateIssue) {
    var check = PolicyCheck(source, root: root)
    check.visit(value, .comparison)
    try check.finish(.value(value), value.range)
  }

  private func finish(_ part: CorePart, _ range: SourceRange) throws(PredicateIssue) {
    if let issue { throw issue }
    if part.cost > source.policy.cost { throw .estimatedTooDear(range) }
  }

  /// Counts a node. Returns false if the walk can stop.
  private mutating func count(_ range: SourceRange) -> Bool {
    nodesLeft -= 1
    if nodesLeft < 0, issue == nil { issue = .nodeLimit(source.policy.limits.nodes, range: range) }
    return issue == nil
  }

  private mutating func visit(_ condition: CoreCondition) {
    guard count(condition.range) else { return }
    let place: Place = if case .isNull = condition.node { .reference } else { .comparison }
    condition.node.forEachPart({ visit($0) }, { visit($0, place) }, { visit($0) })
  }

  private mutating func visit(_ range: CoreRange) {
    for step in range.steps {
      guard count(range.filter.range) else { return }
      switch step.source {
      case .relationship(let row, let member, let entity):
        visit(row, member, .none)
        entities[step.variable] = entity
      case .elements(let value): visit(value, .reference)
      case .all(let entity):
        if !source.hasAllObjects(of: entity) { hide(entity, of: entities[0] ?? "", .none) }
        entities[step.variable] = entity
      }
    }
    visit(range.filter)
  }

  private mutating func visit(_ value: CoreValue, _ place: Place) {
    guard count(value.range) else { return }
    checkObjects(of: value, place)
    switch value.node {
    case .attribute(let row, let member): visit(row, member, value.range)
    case .object(let row): _ = entity(of: row, value.range)
    case .property(let base, let name):
      if case .object(let entity) = base.type {
        if !allows(name, of: entity) { hide(name, of: entity, value.nameRange) }
        visit(base, .reference)
      } else {
        visit(base, .computation)
      }
    case .index(let base, let index):
      visit(base, place)
      if case .value(let position) = index { visit(position, .computation) }
    case .collect(let range, let each):
      visit(range)
      visit(each, place)
    case .aggregate(let op, let range, let each):
      visit(range)
      visit(each, op == .count ? .reference : .comparison)
    case .choose(let test, let first, let second):
      visit(test)
      visit(first, place)
      visit(second, place)
    case .list(let parts): for part in parts { visit(part, place) }
    case .arithmetic(.union, let left, let right), .arithmetic(.intersect, let left, let right),
      .arithmetic(.minus, let left, let right):
      visit(left, .comparison)
      visit(right, .comparison)
    default:
      value.node.forEachPart({ visit($0) }, { visit($0, .computation) }, { visit($0) })
    }
  }

  /// Refuses an object, or a collection of objects, if more than its identity is used.
  private mutating func checkObjects(of value: CoreValue, _ place: Place) {
    var type = value.type
    while case .collection(let element) = type { type = element }
    guard case .object(let entity) = type, value.constantValue == nil else { return }
    switch place {
    case .reference: return
    case .comparison where source.hasIdentity(entity): return
    case .comparison, .computation: if issue == nil { issue = .objectNotAllowed(entity, range: value.range) }
    }
  }

  /// Refuses a member of a row if the policy hides the member.
  private mutating func visit(_ row: CoreRow, _ member: Member, _ range: SourceRange) {
    guard let entity = entity(of: row, range), !allows(member.name, of: entity) else { return }
    hide(member.name, of: entity, range)
  }

  /// The entity of a row, after checking the members on the path to it. Nil if the row is not an object of a known entity.
  private mutating func entity(of row: CoreRow, _ range: SourceRange) -> String? {
    switch row {
    case .variable(let variable): return entities[variable]
    case .toOne(let base, let member, let entity):
      visit(base, member, range)
      return entity
    }
  }

  private func allows(_ name: String, of entity: String) -> Bool {
    source.boxedMember(of: entity).map { $0.name.hasSameScalars(as: name) }
      ?? (source.member(named: name, of: entity) != nil)
  }

  private mutating func hide(_ name: String, of entity: String, _ range: SourceRange) {
    if issue == nil {
      issue = .unknownKey(name, of: entity, known: source.memberNames(of: entity), range: range)
    }
  }
}

/// Finds operators in a tree that a policy does not allow. The check runs before binding, because binding replaces operators.
struct PolicyOperators: PredicateVisitor {
  let policy: QueryPolicy
  /// The issue of the first operator that is not allowed.
  private(set) var issue: PredicateIssue?

  init(_ policy: QueryPolicy) { self.policy = policy }

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    if case .comparison(let comparison) = predicate.node, !policy.operators.contains(comparison.operator) {
      refuse(comparison.operator.spelling, predicate.range)
    }
    return issue == nil
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    // Assignments are refused: the assigned value can be used twice, and a value computed from it twice again, so each assignment would double the
    // work.
    case .assignment: refuse("assigning a variable", expression.range)
    case .keyPath(let path), .path(_, let path):
      for case .collectionOperator(let name) in path.components where !policy.functions.contains("@" + name) {
        refuse("@" + name, expression.range)
      }
    default: break
    }
    return issue == nil
  }

  private mutating func refuse(_ construct: String, _ range: SourceRange) {
    if issue == nil { issue = .notAllowed(construct, range: range) }
  }
}

/// Issues about policies. A hidden name has no issue of its own kind: it is reported as an unknown name.
extension PredicateIssue {
  /// An operator or construct of the language that the policy excludes.
  static func notAllowed(_ construct: String, range: SourceRange) -> PredicateIssue {
    .error("policy-construct", range, "\(construct) is not allowed here", kind: .unsupported)
  }

  /// An object is used in a way that compares or shows its properties.
  static func objectNotAllowed(_ entity: String, range: SourceRange) -> PredicateIssue {
    .error(
      "policy-object", range,
      "the policy allows only the properties of an object of \(entity) here, not the object itself",
      kind: .unsupported)
  }

  /// The estimated cost is higher than the policy allows.
  static func estimatedTooDear(_ range: SourceRange) -> PredicateIssue {
    .error(
      "policy-cost", range, "the predicate would do more work for each object than the policy allows",
      hint: "put fewer loops over to-many relationships inside one another", kind: .limit)
  }

  /// The steps that the policy permits for one call are used up.
  package static let tooMuchWork = PredicateIssue.error(
    "policy-work", nil, "the evaluation of the predicate takes more steps than the policy allows",
    hint: "write a simpler pattern, or a condition that is true for fewer objects", kind: .limit)

  /// A policy was used for a type that does not declare its properties.
  package static func policyNeedsTable(_ type: String) -> PredicateIssue {
    .error(
      "policy-without-table", nil, "\(type) must have a property table, because a policy is used for it",
      hint: "conform the type to QueryableProperties", kind: .unsupported)
  }

  /// The policy's rule cannot be applied. The details are left out, because the text did not cause them and they would reveal what the rule reads.
  package static func policyRule(_ issue: PredicateIssue) -> PredicateIssue {
    .error("policy-rule", nil, "the policy's rule cannot be applied", kind: issue.kind)
  }

  /// The value of a variable contains an object that the policy cannot check.
  static func objectInVariable(_ name: String) -> PredicateIssue {
    .error(
      "policy-variable", nil,
      "the value of $\(name) contains an object inside a dictionary or a list, and a policy cannot check such an object",
      hint:
        "pass the object as a separate variable, pass a reference to it, or pass the values that the predicate needs",
      kind: .unsupported)
  }

  /// Some objects of an entity belong to a subtype with stricter rules.
  package static func stricterKind(of entity: String) -> PredicateIssue {
    .error(
      "policy-kind", nil,
      "the policy hides a subtype of \(entity) or has another rule for the subtype, so the statement cannot read all objects of \(entity)",
      hint: "write a policy for \(entity), or fetch objects of another type", kind: .unsupported)
  }

  /// The policy hides the entity of the query itself.
  ///
  /// - Parameter similar: A name in the policy that differs from the entity's name only in case; nil if there is none.
  static func entityNotAllowed(_ entity: String, similar: String?) -> PredicateIssue {
    .error(
      "policy-entity", nil, "the policy allows no property of \(entity)",
      hint: similar.map { "the policy contains the name “\($0)”, but the entity has the name “\(entity)”" },
      kind: .unsupported)
  }
}
