#if PostgreSQL
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// A statement over a partitioned table. Its parts are sorted by where they can be evaluated: on the servers with the rows, or on the coordinator.
  struct ColocatedRows {
    struct Root {
      let number: Int
      let name: String
      let table: PartitionedTable
    }

    /// An outer join of the root table's rows with their elements in a co-located table.
    struct Join {
      let number: Int
      let name: String
      let table: PartitionedTable
    }

    let select: SQLSelect
    let root: Root
    let rewrite: PartitionedRewrite
    /// Whether the statement has only this join with elements, so that each joined row is one element.
    private let isAlone: Bool
    private(set) var nextSource: Int
    private(set) var joins: [Join] = []
    /// The source of the root, and the sources of co-located rows that to-one steps reach.
    private(set) var mates: [SQLSource] = []
    private(set) var others: [SQLSource] = []
    /// Conditions on the mates.
    private(set) var plain: [SQLExpression] = []
    /// Conditions with aggregates of elements.
    private(set) var grouped: [SQLExpression] = []
    /// Conditions that only the coordinator can evaluate.
    private(set) var left: [SQLExpression] = []
    /// Aggregates that the other parts of the statement read as columns of the root, with these names.
    private(set) var exports: [(name: String, value: SQLExpression)] = []
    /// The statement with columns in place of the exports: its columns, groups and order.
    private(set) var outer: SQLSelect

    init(_ select: SQLSelect, _ root: Root, _ rewrite: PartitionedRewrite, isAlone: Bool) {
      (self.select, self.root, self.rewrite, self.isAlone) = (select, root, rewrite, isAlone)
      nextSource = rewrite.rewriter.nextSource
      outer = select
      for source in select.sources { sort(source) }
      for condition in select.condition?.conjuncts ?? [] { sort(condition) }
      outer.condition = nil
      export()
    }

    // MARK: Sorting

    var numbers: Set<Int> { Set(mates.map(\.number)) }

    private mutating func sort(_ source: SQLSource) {
      if mates.isEmpty { return mates.append(source) }
      guard case .table(let name) = source.relation, let table = rewrite.tables[ScalarString(name)],
        table.isColocated(with: root.table), let condition = source.join.condition,
        SQLSourceSearch.reads(condition, only: numbers.union([source.number])), !condition.hasStatement,
        condition.conjuncts.contains(where: { part in
          mates.contains { mate in links(part, source.number, table.column, mate.number, column(of: mate)) }
        })
      else { return others.append(source) }
      mates.append(source)
    }

    private func column(of mate: SQLSource) -> String {
      guard case .table(let name) = mate.relation else { return "" }
      return rewrite.tables[ScalarString(name)]?.column ?? ""
    }

    /// Whether a condition is that two columns are equal.
    private func links(_ condition: SQLExpression, _ a: Int, _ first: String, _ b: Int, _ second: String) -> Bool {
      guard case .binary(.equal, let left, let right) = condition.node,
        case .column(let one, let name) = left.node, case .column(let two, let other) = right.node
      else { return false }
      return one == a && two == b && name.hasSameScalars(as: first) && other.hasSameScalars(as: second)
        || one == b && two == a && name.hasSameScalars(as: second) && other.hasSameScalars(as: first)
    }

    private mutating func sort(_ condition: SQLExpression) {
      guard condition.hasStatement else {
        return SQLSourceSearch.reads(condition, only: numbers) ? plain.append(condition) : left.append(condition)
      }
      let before = joins.count
      if let folded = folded(condition), SQLSourceSearch.reads(folded, only: numbers.union(joins.map(\.number))) {
        grouped.append(folded)
      } else {
        joins.removeLast(joins.count - before)
        left.append(condition)
      }
    }

    /// Replaces values over elements in the columns and the order by columns of the root.
    private mutating func export() {
      var copy = self
      outer.columns = outer.columns.map { copy.exported($0) }
      outer.order = outer.order.map { $0.map { copy.exported($0) } }
      (joins, exports, nextSource) = (copy.joins, copy.exports, copy.nextSource)
    }

    private mutating func exported(_ expression: SQLExpression) -> SQLExpression {
      let before = joins.count
      if expression.node.select != nil {
        guard let value = aggregate(expression), SQLSourceSearch.reads(value, only: numbers.union(joins.map(\.number)))
        else {
          joins.removeLast(joins.count - before)
          return expression
        }
        let name = "element \(exports.count)"
        exports.append((name, value))
        return .column(name, of: root.number, type: value.type, mayBeNull: value.mayBeNull)
      }
      var copy = self
      let result = expression.map({ part, _ in copy.exported(part) }, select: { $0 })
      self = copy
      return result
    }

    // MARK: Elements

    /// A condition whose subqueries over elements are replaced by aggregates; nil if one cannot be replaced.
    private mutating func folded(_ expression: SQLExpression) -> SQLExpression? {
      if expression.node.select != nil { return aggregate(expression) }
      var (copy, isWhole) = (self, true)
      let result = expression.map(
        { part, _ in
          guard let part = copy.folded(part) else {
            isWhole = false
            return part
          }
          return part
        }, select: { $0 })
      self = copy
      return isWhole ? result : nil
    }

    /// The aggregate over a join that replaces a subquery over elements of the root's rows: EXISTS, IN, or a subquery of one aggregate. Nil for other
    /// subqueries, and if the column that partitions the root is not its primary key.
    private mutating func aggregate(_ expression: SQLExpression) -> SQLExpression? {
      // Without a unique key, rows with the same values would be grouped into one.
      guard isKeyUnique else { return nil }
      let count = SQLExpression.function(.count, [], mayBeNull: false)
      switch expression.node {
      case .exists(let select):
        guard select.grouping.isEmpty, let (_, test) = elements(of: select) else { return nil }
        return .compare(SQLBinaryOperator.greater, filtered(count, test), .integer(0))
      case .scalar(let select):
        guard select.grouping.isEmpty, select.columns.count == 1, select.columns[0].hasAggregate,
          let number = select.sources.first?.number, let (join, test) = elements(of: select)
        else { return nil }
        return filtered(select.columns[0].moved(from: number, to: join.number), of: join, test)
      case .inSelect(let value, let select):
        guard case .column(root.number, let name) = value.node, name.hasSameScalars(as: root.table.column),
          select.columns.count == 1, let number = select.sources.first?.number,
          case .column(number, let link) = select.columns[0].bareColumn.node, select.grouping.count < 2,
          let (join, test) = elements(of: select, linkedBy: link)
        else { return nil }
        guard let condition = select.groupCondition else {
          return .compare(.greater, filtered(count, test), .integer(0))
        }
        // The replacement is right, because the planner writes such a statement only for conditions that no group without elements meets.
        return filtered(condition.moved(from: number, to: join.number), of: join, test)
      default: return nil
      }
    }

    private var isKeyUnique: Bool {
      rewrite.rewriter.model.entities.contains { entity in
        entity.table.hasSameScalars(as: root.name) && entity.key.columns.count == 1
          && entity.key.columns[0].hasSameScalars(as: root.table.column)
      }
    }

    /// The join with the elements of a subquery, and the condition that a row of the join is one of them.
    private mutating func elements(
      of select: SQLSelect, linkedBy column: String? = nil
    ) -> (join: Join, test: SQLExpression)? {
      guard let first = select.sources.first, case .none = first.join, case .table(let name) = first.relation,
        let table = rewrite.tables[ScalarString(name)], table.isColocated(with: root.table),
        select.limit == nil, select.offset == 0, !select.isDistinct,
        column == nil || table.column.hasSameScalars(as: column ?? "")
      else { return nil }
      var sources = select.sources
      var parts = [select.link, select.condition].compactMap { $0 }.flatMap(\.conjuncts)
      rewrite.listKeys(&sources, &parts, readBy: select.columns + (select.groupCondition.map { [$0] } ?? []))
      // Finds the root row that an element refers to.
      for (place, source) in sources.enumerated().reversed() where place > 0 {
        guard case .table(let owner) = source.relation, owner.hasSameScalars(as: root.name),
          let condition = source.join.condition,
          links(condition, source.number, root.table.column, first.number, table.column)
        else { continue }
        sources.remove(at: place)
        parts = parts.map { $0.moved(from: source.number, to: root.number) }
      }
      guard sources.count == 1 else { return nil }
      if column == nil {
        let link = parts.firstIndex { links($0, first.number, table.column, root.number, root.table.column) }
        guard let link else { return nil }
        parts.remove(at: link)
      }
      let allowed = numbers.union([first.number])
      guard parts.allSatisfy({ !$0.hasStatement && SQLSourceSearch.reads($0, only: allowed) }) else { return nil }
      let join =
        joins.first { $0.name.hasSameScalars(as: name) } ?? Join(number: nextSource, name: name, table: table)
      if join.number == nextSource {
        joins.append(join)
        nextSource += 1
      }
      let key = SQLExpression.column(table.column, of: join.number, mayBeNull: true)
      return (join, .all([key.isNotNull] + parts.map { $0.moved(from: first.number, to: join.number) }))
    }

    /// The column that identifies an element among those of its root: its key, or the other key of a join table.
    private func key(of join: Join) -> String? {
      let model = rewrite.rewriter.model
      if let entity = model.entities.first(where: { $0.table.hasSameScalars(as: join.name) }) {
        return entity.key.columns.count == 1 ? entity.key.columns[0] : nil
      }
      for case .joinTable(let pairs) in model.entities.flatMap(\.relationships).map(\.storage)
      where pairs.table.hasSameScalars(as: join.name) && pairs.sourceColumns.count == 1
        && pairs.sourceColumns[0].hasSameScalars(as: join.table.column) && pairs.destinationColumns.count == 1
      {
        return pairs.destinationColumns[0]
      }
      return nil
    }

    private func filtered(_ call: SQLExpression, _ test: SQLExpression) -> SQLExpression {
      .written("\(call) FILTER (WHERE \(test))", type: call.type, mayBeNull: call.mayBeNull)
    }

    /// An expression whose aggregates only see the elements; nil if other joins would repeat an element.
    private func filtered(_ expression: SQLExpression, of join: Join, _ test: SQLExpression) -> SQLExpression? {
      var isWhole = true
      func change(_ part: SQLExpression) -> SQLExpression {
        guard case .function(let function, let arguments) = part.node, function.isOfGroup else {
          if part.isColumn { isWhole = false }
          return part.map({ part, _ in change(part) }, select: { $0 })
        }
        if isAlone || function == .minimum || function == .maximum || function.isDistinct {
          return filtered(part, test)
        }
        guard function == .count, arguments.isEmpty, let key = key(of: join) else {
          isWhole = false
          return part
        }
        let keys = SQLExpression.column(key, of: join.number, mayBeNull: true)
        return filtered(.function(.countDistinct, [keys], mayBeNull: false), test)
      }
      let result = change(expression)
      return isWhole ? result : nil
    }
  }

  extension SQLExpression {
    fileprivate func moved(from source: Int, to other: Int) -> SQLExpression {
      replacingColumns { number, name in number == source ? (other, name) : nil }
    }

    fileprivate var bareColumn: SQLExpression {
      if case .scalarOrder(let operand) = node { operand } else { self }
    }
  }
#endif
