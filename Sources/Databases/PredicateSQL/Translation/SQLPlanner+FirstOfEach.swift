import PredicateBinding
import PredicateModel
import PredicateValues

/// The first rows with the same keys: `first 3 of each genre`.
///
/// It takes three nested statements. The first has the rows with their keys and sort values, distinct if required. The second numbers each row among
/// the rows with the same keys. The third keeps the rows with small numbers, and applies the order, limit and offset.
extension SQLPlanner {
  /// The statement that keeps the first rows of another one.
  ///
  /// - Parameters:
  ///   - keys: The values that the rows have in common, in the scope of the statement (``firstKeys(_:)``).
  ///   - select: The statement with its order, limit and offset.
  package mutating func firstOfEach(
    _ first: BoundFetch.FirstOfEach, _ keys: [SQLExpression], of select: SQLSelect
  ) throws(PredicateIssue) -> SQLSelect {
    if select.columns.contains(where: \.isAllColumns) {
      throw .unsupportedInSQL("“first … of each” in a request that reads only columns of one table", range: .none)
    }
    if let byKey = try firstOfEachByKey(first, keys, of: select) { return byKey }
    var rows = select
    rows.columns += select.order.map(\.expression) + keys
    rows.columnNames = rows.columns.indices.map { "r\($0)" }
    (rows.order, rows.limit, rows.offset) = ([], nil, 0)

    let middle = openScope()
    let numbered = try columns(of: rows, in: middle)
    let order = Self.order(select.order, by: numbered.dropFirst(select.columns.count))
    let place = SQLWindow(among: numbered.suffix(keys.count).map(\.comparedByScalars), order: order)
      .of(.rowNumber, [], mayBeNull: false)
    var places = SQLSelect(
      columns: numbered.dropLast(keys.count) + [place], sources: scopes[middle].sources)
    places.columnNames = places.columns.indices.map { "r\($0)" }

    let outer = openScope()
    let shown = try columns(of: places, in: outer)
    guard let last = shown.last else { return select }
    var result = SQLSelect(
      columns: Array(shown.prefix(select.columns.count)), sources: scopes[outer].sources,
      condition: .compare(.lessOrEqual, last, .parameter(.integer(Int64(first.count)))))
    result.order = Self.order(select.order, by: shown.dropFirst(select.columns.count))
    (result.limit, result.offset) = (select.limit, select.offset)
    return result
  }

  /// The statement over the table with an additional condition on the key of the rows: the subquery that numbers the rows does not need the shown
  /// columns. Nil if no key identifies the rows.
  private mutating func firstOfEachByKey(
    _ first: BoundFetch.FirstOfEach, _ keys: [SQLExpression], of select: SQLSelect
  ) throws(PredicateIssue) -> SQLSelect? {
    guard windows.isEmpty, !select.isDistinct, select.grouping.isEmpty, select.link == nil, select.columnNames.isEmpty,
      let root = select.sources.first, case .table = root.relation, case .none = root.join,
      let key = select.order.last, key.isKey, case .column(root.number, _) = key.expression.node
    else { return nil }
    var rows = select
    rows.columns = select.order.map(\.expression) + keys
    rows.columnNames = rows.columns.indices.map { "r\($0)" }
    (rows.order, rows.limit, rows.offset) = ([], nil, 0)
    let read = rows.columns + (rows.condition.map { [$0] } ?? [])
    while let last = rows.sources.last, last.mayBeMissing,
      !read.contains(where: { SQLSourceSearch.reads($0, anyOf: [last]) })
    {
      rows.sources.removeLast()
    }
    let middle = openScope()
    let numbered = try columns(of: rows, in: middle)
    let place = SQLWindow(
      among: numbered.suffix(keys.count).map(\.comparedByScalars), order: Self.order(select.order, by: numbered[...])
    ).of(.rowNumber, [], mayBeNull: false)
    var places = SQLSelect(
      columns: [numbered[select.order.count - 1], place], sources: scopes[middle].sources)
    places.columnNames = ["r0", "r1"]
    let outer = openScope()
    let shown = try columns(of: places, in: outer)
    let found = SQLSelect(
      columns: [shown[0]], sources: scopes[outer].sources,
      condition: .compare(.lessOrEqual, shown[1], .parameter(.integer(Int64(first.count)))))
    var result = select
    // The subquery already applies the statement's own condition.
    result.condition = .member(key.expression, of: found)
    return result
  }

  /// The values that the rows have in common, as group keys.
  package mutating func firstKeys(_ first: BoundFetch.FirstOfEach?) throws(PredicateIssue) -> [SQLExpression] {
    scopes[rowScope].isGrouped = true
    return try (first?.keys ?? []).map { key throws(PredicateIssue) in try groupKey(key.value) }
  }

  /// Makes a statement the source of the current SELECT, and returns its columns.
  package mutating func columns(of select: SQLSelect, in scope: Int) throws(PredicateIssue) -> [SQLExpression] {
    let source = try add(.select(select), to: scope)
    return zip(select.columnNames, select.columns).map { name, column in
      .column(name, of: source, mayBeNull: column.mayBeNull, hasOwnCollation: column.hasOwnCollation)
    }
  }

  private static func order(_ lines: [SQLOrder], by columns: ArraySlice<SQLExpression>) -> [SQLOrder] {
    zip(lines, columns).map { SQLOrder(expression: $1.comparedByScalars, isAscending: $0.isAscending) }
  }
}

extension SQLExpression {
  fileprivate var isAllColumns: Bool {
    if case .allColumns = node { true } else { false }
  }
}
