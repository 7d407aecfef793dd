import PredicateBinding
import PredicateModel
import PredicateValues

/// Ranges: to-many ways as SELECTs of their own, never as joins of the outer one, which would give rows twice.
extension SQLPlanner {
  /// A range whose sources are in a new SELECT.
  struct OpenRange {
    let scope: Int
    /// The columns of the first source that hold the key of the row that the range starts from; empty over constants.
    let link: [SQLExpression]
    /// That key, in the outer SELECT.
    let start: [SQLExpression]
    /// The conditions, without the link.
    let filter: SQLExpression

    /// The link and the conditions.
    var condition: SQLExpression {
      .all((link.isEmpty ? [] : [SQLPlanner.match(link, start)]) + (filter.isTruth ? [] : [filter]))
    }
  }

  /// Whether a range has an element.
  ///
  /// Where nothing inside refers to the outside, the keys that have one are found once (`key IN (SELECT …)`), unless few rows are
  /// asked: then each is asked on its own (`EXISTS`), by the index of the foreign key.
  mutating func exists(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    let prefersOwnStatement = !asksFewRows && !range.isCorrelated
    guard let open = try open(range) else { return .falsehood }
    if prefersOwnStatement, let link = open.link.first, let start = open.start.first, open.link.count == 1 {
      return .member(start, of: select([link], open, where: open.filter))
    }
    return .exists(select([.integer(1)], open, where: open.condition))
  }

  /// Whether there is no row that the range starts from.
  mutating func isMissing(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    guard case .relationship(let row, _, _)? = range.steps.first?.source else { return .falsehood }
    return try isMissing(row)
  }

  /// A SELECT over a range.
  func select(
    _ columns: [SQLExpression], _ open: OpenRange, where condition: SQLExpression
  ) -> SQLSelect {
    SQLSelect(
      columns: columns, sources: scopes[open.scope].sources, condition: condition.isTruth ? nil : condition)
  }

  /// Makes the sources of a range, and its conditions; nil where it is over no constants at all.
  mutating func open(_ range: CoreRange) throws(PredicateIssue) -> OpenRange? {
    let scope = openScope()
    var link: [SQLExpression] = []
    var start: [SQLExpression] = []
    for (position, step) in range.steps.enumerated() {
      switch step.source {
      case .relationship(let row, let member, _):
        let (ours, theirs) = try add(step.variable, row, member, to: scope, isFirst: position == 0)
        if position == 0 { (link, start) = (theirs, ours) }
      case .elements(let collection):
        guard try addElements(of: collection, as: step.variable, to: scope) else { return nil }
      }
    }
    // Few rows are asked only of the outermost SELECT: what an inner one asks, it asks of every row that it finds.
    let outer = asksFewRows
    asksFewRows = false
    let filter = try condition(range.filter)
    asksFewRows = outer
    return OpenRange(scope: scope, link: link, start: start, filter: filter)
  }

  /// Adds the source of a to-many step; gives the key of its start and the columns that hold that key.
  private mutating func add(
    _ variable: Int, _ row: CoreRow, _ member: Member, to scope: Int, isFirst: Bool
  ) throws(PredicateIssue) -> (ours: [SQLExpression], theirs: [SQLExpression]) {
    let relationship = try relationship(member, of: try entity(of: row))
    let destination = try entity(named: relationship.destination)
    let ours = try keyColumns(of: row)
    let table: String
    let columns: [String]
    var linkColumns: [String]?
    switch relationship.storage {
    case .foreignKeyOfDestination(let names): (table, columns) = (destination.table, names)
    case .joinTable(let join):
      (table, columns, linkColumns) = (join.table, join.sourceColumns, join.destinationColumns)
    case .foreignKey:
      throw .unsupportedInSQL("The to-many relationship '\(member.name)' in a column of its own table", range: .none)
    }
    let mayBeNull = linkColumns == nil ? mayHoldNull(columns, in: destination) : !relationship.isTrusted
    func theirs(_ number: Int) -> [SQLExpression] {
      columns.map { .column($0, of: number, mayBeNull: mayBeNull) }
    }
    let source = try add(.table(table), to: scope) { number in
      isFirst ? .none : .inner(Self.match(theirs(number), ours))
    }
    let link = linkColumns.map { SQLVariable.Link(source: source, columns: $0) }
    variables[variable] = SQLVariable(
      scope: scope, entity: destination, source: link == nil ? source : nil, link: link)
    // A pair whose object is not there is no element; where that cannot be, the objects are joined only when asked for.
    if link != nil, !relationship.isTrusted || destination.key.integerColumn == nil {
      _ = try self.source(of: .variable(variable))
    }
    return (ours, theirs(source))
  }

  /// Whether a foreign key can be NULL: not where the model has it as a trusted relationship that is always there.
  private func mayHoldNull(_ columns: [String], in entity: Entity) -> Bool {
    !entity.relationships.contains { relationship in
      guard case .foreignKey(let names) = relationship.storage, names.count == columns.count else { return false }
      return !relationship.mayBeNil && zip(names, columns).allSatisfy { $0.hasSameScalars(as: $1) }
    }
  }

  /// Adds the elements of a collection value as rows; false where there are none.
  private mutating func addElements(
    of collection: CoreValue, as variable: Int, to scope: Int
  ) throws(PredicateIssue) -> Bool {
    var rows: [SQLExpression] = []
    switch collection.node {
    case .constant(.array(let elements)), .constant(.set(let elements)):
      for element in elements { rows.append(.parameter(try Self.bound(element, range: collection.range))) }
    case .list(let parts):
      for part in parts { rows.append(try value(part)) }
    default:
      throw .unsupportedInSQL("A range over \(collection.type.description)", range: collection.range)
    }
    guard !rows.isEmpty else { return false }
    let isFirst = scopes[scope].sources.isEmpty
    let source = try add(.values(rows), to: scope) { _ in isFirst ? .none : .cross }
    variables[variable] = SQLVariable(scope: scope, entity: nil, source: source, link: nil)
    return true
  }
}
