import PredicateBinding
import PredicateModel
import PredicateValues

/// Ranges: to-many paths as separate SELECTs. A join of the outer SELECT would return rows twice.
extension SQLPlanner {
  /// A range whose sources are in a new SELECT.
  package struct OpenRange {
    package let scope: Int
    /// How the first source refers to the row of the outer SELECT that the range starts from; nil over constants.
    package let link: SQLStepLink?
    /// The conditions, without the link.
    package let filter: SQLExpression

    package var condition: SQLExpression {
      .all((link.map { [$0.match] } ?? []) + (filter.isTruth ? [] : [filter]))
    }
  }

  /// Whether a range has an element. The form depends on indexes and on the number of rows that are tested:
  ///
  /// - If no index has the foreign keys, their table is read once for all rows.
  /// - If the condition reads nothing from outside and all rows are tested, the keys with an element are found once (`key IN (SELECT …)`).
  /// - If few rows are tested, each row is tested separately (`EXISTS`) by the index of the foreign key. If rows are tested until a limit is reached, this form
  ///   is used unless few elements pass the filter.
  ///
  /// With `key IN`, each of several steps finds the keys for the step before it (`key IN (SELECT … WHERE key IN (…))`) without a join. A join would visit the
  /// last objects once per path to them.
  package mutating func exists(_ whole: CoreRange) throws(PredicateIssue) -> SQLExpression {
    let rowGoal = scopes[rowScope].rowGoal
    let findsFew = rowGoal == .first && !whole.isCorrelated && !whole.canFail && findsFew(whole)
    let lowering = lowering
    let findsAllAtOnce = try lowering.findsAllAtOnce(whole, in: &self)
    let findsKeys = rewrites.contains(.semiJoins) && (rowGoal == .all || findsFew || findsAllAtOnce)
    let range = findsKeys ? whole.nested : whole
    if findsAllAtOnce, range.isCorrelated, let elements = try lowering.exists(range, in: &self) { return elements }
    let prefersOwnStatement = findsKeys && !range.isCorrelated && !range.canFail
    if !prefersOwnStatement, let chain = try existsByChain(range) { return chain }
    // If an element can fail, the order of the elements matters.
    guard let open = try open(range, inAnyOrder: !range.canFail, rowGoal: prefersOwnStatement ? .all : nil) else {
      return .falsehood
    }
    if prefersOwnStatement, let key = open.link?.key, let start = open.link?.outer.first {
      return .member(start, of: select([key], open, where: open.filter))
    }
    var elements = select([.integer(1)], open, where: open.filter)
    elements.link = open.link?.match
    return .exists(elements)
  }

  /// Whether the range has no start: the row, or the collection, is missing.
  package mutating func isMissing(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    switch range.steps.first?.source {
    case .relationship(let row, _, _): return try isMissing(row)
    case .elements(let value):
      guard value.isOptional else { return .falsehood }
      if case .property(let object, _) = value.node, isObject(object) { return try key(of: object).isNull }
      return try self.value(value).isNull
    case .all, nil: return .falsehood
    }
  }

  package func select(
    _ columns: [SQLExpression], _ open: OpenRange, where condition: SQLExpression
  ) -> SQLSelect {
    SQLSelect(
      columns: columns, sources: scopes[open.scope].sources, condition: condition.isTruth ? nil : condition)
  }

  /// Makes the sources of a range and its conditions; nil if it is over an empty list.
  ///
  /// - Parameters:
  ///   - rowGoal: How many rows the range is made for. `.all` finds the elements of all rows at once, and then the link is not a
  ///     condition. Nil means the row goal of the surrounding SELECT.
  ///   - ofEachRow: Whether the link becomes a condition. Then the levels of a relationship are those of the one row.
  ///   - prepare: Adds to the SELECT the parts that the filter needs, after the source of the first step has been added. Its arguments are the start row, the
  ///     link to it, and the scope.
  package mutating func open(
    _ range: CoreRange, inAnyOrder: Bool = false, rowGoal: SQLScope.RowGoal? = nil, ofEachRow: Bool = true,
    preparing prepare: (inout SQLPlanner, CoreRow, SQLStepLink, Int) throws(PredicateIssue) -> Void = { _, _, _, _ in }
  ) throws(PredicateIssue) -> OpenRange? {
    let lowering = lowering
    let scope = openScope()
    var link: SQLStepLink?
    for (position, step) in range.steps.enumerated() {
      switch step.source {
      case .relationship(let row, let member, _):
        let found = try add(
          step.variable, row, member, to: scope, isFirst: position == 0,
          isOfOneRow: position == 0 && ofEachRow && rowGoal != .all)
        guard position == 0 else { continue }
        link = found
        if rowGoal == .all { try lowering.narrow(range, found, in: scope, of: &self) }
        try prepare(&self, row, found, scope)
      case .all(let name):
        let entity = try entity(named: name)
        let isFirst = scopes[scope].sources.isEmpty
        try bind(entity, to: scope, as: step.variable, join: isFirst ? .none : .cross)
      case .elements(let collection):
        let isAlone = range.steps.count == 1
        guard
          try addElements(of: collection, as: step.variable, to: scope, isAlone: isAlone, inAnyOrder: inAnyOrder)
        else { return nil }
      }
    }
    // The row goal applies to the outermost SELECT: an inner SELECT tests every row that it finds.
    let outer = scopes[rowScope]
    scopes[scope].isInsideRowGoal = outer.isInsideRowGoal || (rowGoal ?? outer.rowGoal) != .all
    var filter = try condition(range.filter, ofRowsIn: scope)
    if range.canFail { filter = guardedByJoin(filter, of: scope, link) }
    return OpenRange(scope: scope, link: link, filter: .all(scopes[scope].conditions + [filter]))
  }

  /// A filter that can fail, in a form that the database evaluates only for elements of the range, in the order of the steps.
  ///
  /// A database joins tables in any order, and may evaluate a condition on the last one for rows that no step reaches. CASE depends on all the tables, and
  /// CROSS JOIN keeps their order.
  private mutating func guardedByJoin(_ filter: SQLExpression, of scope: Int, _ link: SQLStepLink?) -> SQLExpression {
    scopes[scope].conditions += scopes[scope].takeInnerJoins()
    let reached = SQLExpression.all((link.map { [$0.match] } ?? []) + scopes[scope].conditions)
    return reached.isTruth ? filter : .choose(reached, filter, otherwise: .falsehood)
  }

  /// The foreign key of a to-many relationship: its table and columns.
  package func referringColumns(
    _ relationship: Relationship
  ) throws(PredicateIssue) -> (table: String, columns: [String])? {
    switch relationship.storage {
    case .foreignKeyOfDestination(let columns): (try entity(named: relationship.destination).table, columns)
    case .joinTable(let join): (join.table, join.sourceColumns)
    case .foreignKey: nil
    }
  }

  /// Adds the source of a to-many step.
  ///
  /// - Parameter isOfOneRow: Whether the levels of a relationship are those of the one row, and not of all rows.
  package mutating func add(
    _ variable: Int, _ row: CoreRow, _ member: Member, to scope: Int, isFirst: Bool, joinsObjects: Bool = true,
    isOfOneRow: Bool = false
  ) throws(PredicateIssue) -> SQLStepLink {
    let owner = try entity(of: row)
    let relationship = try relationship(member, of: owner)
    let destination = try entity(named: relationship.destination)
    guard let (table, columns) = try referringColumns(relationship) else {
      throw .unsupportedInSQL("The to-many relationship '\(member.name)' in a column of its own table", range: .none)
    }
    let linkColumns: [String]? =
      if case .joinTable(let join) = relationship.storage { join.destinationColumns } else { nil }
    let mayBeNull = linkColumns == nil ? mayHoldNull(columns, in: destination) : !relationship.isTrusted
    let reference = try self.link(columns, of: table, to: row, relationship, of: owner, mayBeNull: mayBeNull)
    var relation = linkColumns == nil ? Self.relation(of: destination) : .table(table)
    if let base = baseOfLevels(member.name, of: owner), case .joinTable(let pairs) = relationship.storage {
      relation = try levels(of: base, from: owner, as: pairs, startingFrom: isOfOneRow ? reference : nil)
    }
    let source = try add(relation, to: scope, foundBy: columns) {
      isFirst ? .none : .inner(reference.of($0).match)
    }
    let link = linkColumns.map { SQLVariable.Link(source: source, table: table, columns: $0) }
    variables[variable] = SQLVariable(
      scope: scope, entity: destination, source: link == nil ? source : nil, link: link,
      startTable: isFirst && columns.first.map { indexes.begin(with: $0, of: table) } == true ? owner.table : nil)
    if let column = relationship.orderColumn {
      let place = SQLExpression.column(column, of: source, mayBeNull: true)
      let number = lowering.place(in: place, isTrusted: relationship.isTrusted)
      variables[variable]?.orderPlace = number
    }
    // A pair without its object is not an element. If that cannot occur, the objects are joined only when they are needed.
    if joinsObjects, link != nil, !relationship.isTrusted || destination.key.integerColumn == nil {
      _ = try self.source(of: .variable(variable))
    }
    return reference.of(source)
  }

  /// Whether a foreign key can be NULL: not if the model has it as a trusted relationship that is never nil.
  private func mayHoldNull(_ columns: [String], in entity: Entity) -> Bool {
    !entity.relationships.contains { relationship in
      guard case .foreignKey(let names) = relationship.storage, names.count == columns.count else { return false }
      return !relationship.mayBeNil && zip(names, columns).allSatisfy { $0.hasSameScalars(as: $1) }
    }
  }

  /// Adds the elements of a collection value as rows; false if there are none.
  private mutating func addElements(
    of collection: CoreValue, as variable: Int, to scope: Int, isAlone: Bool, inAnyOrder: Bool
  ) throws(PredicateIssue) -> Bool {
    let parts: [CoreValue]
    switch collection.node {
    case .constant(.array(let elements)), .constant(.set(let elements)):
      parts = elements.map { .constant($0, range: collection.range) }
    case .list(let elements):
      parts = elements
    case .property(let object, let name) where isObject(object):
      try addObjects(of: object, name, as: variable, to: scope)
      return true
    default:
      let lowering = lowering
      guard let elements = try lowering.elements(of: collection, inAnyOrder: inAnyOrder, in: &self) else {
        throw .unsupportedInSQL("The elements of a collection that is a value", range: collection.range)
      }
      try addElements(
        elements.relation, as: variable, to: scope, isNative: false, isNumbered: true, value: elements.value)
      return true
    }
    guard !parts.isEmpty else { return false }
    let isNative = haveOneForm(collection.type) && parts.allSatisfy { self.isNative($0) }
    let rows = try parts.map { part throws(PredicateIssue) in
      isNative ? try native(part) : try exact(.any(part), range: part.range)
    }
    // A value other than a constant may refer to the outside, and an element before another step needs its place.
    let isNumbered = !isAlone || !rows.allSatisfy(\.isParameter)
    try addElements(
      isNumbered ? .numbered(rows) : .values(rows), as: variable, to: scope, isNative: isNative, isNumbered: isNumbered,
      hasOwnCollation: rows.contains(where: \.hasOwnCollation))
    return true
  }

  private func haveOneForm(_ type: QueryType) -> Bool {
    if case .collection(let element) = type { hasForm(element) } else { false }
  }

  private mutating func addElements(
    _ relation: SQLSource.Relation, as variable: Int, to scope: Int, isNative: Bool, isNumbered: Bool,
    hasOwnCollation: Bool = false, value: (SQLExpression) -> SQLExpression = { $0 }
  ) throws(PredicateIssue) {
    let isFirst = scopes[scope].sources.isEmpty
    let source = try add(relation, to: scope) { _ in isFirst ? .none : .cross }
    let name = isNumbered ? SQLSource.valueColumn : dialect.valuesColumn
    // The selected column keeps its collation.
    let element = value(.column(name, of: source, mayBeNull: true, hasOwnCollation: hasOwnCollation))
    let place = isNumbered ? SQLExpression.column(SQLSource.placeColumn, of: source, mayBeNull: false) : nil
    variables[variable] = SQLVariable(
      scope: scope, entity: nil, source: source, link: nil,
      element: SQLVariable.Element(expression: element, isNative: isNative, place: place))
  }

  private func isObject(_ value: CoreValue) -> Bool {
    if case .object(let entity) = value.type { model.entity(named: entity) != nil } else { false }
  }

  /// The objects of a to-many member of an object that is a value, found from the object's row.
  private mutating func addObjects(
    of object: CoreValue, _ name: String, as variable: Int, to scope: Int
  ) throws(PredicateIssue) {
    guard case .object(let entityName) = object.type else { return }
    let entity = try entity(named: entityName)
    let member = Member(name, .toMany(entityName), isOptional: false)
    let relationship = try relationship(member, of: entity)
    let key = try key(of: object)
    let isFirst = scopes[scope].sources.isEmpty
    let start = try bind(entity, to: scope, join: isFirst ? .none : .cross)
    scopes[scope].conditions.append(try isRow(.variable(start), identifiedBy: key, range: object.range))
    let step = Member(name, .toMany(relationship.destination), isOptional: false)
    _ = try add(variable, .variable(start), step, to: scope, isFirst: false)
  }
}

extension CoreCondition {
  /// Whether it is true for every row.
  package var isAlwaysTrue: Bool {
    if case .always(true) = node { true } else { false }
  }
}

extension SQLExpression {
  fileprivate var isParameter: Bool {
    if case .parameter = node { true } else { false }
  }
}
