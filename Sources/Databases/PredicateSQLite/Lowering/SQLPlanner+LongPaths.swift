import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// To-one paths with more steps than a statement may join tables: SQLite joins 64.
///
/// An inner statement joins the first steps, and the outer statement joins it as one table. Its columns are those of the last step's table, and the
/// key of the first step's table under separate names. Its limit keeps SQLite from merging the two statements.
extension SQLPlanner {
  /// The number of steps that an inner statement joins. The rest of SQLite's 64 tables is left for other joins.
  private static let stepsInside = 40
  private static let tablesLeft = 8

  /// The source with the columns of a row, if the outer statement has no room for its steps; nil if there is room.
  mutating func sourceOfLongPath(to row: CoreRow, in scope: Int) throws(PredicateIssue) -> Int? {
    // The steps after the last row that already has a source, in order.
    var steps: [(member: Member, entity: String)] = []
    var start = row
    while case .toOne(let base, let member, let name) = start, scopes[scope].joined[SQLScope.AccessPath(start)] == nil {
      steps.insert((member, name), at: 0)
      start = base
    }
    let room = dialect.limits.joinedTables - Self.tablesLeft - scopes[scope].sources.count
    guard steps.count > max(1, room) else { return nil }
    while steps.count > 1 {
      let inside = steps.prefix(Self.stepsInside)
      start = try join(Array(inside), from: start, in: scope)
      steps.removeFirst(inside.count)
    }
    return try source(of: row)
  }

  /// Joins some steps as one source. Returns the row that they lead to.
  private mutating func join(
    _ steps: [(member: Member, entity: String)], from start: CoreRow, in scope: Int
  ) throws(PredicateIssue) -> CoreRow {
    let first = try entity(named: steps[0].entity)
    var link = try link(from: start, steps[0].member, to: first)
    let inner = openScope()
    var last = CoreRow.variable(try bind(first, to: inner))
    let firstSource = try source(of: last)
    var end = CoreRow.toOne(start, steps[0].member, entity: steps[0].entity)
    for step in steps.dropFirst() {
      last = .toOne(last, step.member, entity: step.entity)
      end = .toOne(end, step.member, entity: step.entity)
    }
    let lastSource = try source(of: last)
    let entity = try entity(of: last)
    let names = Self.names(link.columns.count, besides: entity)
    var columns = link.columns.map { SQLExpression.column($0, of: firstSource, mayBeNull: true) }
    var columnNames = names
    // The hidden row number is added separately, because `t.*` does not include it.
    if let number = entity.key.referenceColumn {
      columns.append(.column(number, of: lastSource, mayBeNull: true))
      columnNames.append(number)
    }
    columns.append(SQLExpression(.allColumns(source: lastSource), mayBeNull: true))
    var rows = SQLSelect(columns: columns, sources: scopes[inner].sources)
    rows.columnNames = columnNames
    rows.limit = .max
    link.columns = names
    let source = try add(.select(rows), to: scope) { [link] in .left(link.of($0).match) }
    scopes[scope].joined[SQLScope.AccessPath(end)] = source
    return end
  }

  /// Names that differ from all columns of an entity.
  private static func names(_ count: Int, besides entity: Entity) -> [String] {
    var prefix = "key"
    let taken = entity.attributes.map(\.column) + entity.key.columns
    while taken.contains(where: { $0.foldedSQLName.starts(with: prefix.utf8) }) { prefix += "_" }
    return (0..<count).map { "\(prefix)\($0)" }
  }
}
