/// Late joins: a subquery finds the first rows in an order. Other tables are joined only to these rows.
///
/// ```sql
/// SELECT s.id, c.id FROM sale s LEFT JOIN customer c ON c.id = s.customer ORDER BY s.amount LIMIT 5
/// SELECT s.id, c.id FROM (SELECT s.* FROM sale s ORDER BY s.amount LIMIT 5) s LEFT JOIN customer c … ORDER BY s.amount
/// ```
///
/// A join may be late if it keeps each row exactly once, like the outer join of a to-one step.
extension SQLRewriter {
  /// The statement with its limit and offset in a subquery; nil if no join may be late.
  package func lateJoins(_ select: SQLSelect) -> SQLSelect? {
    guard rewrites.contains(.lateJoins), select.offset > 0 || select.limit != nil && !select.order.isEmpty,
      select.sources.count > 1, let root = select.sources.first, case .none = root.join,
      !select.isDistinct, select.grouping.isEmpty, select.columnNames.isEmpty, select.link == nil
    else { return nil }
    let others = Array(select.sources.dropFirst())
    let inside = select.order.map(\.expression) + (select.condition.map { [$0] } ?? [])
    guard others.allSatisfy(\.mayBeMissing), !inside.contains(where: { SQLSourceSearch.reads($0, anyOf: others) })
    else {
      return nil
    }
    let outside = select.columns + others.compactMap(\.join.condition) + select.order.map(\.expression)
    guard let columns = SQLSourceSearch.columns(of: root.number, in: outside),
      columns.allSatisfy({ dialect.keepsName(ofColumn: $0.name) })
    else { return nil }
    var rows = SQLSelect(columns: columns.map(\.expression), sources: [root], condition: select.condition)
    rows.columnNames = columns.map(\.name)
    (rows.order, rows.limit, rows.offset) = (select.order.map(\.withoutPlace), select.limit, select.offset)
    var whole = select
    // The table has the same source number inside and outside, so that its columns keep their names.
    whole.sources[0] = SQLSource(number: root.number, relation: .select(rows), join: .none)
    (whole.condition, whole.limit, whole.offset) = (nil, nil, 0)
    return whole
  }
}
