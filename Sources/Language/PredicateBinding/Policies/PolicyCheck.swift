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
