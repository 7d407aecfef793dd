import PredicateBinding
import PredicateModel
import PredicateValues

/// Writes ranges (to-many paths) as separate SELECTs. Joining them to the outer SELECT would return a row once per element.
extension SQLPlanner {
  /// A range whose sources have been added to a new SELECT.
  package struct OpenRange {
    package let scope: Int
    /// How the first source refers to the row of the outer SELECT that the range starts from; nil for a range over constants.
    package let link: SQLStepLink?
    /// The conditions, without the link.
    package let filter: SQLExpression

    package var condition: SQLExpression {
      .all((link.map { [$0.match] } ?? []) + (filter.isTruth ? [] : [filter]))
    }
  }

  /// A test whether a range has an element. The SQL depends on the indexes and on the number of rows that are tested:
  ///
  /// - If no index has the foreign keys, their table is read once for all rows.
  /// - If the condition reads nothing from outside and all rows are tested, the keys of all rows with an element are found together (`key IN (SELECT
  ///   …)`).
  /// - If no index has the foreign keys, and they have several columns or the condition reads the row, the keys of all rows with an element are
  ///   joined to the rows (``existsInGroups(_:)``).
  /// - If few rows are tested, each row is tested separately (`EXISTS`) by the index of the foreign key. If rows are tested until a limit is reached,
  ///   `EXISTS` is also used unless few elements meet the filter.
  ///
  /// With `key IN`, each of several steps finds the keys for the step before it (`key IN (SELECT … WHERE key IN (…))`) without a join. A join would
  /// visit the last objects once per path to them.
  package mutating func exists(_ whole: CoreRange) throws(PredicateIssue) -> SQLExpression {
    let rowGoal = scopes[rowScope].rowGoal
    let findsFew = rowGoal == .first && !whole.isCorrelated && !whole.canFail && findsFew(whole)
    let lowering = lowering
    let findsAllAtOnce = try lowering.findsAllAtOnce(whole, in: &self)
    let findsKeys = rewrites.contains(.semiJoins) && (rowGoal == .all || findsFew || findsAllAtOnce)
    let range = findsKeys ? whole.nested : whole
    if findsAllAtOnce, range.isCorrelated, let elements = try lowering.exists(range, in: &self) { return elements }
    if let groups = try existsInGroups(range) { return groups }
    let prefersOwnStatement = findsKeys && !range.isCorrelated && !range.canFail
    if !prefersOwnStatement, let chain = try existsByChain(range) { return chain }
    // If evaluating an element can fail, the elements must be tested in order.
    let found = try open(
      range, inAnyOrder: !range.canFail, rowGoal: prefersOwnStatement ? .all : nil, isOnce: false)
    guard let open = found else { return .falsehood }
    if prefersOwnStatement, let key = open.link?.key, let start = open.link?.outer.first {
      return .member(start, of: select([key], open, where: open.filter))
    }
    var elements = select([.integer(1)], open, where: open.filter)
    elements.link = open.link?.match
    return .exists(elements)
  }

  /// Whether the range has no start, because the row or the collection that it starts from does not exist.
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

  /// Adds the sources of a range and its conditions to a new SELECT; nil if the range is over an empty list.
  ///
  /// - Parameters:
  ///   - rowGoal: How many rows of the outer SELECT are tested. With `.all` the elements of all rows are found together, so the link is not a
  ///     condition. Nil means the row goal of the surrounding SELECT.
  ///   - ofEachRow: Whether the link becomes a condition. Then only the levels of one row are found.
  ///   - isOnce: Whether each element has to be found once. False if only its existence counts.
  ///   - prepare: Adds the parts that the filter needs to the SELECT, after the source of the first step has been added. Its arguments are the
  ///     start row, the link to it, and the scope.
  package mutating func open(
    _ range: CoreRange, inAnyOrder: Bool = false, rowGoal: SQLScope.RowGoal? = nil, ofEachRow: Bool = true,
    isOnce: Bool = true,
    preparing prepare: (inout SQLPlanner, CoreRow, SQLStepLink, Int) throws(PredicateIssue) -> Void = { _, _, _, _ in }
  ) throws(PredicateIssue) -> OpenRange? {
    let lowering = lowering
    let scope = openScope()
    scopes[scope].runsForEachRow = ofEachRow && rowGoal != .all
    var link: SQLStepLink?
    for (position, step) in range.steps.enumerated() {
      switch step.source {
      case .relationship(let row, let member, _):
        let found = try add(
          step.variable, row, member, to: scope, isFirst: position == 0,
          isOfOneRow: position == 0 && ofEachRow && rowGoal != .all, isOnce: isOnce)
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
    // The number of tested rows applies only to the outermost SELECT. An inner SELECT tests every row that it finds.
    let outer = scopes[rowScope]
    scopes[scope].isInsideRowGoal = outer.isInsideRowGoal || (rowGoal ?? outer.rowGoal) != .all
    var filter = try condition(range.filter, ofRowsIn: scope)
    if range.canFail { filter = guarded(filter, of: range, in: scope, link) }
    return OpenRange(scope: scope, link: link, filter: .all(scopes[scope].conditions + [filter]))
  }

  /// A filter that can fail, written so that the database evaluates it only for elements of the range, in the order of the steps.
  ///
  /// A database joins tables in any order, and may evaluate a condition on the last table for rows that no step reaches. A CASE that reads all the
  /// tables prevents that, and CROSS JOIN keeps their order. A database may also test the parts of the filter that need no element first, and not make
  /// the collection if one of them is false. If making the collection can fail, the CASE reads the element, too.
  private mutating func guarded(
    _ filter: SQLExpression, of range: CoreRange, in scope: Int, _ link: SQLStepLink?
  ) -> SQLExpression {
    scopes[scope].conditions += scopes[scope].takeInnerJoins()
    var tests = (link.map { [$0.match] } ?? []) + scopes[scope].conditions
    if !filter.isTruth, let step = range.steps.last, case .elements(let collection) = step.source, collection.canFail,
      let place = variables[step.variable]?.element?.place
    {
      tests.append(SQLExpression(.nullTest(place, isNull: false), mayBeNull: false))
    }
    let reached = SQLExpression.all(tests)
    return reached.isTruth ? filter : .choose(reached, filter, otherwise: .falsehood)
  }

  /// The foreign key of a to-many relationship: its table and columns.
  package func referringColumns(
    _ relationship: Relationship
  ) throws(PredicateIssue) -> (table: String, columns: [String])? {
    relationship.storage.referringColumns(to: try entity(named: relationship.destination).table)
  }

  /// Adds the source of a to-many step.
  ///
  /// - Parameters:
  ///   - isOfOneRow: Whether the levels of a relationship are found for the one row only, and not for all rows.
  ///   - isOnce: Whether each element has to be found once. False if only its existence counts.
  package mutating func add(
    _ variable: Int, _ row: CoreRow, _ member: Member, to scope: Int, isFirst: Bool, joinsObjects: Bool = true,
    isOfOneRow: Bool = false, isOnce: Bool = true
  ) throws(PredicateIssue) -> SQLStepLink {
    let owner = try entity(of: row)
    let relationship = try relationship(member, of: owner)
    let destination = try entity(named: relationship.destination)
    guard let (table, columns) = try referringColumns(relationship) else {
      throw .unsupportedInSQL(
        "The to-many relationship '\(member.name)', which is stored in a column of its own table,", range: .none)
    }
    let linkColumns: [String]? =
      if case .joinTable(let join) = relationship.storage { join.destinationColumns } else { nil }
    let mayBeNull = linkColumns == nil ? mayHoldNull(columns, in: destination) : !relationship.isTrusted
    let reference = try self.link(columns, of: table, to: row, relationship, of: owner, mayBeNull: mayBeNull)
    var relation = linkColumns == nil ? Self.relation(of: destination) : .table(table)
    // The pairs of an ordered relationship have positions, so repeated pairs are not removed.
    let pairColumns = columns + (linkColumns ?? [])
    let repeated =
      isOnce && linkColumns != nil && relationship.orderColumn == nil
      ? lowering.repeatedPairs(pairColumns, of: table) : nil
    // An index of both columns finds the other rows with the same pair. Without one, the table is read once for all pairs, because an index of one
    // column would find all pairs of an object for each pair. The SELECT of all pairs needs the names of their columns.
    let keepsNames = pairColumns.allSatisfy(dialect.keepsName(ofColumn:))
    let findsOthers = indexes.begin(withTwoOf: pairColumns, of: table) || !keepsNames
    let uniqueColumn = findsOthers ? repeated?.uniqueColumn : nil
    if repeated != nil, uniqueColumn == nil, !keepsNames {
      throw .unsupportedInSQL("The table \(table) of repeated pairs without row numbers", range: .none)
    }
    if repeated != nil, uniqueColumn == nil { relation = distinct(pairColumns, of: table) }
    if let base = baseOfLevels(member.name, of: owner), case .joinTable(let pairs) = relationship.storage {
      relation = try levels(of: base, from: owner, as: pairs, startingFrom: isOfOneRow ? reference : nil)
    }
    let source = try add(relation, to: scope, foundBy: columns) {
      isFirst ? .none : .inner(reference.of($0).match)
    }
    if let uniqueColumn {
      let condition = self.isFirst(uniqueColumn, of: source, with: pairColumns, in: table)
      scopes[scope].conditions.append(condition)
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
    // A pair whose object does not exist is not an element, so the objects are joined. If there can be no such pair, they are joined only when one of
    // their columns is read. A table without a key may also have pairs with NULL.
    if joinsObjects, link != nil, !relationship.isTrusted || repeated != nil || destination.key.integerColumn == nil {
      _ = try self.source(of: .variable(variable))
    }
    return reference.of(source)
  }

  /// The pairs of a join table, each of them once, although the table may contain a pair several times.
  private mutating func distinct(_ columns: [String], of table: String) -> SQLSource.Relation {
    let source = SQLSource(number: nextSource, relation: .table(table), join: .none)
    nextSource += 1
    var pairs = SQLSelect(
      columns: columns.map { .column($0, of: source.number, mayBeNull: true) }, sources: [source])
    pairs.columnNames = columns
    pairs.isDistinct = true
    return .select(pairs)
  }

  /// Whether a row of a join table is the first one with its pair.
  private mutating func isFirst(
    _ uniqueColumn: String, of source: Int, with columns: [String], in table: String
  ) -> SQLExpression {
    let other = SQLSource(number: nextSource, relation: .table(table), join: .none)
    nextSource += 1
    func compared(_ op: SQLBinaryOperator, _ column: String) -> SQLExpression {
      .compare(
        op, .column(column, of: other.number, mayBeNull: true), .column(column, of: source, mayBeNull: true))
    }
    let earlier = columns.map { compared(.equal, $0) } + [compared(.less, uniqueColumn)]
    return SQLExpression.exists(
      SQLSelect(columns: [.integer(1)], sources: [other], condition: .all(earlier))
    ).negated
  }

  /// Whether a foreign key can be NULL. False if a trusted relationship of the model that is never nil has these columns.
  private func mayHoldNull(_ columns: [String], in entity: Entity) -> Bool {
    !entity.relationships.contains { relationship in
      guard case .foreignKey(let names) = relationship.storage, names.count == columns.count else { return false }
      return !relationship.mayBeNil && zip(names, columns).allSatisfy { $0.hasSameScalars(as: $1) }
    }
  }

  /// Adds the elements of a collection value as rows. Returns false if there are no elements.
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
        throw .unsupportedInSQL("Reading the elements of a collection that is a single value", range: collection.range)
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
    // The rows have positions in two cases: if a value is not a constant, because it may read outer rows, and if another step follows, because its
    // order depends on them.
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
    // A selected column keeps its collation.
    let element = value(.column(name, of: source, mayBeNull: true, hasOwnCollation: hasOwnCollation))
    let place = isNumbered ? SQLExpression.column(SQLSource.placeColumn, of: source, mayBeNull: false) : nil
    variables[variable] = SQLVariable(
      scope: scope, entity: nil, source: source, link: nil,
      element: SQLVariable.Element(expression: element, isNative: isNative, place: place))
  }

  private func isObject(_ value: CoreValue) -> Bool {
    if case .object(let entity) = value.type { model.entity(named: entity) != nil } else { false }
  }

  /// The objects of a to-many member of an object that is a computed value. The object's row is found first.
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
  /// Whether the condition is the constant TRUE.
  package var isAlwaysTrue: Bool {
    if case .always(true) = node { true } else { false }
  }
}

extension SQLExpression {
  fileprivate var isParameter: Bool {
    if case .parameter = node { true } else { false }
  }
}
