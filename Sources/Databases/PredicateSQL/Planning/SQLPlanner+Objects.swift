import PredicateBinding
import PredicateModel
import PredicateValues

/// Reads objects that are computed values (`loans[0]`, a branch of TERNARY, an element of `{SELF, %@}`), and elements of collections by index.
extension SQLPlanner {
  /// A member of an object that is a computed value. If the object is a row of a source, the member is read from that row. Otherwise it is read by a
  /// subquery that finds the object by its key.
  package mutating func property(
    _ name: String, ofObject object: CoreValue, _ entity: Entity, _ value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if let row = row(of: object) { return try self.value(try member(name, of: row, entity, value)) }
    if case .index(let base, let index) = object.node, case .collect(let range, let each) = base.node,
      case .object(let row) = each.node, isFound(range, index)
    {
      return try element(of: range, try member(name, of: row, entity, value), at: index)
    }
    let key = try key(of: object)
    let rows = try select(from: entity) { planner, variable throws(PredicateIssue) in
      let column = try planner.value(try planner.member(name, of: .variable(variable), entity, value))
      return (column, try planner.isRow(.variable(variable), identifiedBy: key, range: value.range))
    }
    return .scalar(rows, mayBeNull: true)
  }

  /// Adds a source for an entity's table. Returns the variable of its row: `variable`, or a new one.
  @discardableResult
  package mutating func bind(
    _ entity: Entity, to scope: Int, as variable: Int? = nil, foundBy columns: [String] = [],
    join: SQLSource.Join = .none
  ) throws(PredicateIssue) -> Int {
    let source = try add(Self.relation(of: entity), to: scope, foundBy: columns) { _ in join }
    // A new variable gets a negative number, because the core numbers its variables from 0.
    let number = variable ?? -1 - source
    variables[number] = SQLVariable(scope: scope, entity: entity, source: source, link: nil)
    return number
  }

  /// The member of a row with a name, as a core value.
  private func member(
    _ name: String, of row: CoreRow, _ entity: Entity, _ value: CoreValue
  ) throws(PredicateIssue) -> CoreValue {
    if let relationship = entity.relationship(named: name) {
      let member = Member(name, .toOne(relationship.destination), isOptional: relationship.mayBeNil)
      let target = CoreRow.toOne(row, member, entity: relationship.destination)
      return CoreValue(.object(target), type: value.type, isOptional: true, range: value.range)
    }
    let member = Member(name, .attribute(value.type), isOptional: true)
    return CoreValue(.attribute(row, member), type: value.type, isOptional: true, range: value.range)
  }

  /// The row of an object; nil if no row in scope is the object.
  package func row(of object: CoreValue) -> CoreRow? {
    switch object.node {
    case .object(let row): return row
    case .element(let number): return variables[number]?.entity == nil ? nil : .variable(number)
    case .property(let base, let name):
      guard let row = row(of: base), let entity = try? entity(of: row),
        let relationship = entity.relationship(named: name), relationship.cardinality == .toOne
      else { return nil }
      let member = Member(name, .toOne(relationship.destination), isOptional: relationship.mayBeNil)
      return .toOne(row, member, entity: relationship.destination)
    default: return nil
    }
  }

  /// Whether two rows without an integer identity are the same row. All columns of their key are compared. Rows without a key are only known to be
  /// the same if their paths are equal. Nil if the rows have an integer identity.
  package mutating func comparisonOfRows(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard comparison.isEquality, let first = row(of: left), let second = row(of: right) else {
      return nil
    }
    let entity = try entity(of: first)
    guard entity.key.referenceColumn == nil, entity.name.hasSameScalars(as: try self.entity(of: second).name) else {
      return nil
    }
    guard !entity.key.columns.isEmpty else {
      guard SQLScope.AccessPath(first) == SQLScope.AccessPath(second) else { return nil }
      return comparison == .same ? .truth : try isMissing(first).negated
    }
    let a = try keyColumns(of: first)
    let b = try keyColumns(of: second)
    let mayBothBeNil = comparison == .same && first.isOptional && second.isOptional
    // The key may distinguish values that the column's collation treats as equal.
    let pairs = zip(byScalars(a, entity), keyValues(b, entity))
    if mayBothBeNil, a.count > 1 {
      // A foreign key refers to nothing if one of its columns is NULL, whatever its other columns contain.
      let isNil = SQLExpression.all([.any(a.map(\.isNull)), .any(b.map(\.isNull))])
      return .any([.all(pairs.map { .compare(.equal, $0, $1) }), isNil])
    }
    return .all(pairs.map { .compare(mayBothBeNil ? .same : .equal, $0, $1) })
  }

  /// The identity of an object: see ``identity(of:range:)``.
  package mutating func key(of object: CoreValue) throws(PredicateIssue) -> SQLExpression {
    isNative(object) ? try native(object) : try exact(.key(object), range: object.range)
  }

  /// The element at an index of a collection. For a range, the database finds the element by the order of the elements, without computing the others.
  package mutating func element(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if let element = try elementOfRange(value) { return element }
    return try requested(value)
  }

  /// The element of a collection of rows; nil if the index needs the whole collection.
  @inline(never)
  private mutating func elementOfRange(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression? {
    guard case .index(let base, let index) = value.node, case .collect(let range, let each) = base.node,
      isFound(range, index)
    else { return nil }
    return try element(of: range, each, at: index)
  }

  private mutating func element(
    of range: CoreRange, _ each: CoreValue, at index: CoreIndex
  ) throws(PredicateIssue) -> SQLExpression {
    guard let open = try open(range) else { return .null }
    let value = try self.value(each)
    if case .only = index, case .all(let name)? = range.steps.first?.source,
      try entity(named: name).key.integerColumn != nil
    {
      return .scalar(select([value], open, where: open.condition), mayBeNull: true)
    }
    let isLast = if case .last = index { true } else { false }
    let order = try order(of: range.variables, isAscending: !isLast)
    var rows = select([value], open, where: open.condition)
    rows.order = order
    rows.limit = 1
    if case .value(let place) = index, case .integer(let number)? = place.constantValue {
      rows.offset = Int(clamping: number)
    }
    return .scalar(rows, mayBeNull: true)
  }
}
