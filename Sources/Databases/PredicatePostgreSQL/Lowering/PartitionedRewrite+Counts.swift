#if PostgreSQL
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// Numbers of elements that other servers have, for the objects of a table that is here.
  extension PartitionedRewrite {
    /// A statement of local objects that counts the elements of all of them once, in groups. For each object alone, each server would get a statement.
    ///
    /// ```sql
    /// SELECT t0.id FROM friend t0 ORDER BY (SELECT count(*) FROM loan t1 WHERE t1.friend_id = t0.id)
    /// SELECT t0.id FROM friend t0 LEFT JOIN (SELECT friend_id AS k, count(*) AS n FROM loan GROUP BY 1) t2 ON t2.k = t0.id ORDER BY CASE …
    /// ```
    ///
    /// A statement with other conditions may have few objects, and one that shows the numbers of its first objects has few.
    mutating func countedOnce(_ select: SQLSelect) -> SQLSelect {
      guard case .table? = select.sources.first?.relation, select.grouping.isEmpty, !select.isDistinct,
        (select.condition?.conjuncts ?? []).allSatisfy({ $0.contains { count(in: $0, of: select) != nil } })
      else { return select }
      let decisive = select.order.map(\.expression) + (select.condition.map { [$0] } ?? [])
      guard select.limit == nil || decisive.contains(where: { $0.contains { count(in: $0, of: select) != nil } }) else {
        return select
      }
      var added: [SQLSource] = []
      var counted = select
      counted.order = select.order.map { $0.place == nil ? $0 : $0.map { _ in .null } }
      var result = counted.map({ part, _ in replacingCounts(part, of: select, &added) }, select: { $0 })
      // The value of a line with the place of a column is that of the column.
      for (position, line) in select.order.enumerated() {
        guard let place = line.place else { continue }
        result.order[position] = line.map { _ in result.columns[place - 1] }
        result.order[position].place = place
      }
      result.sources += added
      return result
    }

    /// A number of elements: the statement of one object without its link, the column of the elements that refers to the object, and the object's key.
    private struct ElementCount {
      let rows: SQLSelect
      let foreign: SQLExpression
      let key: SQLExpression
    }

    /// The number of elements that an expression is; nil for every other expression.
    private func count(in expression: SQLExpression, of select: SQLSelect) -> ElementCount? {
      guard case .scalar(let rows) = expression.node, readsPartitions(rows), rows.columns.count == 1,
        case .function(let function, let arguments) = rows.columns[0].node, function == .count, arguments.isEmpty,
        rows.grouping.isEmpty, rows.order.isEmpty, rows.limit == nil, rows.offset == 0, let root = select.sources.first
      else { return nil }
      var conditions = [rows.link, rows.condition].compactMap(\.self).flatMap(\.conjuncts)
      guard let place = conditions.firstIndex(where: { $0.reads(root.number) }),
        case .binary(.equal, let left, let right) = conditions.remove(at: place).node, left.isColumn, right.isColumn
      else { return nil }
      let (foreign, key) = left.reads(root.number) ? (right, left) : (left, right)
      var free = rows
      (free.link, free.condition) = (nil, conditions.isEmpty ? nil : .all(conditions))
      guard key.reads(root.number), SQLSourceSearch.isClosed(free),
        SQLSourceSearch.reads(foreign, only: Set(rows.sources.map(\.number)))
      else { return nil }
      return ElementCount(rows: free, foreign: foreign, key: key)
    }

    private mutating func replacingCounts(
      _ expression: SQLExpression, of select: SQLSelect, _ added: inout [SQLSource]
    ) -> SQLExpression {
      guard let count = count(in: expression, of: select) else {
        return expression.map({ part, _ in replacingCounts(part, of: select, &added) }, select: { $0 })
      }
      let number = rewriter.nextSource
      rewriter.nextSource += 1
      var groups = count.rows
      groups.columns = [count.foreign] + groups.columns
      groups.columnNames = ["k", "n"]
      groups.grouping = [.integer(1)]
      let link = SQLExpression.compare(
        .equal, .column("k", of: number, type: count.foreign.type, mayBeNull: true), count.key)
      added.append(SQLSource(number: number, relation: .select(rewritten(groups)), join: .left(link)))
      let found = SQLExpression.column("n", of: number, type: .integer, mayBeNull: true)
      return .choose(found.isNull, .integer(0), otherwise: found)
    }
  }
#endif
