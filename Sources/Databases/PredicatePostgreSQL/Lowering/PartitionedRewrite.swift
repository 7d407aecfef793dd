#if PostgreSQL
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// Rewrites statements over tables that are partitioned by hash over servers, so that `postgres_fdw` sends as much as possible to the servers.
  ///
  /// A statement keeps its rows and their order. These parts change:
  ///
  /// - Conditions and values over co-located elements (`ANY loans.note != nil`, `loans.@count > 2`) become aggregates of one outer join, grouped by
  ///   the key of the root.
  /// - LIMIT is applied for each partition, and once more to the combined rows.
  /// - Counts, sums and groups are computed for each partition, and the partial results are combined.
  /// - A condition on rows of a local table becomes a list of their keys, which each server receives as a parameter.
  ///
  /// ```sql
  /// SELECT t0.id FROM movie t0 WHERE EXISTS (SELECT 1 FROM loan t1 WHERE t1.movie = t0.id AND t1.note IS NOT NULL)
  /// SELECT t0.id FROM (SELECT t0.id FROM movie t0 JOIN loan t2 ON t2.movie = t0.id WHERE t2.note IS NOT NULL GROUP BY t0.id) t0
  /// ```
  struct PartitionedRewrite {
    let tables: [ScalarString: PartitionedTable]
    var rewriter: SQLRewriter

    /// The rewrite of whole statements; nil for a database without such tables.
    static func rewrite(_ tables: [ScalarString: PartitionedTable]) -> SQLSelectRewrite? {
      guard !tables.isEmpty else { return nil }
      return { select, rewriter in
        var rewrite = PartitionedRewrite(tables: tables, rewriter: rewriter)
        let result = rewrite.rewritten(select)
        rewriter = rewrite.rewriter
        return result
      }
    }

    mutating func rewritten(_ select: SQLSelect) -> SQLSelect {
      guard let first = select.sources.first, case .none = first.join else { return select }
      if case .select(let inner) = first.relation {
        var whole = select
        whole.sources[0] = SQLSource(number: first.number, relation: .select(rewritten(inner)), join: .none)
        return whole
      }
      guard case .table(let name) = first.relation, let table = tables[ScalarString(name)],
        !select.expressions.contains(where: \.isOfAllColumns)
      else { return countedOnce(select) }
      var whole = select.map({ part, _ in shippable(part) }, select: { $0 })
      var conditions = whole.condition?.conjuncts ?? []
      whole.condition = nil
      listKeys(&whole.sources, &conditions, readBy: whole.expressions)
      whole.condition = conditions.isEmpty ? nil : .all(conditions)
      let root = ColocatedRows.Root(number: first.number, name: name, table: table)
      var rows = ColocatedRows(whole, root, self, isAlone: true)
      // Two joins multiply their rows, so elements must be counted by their keys.
      if rows.joins.count > 1 { rows = ColocatedRows(whole, root, self, isAlone: false) }
      // The next number is reserved for a union.
      rewriter.nextSource = rows.nextSource + 1
      return rows.statement
    }

    // MARK: Expressions

    /// The expression in SQL that `postgres_fdw` sends: CASE in place of IS TRUE, no collation that the column already has, and local keys as a list.
    private func shippable(_ expression: SQLExpression) -> SQLExpression {
      let inner = expression.map(
        { part, _ in shippable(part) }, select: { $0.map({ part, _ in shippable(part) }, select: { $0 }) })
      switch inner.node {
      case .truthTest(let condition, let isTrue):
        return .choose(condition, isTrue ? .truth : .falsehood, otherwise: isTrue ? .falsehood : .truth)
      case .scalarOrder(let operand) where operand.isColumn && operand.type == .string && !operand.hasOwnCollation:
        return operand
      case .inSelect(let value, let select) where SQLSourceSearch.isClosed(select) && !readsPartitions(select):
        return list(value, select)
      default: return inner
      }
    }

    /// A test whether a value is among the keys that a statement over local tables finds. The statement runs once.
    private func list(_ value: SQLExpression, _ select: SQLSelect) -> SQLExpression {
      var rewriter = rewriter
      return .written(
        "\(value, .additive) = ANY (ARRAY\(rewriter.rewrite(select)))", .comparison, type: .condition, mayBeNull: true)
    }

    func readsPartitions(_ select: SQLSelect) -> Bool {
      select.sources.contains { source in
        switch source.relation {
        case .table(let name), .rows(of: let name, where: _, among: _): tables[ScalarString(name)] != nil
        case .select(let inner): readsPartitions(inner)
        case .union(let parts): parts.contains(where: readsPartitions)
        case .levels(let recursion): readsPartitions(recursion.seed) || readsPartitions(recursion.step)
        case .values, .numbered, .elements, .recursion: false
        }
      } || select.expressions.contains { $0.contains { $0.node.select.map(readsPartitions) ?? false } }
    }

    /// Replaces conditions on the row of a to-one step into a local table: `friend.name == "Ann"` becomes `t0.friend = ANY (ARRAY(SELECT id FROM
    /// friend WHERE name = 'Ann'))`. The step's source is removed if nothing else reads it.
    func listKeys(_ sources: inout [SQLSource], _ conditions: inout [SQLExpression], readBy others: [SQLExpression]) {
      for (place, source) in sources.enumerated().reversed() where place > 0 {
        guard case .table(let name) = source.relation, tables[ScalarString(name)] == nil,
          case .binary(.equal, let left, let right)? = source.join.condition?.node
        else { continue }
        let isKeyLeft = left.reads(source.number)
        let (key, foreign) = isKeyLeft ? (left, right) : (right, left)
        guard key.isColumn, key.reads(source.number), !foreign.reads(source.number) else { continue }
        let own = conditions.filter { $0.reads(source.number) && SQLSourceSearch.reads($0, only: [source.number]) }
        // A row that may be missing is only replaced if a condition is strict: not true for NULL. Then a missing row meets neither the condition nor
        // the list.
        guard !source.mayBeMissing || own.contains(where: \.isStrict) else { continue }
        conditions.removeAll { $0.reads(source.number) && SQLSourceSearch.reads($0, only: [source.number]) }
        let keys = SQLSelect(
          columns: [key], sources: [SQLSource(number: source.number, relation: source.relation, join: .none)],
          condition: own.isEmpty ? nil : .all(own))
        conditions.append(list(foreign, keys))
        let rest = others + conditions + sources[(place + 1)...].compactMap(\.join.condition)
        if !rest.contains(where: { $0.reads(source.number) }) { sources.remove(at: place) }
      }
    }
  }

  extension SQLExpression {
    /// The conditions that AND joins.
    var conjuncts: [SQLExpression] {
      if case .all(let parts) = node { parts.flatMap(\.conjuncts) } else { isTruth ? [] : [self] }
    }

    var isOfAllColumns: Bool { if case .allColumns = node { true } else { false } }

    /// Whether a part of the expression meets a condition. Parts of statements in it do not count.
    func contains(_ test: (SQLExpression) -> Bool) -> Bool {
      test(self) || node.children.contains { $0.contains(test) }
    }

    var hasStatement: Bool { contains { $0.node.select != nil } }

    var hasAggregate: Bool {
      contains { if case .function(let function, _) = $0.node { function.isOfGroup } else { false } }
    }

    func reads(_ source: Int) -> Bool {
      SQLSourceSearch.columns(of: source, in: [self])?.isEmpty == false
    }

    /// The same expression with other columns, also inside of statements.
    func replacingColumns(_ change: (_ source: Int, _ name: String) -> (source: Int, name: String)?) -> SQLExpression {
      if case .column(let source, let name) = node {
        guard let other = change(source, name) else { return self }
        return SQLExpression(
          .column(source: other.source, other.name), type: type, mayBeNull: mayBeNull, hasOwnCollation: hasOwnCollation)
      }
      return map(
        { part, _ in part.replacingColumns(change) }, select: { $0.replacingColumns(change) })
    }

    /// Whether the expression is never true if the columns that it reads are NULL.
    fileprivate var isStrict: Bool {
      switch node {
      case .all(let parts): parts.contains(where: \.isStrict)
      case .any(let parts): parts.allSatisfy(\.isStrict)
      case .binary(let op, let left, let right):
        op != .same && op != .different && (left.isOfColumn || right.isOfColumn)
      case .between(let value, _, _), .inList(let value, _): value.isOfColumn
      case .nullTest(let value, isNull: false): value.isOfColumn
      // Every test that the lowering writes is NULL for NULL.
      case .written(let template, .comparison): type == .condition && template.expressions.contains(where: \.isOfColumn)
      default: false
      }
    }

    /// Whether the expression is a column, perhaps converted, so that it is NULL if the column is.
    private var isOfColumn: Bool {
      switch node {
      case .column: true
      case .cast(let operand, _), .scalarOrder(let operand), .unindexed(let operand): operand.isOfColumn
      default: false
      }
    }
  }

  extension SQLSelect {
    fileprivate func replacingColumns(
      _ change: (_ source: Int, _ name: String) -> (source: Int, name: String)?
    ) -> SQLSelect {
      map({ part, _ in part.replacingColumns(change) }, select: { $0.replacingColumns(change) })
    }
  }

  /// Replaces numbers of elements that are on other servers, for objects of a local table.
  extension PartitionedRewrite {
    /// The statement of local objects with one count for all objects. The count has a group for each object. A count for each object would send a
    /// statement to each server for each object.
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
