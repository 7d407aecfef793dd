import PredicateBinding
import PredicateModel
import PredicateValues

/// Rows: the source with an object's columns, and the object's key.
extension SQLPlanner {
  package func entity(of row: CoreRow) throws(PredicateIssue) -> Entity {
    switch row {
    case .variable(let number):
      guard let entity = variables[number]?.entity else { throw .notInModel("$\(number)") }
      return entity
    case .toOne(_, _, let name):
      return try entity(named: name)
    }
  }

  package func relationship(_ member: Member, of entity: Entity) throws(PredicateIssue) -> Relationship {
    if let relationship = entity.relationship(named: member.name) { return relationship }
    guard let base = baseOfLevels(member.name, of: entity) else { throw .notInModel("\(entity.name).\(member.name)") }
    guard !entity.key.columns.isEmpty else { throw .noKey(entity.name) }
    return base.levels(keyLength: entity.key.columns.count)
  }

  /// The relationship whose levels a name means: `reports` for `reports*`. Nil for any other name.
  package func baseOfLevels(_ name: String, of entity: Entity) -> Relationship? {
    if entity.relationship(named: name) != nil { return nil }
    return QueryKeyPath.relationship(ofLevels: name).flatMap { entity.relationship(named: $0) }
  }

  /// The source with the columns of a row. A to-one path is joined when it is first needed, in the SELECT that binds the path's variable.
  package mutating func source(of row: CoreRow) throws(PredicateIssue) -> Int {
    switch row {
    case .variable(let number): try source(ofVariable: number)
    case .toOne(let base, let member, let target): try source(of: base, member, target, row)
    }
  }

  private mutating func source(ofVariable number: Int) throws(PredicateIssue) -> Int {
    guard let variable = variables[number] else { throw .notInModel("$\(number)") }
    if let source = variable.source { return source }
    guard let entity = variable.entity, let link = variable.link else { throw .notInModel("$\(number)") }
    let comparisons = keyComparisons(link.columns, of: link.table, to: entity.key.columns, of: entity)
    let source = try add(Self.relation(of: entity), to: variable.scope, foundBy: entity.key.columns) { number in
      .inner(
        Self.match(
          entity.key.columns.map { .column($0, of: number, mayBeNull: false) },
          link.columns.map { .column($0, of: link.source, mayBeNull: false) }, comparisons))
    }
    variables[number]?.source = source
    return source
  }

  private mutating func source(
    of base: CoreRow, _ member: Member, _ target: String, _ row: CoreRow
  ) throws(PredicateIssue) -> Int {
    let path = SQLScope.AccessPath(row)
    guard let scope = variables[path.variable]?.scope else { throw .notInModel("$\(path.variable)") }
    if let source = scopes[scope].joined[path] { return source }
    let lowering = lowering
    if let source = try lowering.source(ofLongPath: row, in: scope, of: &self) { return source }
    let destination = try entity(named: target)
    let link = try link(from: base, member, to: destination)
    let source = try add(Self.relation(of: destination), to: scope, foundBy: link.columns) { .left(link.of($0).match) }
    scopes[scope].joined[path] = source
    return source
  }

  /// How the row of a to-one relationship is found from the row that has the relationship.
  package mutating func link(
    from base: CoreRow, _ member: Member, to destination: Entity
  ) throws(PredicateIssue) -> SQLStepLink {
    let owner = try entity(of: base)
    let relationship = try relationship(member, of: owner)
    switch relationship.storage {
    case .foreignKey(let columns):
      let source = try source(of: base)
      let referenced = relationship.referencedColumns ?? destination.key.columns
      let comparisons = keyComparisons(columns, of: owner.table, to: referenced, of: destination)
      let outer = zip(columns, comparisons).map { column, comparison in
        let key = SQLExpression.column(column, of: source, mayBeNull: true)
        return comparison?.asKey(key) ?? key
      }
      return SQLStepLink(outer: outer, columns: referenced)
    case .foreignKeyOfDestination(let columns):
      return try link(columns, of: destination.table, to: base, relationship, of: owner)
    case .joinTable:
      throw .unsupportedInSQL(
        "The to-one relationship '\(member.name)', which is stored in a join table,", range: .none)
    }
  }

  /// How columns of another table refer to a row.
  package mutating func link(
    _ columns: [String], of table: String, to row: CoreRow, _ relationship: Relationship, of owner: Entity,
    mayBeNull: Bool = true
  ) throws(PredicateIssue) -> SQLStepLink {
    SQLStepLink(
      outer: try keyColumns(of: row, for: relationship), columns: columns, mayBeNull: mayBeNull,
      keyDecides: keyDecides(relationship, of: owner),
      comparisons: keyComparisons(
        columns, of: table, to: relationship.referencedColumns ?? owner.key.columns, of: owner))
  }

  /// The key of a row, in the form in which foreign keys contain it; NULL if the row does not exist.
  ///
  /// A trusted foreign key is used as the destination's key, without a join. A foreign key that may dangle is not: the destination's row is joined
  /// and its key is read. So a dangling key is nil, as in memory.
  package mutating func keyColumns(of row: CoreRow) throws(PredicateIssue) -> [SQLExpression] {
    if let columns = try foreignKey(to: row) { return columns }
    // Without a joined row, the columns of the join table are the key. If the row is joined, its own key is read, because a join table may store the
    // key differently.
    if case .variable(let number) = row, let link = variables[number]?.link, variables[number]?.source == nil {
      return link.columns.map { .column($0, of: link.source, mayBeNull: false) }
    }
    let columns = try entity(of: row).key.columns
    guard !columns.isEmpty else { throw .noKey(try entity(of: row).name) }
    let source = try source(of: row)
    return columns.map { .column($0, of: source, mayBeNull: row.isOptional) }
  }

  /// The values that foreign keys of a relationship contain for a row: the row's key, or the other columns that the foreign keys refer to.
  package mutating func keyColumns(
    of row: CoreRow, for relationship: Relationship
  ) throws(PredicateIssue) -> [SQLExpression] {
    guard let referenced = relationship.referencedColumns else { return try keyColumns(of: row) }
    let source = try source(of: row)
    return referenced.map { .column($0, of: source, mayBeNull: true) }
  }

  /// The identity of a row: the integer of its object reference. If it has none, the columns of its key as one value.
  package mutating func identity(of row: CoreRow, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    let entity = try entity(of: row)
    if entity.key.integerColumn != nil, let key = try keyColumns(of: row).first { return key }
    if let column = entity.key.referenceColumn {
      return .column(column, of: try source(of: row), mayBeNull: row.isOptional)
    }
    guard !entity.key.columns.isEmpty else { throw .noKey(entity.name, range: range) }
    // The key is read from the row itself, because a foreign key may store the same key differently.
    let source = try source(of: row)
    let columns = entity.key.columns.map { SQLExpression.column($0, of: source, mayBeNull: row.isOptional) }
    let key = try exact(.identity(columns), range: range)
    return row.isOptional ? .choose(.all(columns.map(\.isNotNull)), key) : key
  }

  /// Whether a row is the object that a value identifies.
  package mutating func isRow(
    _ row: CoreRow, identifiedBy key: SQLExpression, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    .compare(.equal, try identity(of: row, range: range), key)
  }

  /// Whether a row is missing. Never true for the row of a variable.
  package mutating func isMissing(_ row: CoreRow) throws(PredicateIssue) -> SQLExpression {
    guard row.isOptional else { return .falsehood }
    if let columns = try joiningColumns(of: row) { return .any(columns.map(\.isNull)) }
    // The row's own key is tested. The foreign key does not show whether its row exists, even if the model trusts it, because not every connection
    // enforces foreign keys.
    if case .toOne(_, _, let name) = row, let key = model.entity(named: name)?.key.columns, !key.isEmpty {
      let source = try source(of: row)
      return .any(key.map { SQLExpression.column($0, of: source, mayBeNull: true).isNull })
    }
    return .any(try keyColumns(of: row).map(\.isNull))
  }

  /// The columns by which the row was joined, if they are not its key. They are NULL only if the row does not exist.
  private mutating func joiningColumns(of row: CoreRow) throws(PredicateIssue) -> [SQLExpression]? {
    guard case .toOne(let base, let member, _) = row else { return nil }
    let relationship = try relationship(member, of: try entity(of: base))
    var columns = relationship.referencedColumns
    if case .foreignKeyOfDestination(let names) = relationship.storage { columns = names }
    guard let columns else { return nil }
    let source = try source(of: row)
    return columns.map { .column($0, of: source, mayBeNull: true) }
  }

  /// The columns of a trusted foreign key to a row, in the table of the row before it; nil if there are none.
  private mutating func foreignKey(to row: CoreRow) throws(PredicateIssue) -> [SQLExpression]? {
    guard case .toOne(let base, let member, _) = row else { return nil }
    let relationship = try relationship(member, of: try entity(of: base))
    guard relationship.isTrusted, relationship.referencedColumns == nil,
      case .foreignKey(let columns) = relationship.storage,
      case let destination = try entity(of: row),
      lowering.areAlike(columns, of: try entity(of: base).table, and: destination.key.columns, of: destination.table)
    else { return nil }
    let source = try source(of: base)
    return columns.map { .column($0, of: source, mayBeNull: relationship.isOptional || base.isOptional) }
  }

  /// The foreign key that refers to the integer key of a row; nil if there is none. A foreign key without a row is not equal to any key.
  package mutating func referringKey(of row: CoreRow) throws(PredicateIssue) -> SQLExpression? {
    guard case .toOne(let base, let member, _) = row, try entity(of: row).key.integerColumn != nil else { return nil }
    let relationship = try relationship(member, of: try entity(of: base))
    guard relationship.referencedColumns == nil, case .foreignKey(let columns) = relationship.storage,
      columns.count == 1
    else { return nil }
    return .column(columns[0], of: try source(of: base), mayBeNull: relationship.mayBeNil || base.isOptional)
  }

  /// Whether the key may have its own collation that also applies to foreign keys, as when the database enforces them. The key is then the left
  /// operand of the comparison.
  package func keyDecides(_ relationship: Relationship, of entity: Entity) -> Bool {
    entity.key.integerColumn == nil || relationship.referencedColumns != nil
  }

  /// How each foreign key column is compared with the key column that it refers to; nil if `=` compares all of them correctly.
  package func keyComparisons(
    _ columns: [String], of table: String, to key: [String], of entity: Entity
  ) -> [(any SQLKeyComparison)?] {
    let isGrouped = scopes[rowScope].isGrouped
    return zip(columns, key).map {
      lowering.keyComparison(of: $0, in: table, with: $1, of: entity.table, isGrouped: isGrouped)
    }
  }

  /// A test whether columns are equal one by one. The collation of the left column applies.
  ///
  /// - Parameter comparisons: How the right columns, which are foreign keys, are compared with the left ones.
  package static func match(
    _ left: [SQLExpression], _ right: [SQLExpression], _ comparisons: [(any SQLKeyComparison)?] = []
  ) -> SQLExpression {
    .all(
      zip(left, right).enumerated().flatMap { position, pair in
        guard position < comparisons.count, let comparison = comparisons[position] else {
          return [SQLExpression.compare(.equal, pair.0, pair.1)]
        }
        return comparison.conditions(key: pair.0, foreign: pair.1)
      })
  }
}
