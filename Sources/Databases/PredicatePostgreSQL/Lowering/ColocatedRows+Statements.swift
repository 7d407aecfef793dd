#if PostgreSQL
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  extension ColocatedRows {
    /// The rewritten statement, in the form that leaves the least work to the coordinator.
    var statement: SQLSelect {
      if let partials { return partials }
      // The joined rows must be grouped, but rows with JSON columns are not grouped, because JSON values cannot be compared.
      if !joins.isEmpty, needed.contains(where: { isJSON($0.name) }) { return select }
      if !isOfOneServer, left.isEmpty, outer.limit != nil, !outer.isDistinct, outer.grouping.isEmpty,
        !outer.columns.contains(where: \.hasAggregate), let order = orderOfServers
      {
        return around { $0.firstRows(in: order) }
      }
      return joins.isEmpty ? select : around { .select($0.rows()) }
    }

    /// Whether the key of the root table is compared with a constant, so that one server has all rows.
    private var isOfOneServer: Bool {
      plain.contains { part in
        let sought: SQLExpression
        switch part.node {
        case .binary(.equal, let left, let right):
          guard case .parameter = right.node else { return false }
          sought = left
        case .inList(let left, _): sought = left
        default: return false
        }
        guard case .column(root.number, let name) = sought.node else { return false }
        return name.hasSameScalars(as: root.table.column)
      }
    }

    /// The order as expressions over the servers' rows; nil if the coordinator must compute it.
    private var orderOfServers: [SQLOrder]? {
      let order = outer.order.map { $0.map { expression in inlined(expression) } }
      let allowed = numbers.union(joins.map(\.number))
      return order.allSatisfy { !$0.expression.hasStatement && SQLSourceSearch.reads($0.expression, only: allowed) }
        ? order : nil
    }

    /// An expression with the aggregates in place of the columns that export them.
    private func inlined(_ expression: SQLExpression) -> SQLExpression {
      if case .column(root.number, let name) = expression.node,
        let export = exports.first(where: { $0.name == name })
      {
        return export.value
      }
      return expression.map({ part, _ in inlined(part) }, select: { $0 })
    }

    private func isJSON(_ column: String) -> Bool {
      rewrite.rewriter.model.entities.contains { entity in
        entity.attributes.contains { $0.column.hasSameScalars(as: column) && $0.serverType == .json }
      }
    }

    /// The expressions that the coordinator computes.
    private var outerExpressions: [SQLExpression] {
      outer.columns + left + others.compactMap(\.join.condition) + outer.grouping
        + (outer.groupCondition.map { [$0] } ?? []) + outer.order.map(\.expression)
    }

    /// The columns of the mates that the coordinator reads: source, name, and name in the servers' rows.
    private var needed: [(source: Int, name: String, alias: String, value: SQLExpression)] {
      mates.enumerated().flatMap { place, mate in
        (SQLSourceSearch.columns(of: mate.number, in: outerExpressions) ?? []).enumerated().compactMap {
          index, column in
          if place == 0, exports.contains(where: { $0.name == column.name }) { return nil }
          return (mate.number, column.name, place == 0 ? column.name : "mate \(place) \(index)", column.expression)
        }
      }
    }

    /// The rows that the servers return, with the columns that the coordinator needs.
    ///
    /// - Parameter partition: The index of a partition; nil for whole tables.
    private func rows(of partition: Int? = nil, order: [SQLOrder] = []) -> SQLSelect {
      let needed = needed
      // If the only condition on elements is that they exist, an inner join already fulfils it.
      let sole = sole
      // HAVING holds for every group, because each has a row. It makes the planner expect fewer groups than rows, so that it runs the grouping on the
      // servers.
      let some = SQLExpression.compare(.greater, .function(.count, [], mayBeNull: false), .integer(0))
      let tests = sole.map { [$0.condition ?? some] } ?? grouped
      var rows = joined(sole?.test, in: partition)
      rows.columns = needed.map(\.value) + exports.map(\.value)
      rows.columnNames = needed.map(\.alias) + exports.map(\.name)
      if rows.columns.isEmpty { (rows.columns, rows.columnNames) = ([.integer(1)], ["element"]) }
      rows.order = order
      guard !joins.isEmpty else { return rows }
      var keys = [key] + needed.map(\.value)
      for mate in mates {
        let read = tests + exports.map(\.value) + order.map(\.expression)
        keys += (SQLSourceSearch.columns(of: mate.number, in: read) ?? []).map(\.expression)
      }
      rows.grouping = keys.uniqueColumns
      rows.groupCondition = tests.isEmpty ? nil : .all(tests)
      return rows
    }

    private var key: SQLExpression { .column(root.table.column, of: root.number, mayBeNull: false) }

    /// The joins of the mates and the elements, without columns.
    ///
    /// - Parameter test: The condition on elements. Roots without such an element are left out; with nil they are kept.
    private func joined(_ test: SQLExpression?, in partition: Int?) -> SQLSelect {
      let elements = joins.map { join in
        let link = SQLExpression.compare(.equal, .column(join.table.column, of: join.number, mayBeNull: true), key)
        return SQLSource(
          number: join.number, relation: .table(join.name), join: test == nil ? .left(link) : .inner(link))
      }
      let sources = mates + elements
      let conditions = plain + (test?.conjuncts ?? [])
      return SQLSelect(
        columns: [], sources: partition.map { place in sources.map { source($0, in: place) } } ?? sources,
        condition: conditions.isEmpty ? nil : .all(conditions))
    }

    /// The test in the only condition on elements, if the condition is that some exist or a certain number; otherwise nil.
    private var sole: (test: SQLExpression, condition: SQLExpression?)? {
      joins.count == 1 && exports.isEmpty && grouped.count == 1 ? soleElements(of: grouped[0]) : nil
    }

    /// The test in a condition that some elements exist, or a certain number; nil for any other condition.
    private func soleElements(of condition: SQLExpression) -> (test: SQLExpression, condition: SQLExpression?)? {
      guard case .binary(let op, let count, let bound) = condition.node,
        op == .greater || op == .greaterOrEqual || op == .equal,
        case .written(let template, .primary) = count.node, template.expressions.count == 2,
        case .function(.count, let arguments) = template.expressions[0].node, arguments.isEmpty
      else { return nil }
      if case .integer(0) = bound.node, op == .greater { return (template.expressions[1], nil) }
      guard case .parameter(.integer(1...)) = bound.node, op != .greater else { return nil }
      return (template.expressions[1], .compare(op, template.expressions[0], bound))
    }

    private func source(_ source: SQLSource, in partition: Int) -> SQLSource {
      guard case .table(let name) = source.relation, let table = rewrite.tables[ScalarString(name)] else {
        return source
      }
      return SQLSource(
        number: source.number, relation: .table(table.partitions[partition].name), join: source.join)
    }

    /// The first rows of each partition.
    private func firstRows(in order: [SQLOrder]) -> SQLSource.Relation {
      .union(
        root.table.partitions.indices.map { partition in
          var rows = rows(of: partition, order: order)
          rows.limit = outer.limit.map { $0 &+ outer.offset < 0 ? .max : $0 + outer.offset }
          return rows
        })
    }

    /// The coordinator's statement over the servers' rows, which replace the root table.
    private func around(_ relation: (ColocatedRows) -> SQLSource.Relation) -> SQLSelect {
      let needed = needed
      func column(_ source: Int, _ name: String) -> (source: Int, name: String)? {
        guard source != root.number,
          let own = needed.first(where: { $0.source == source && $0.name.hasSameScalars(as: name) })
        else { return nil }
        return (root.number, own.alias)
      }
      var whole = outer
      whole.sources = [SQLSource(number: root.number, relation: relation(self), join: .none)] + others
      whole.condition = left.isEmpty ? nil : .all(left)
      return whole.map({ part, _ in part.replacingColumns(column) }, select: { $0 })
    }

    // MARK: Partial results

    /// Groups, or one row of aggregates, that are computed for each partition and then combined. Nil for a statement without them, and for aggregates
    /// without partial results.
    private var partials: SQLSelect? {
      let keyCount = outer.grouping.count
      let sole = sole
      // With a join of elements, a root would occur once per element and be counted several times.
      guard joins.isEmpty || sole != nil && sole?.condition == nil, others.isEmpty, left.isEmpty, !isOfOneServer,
        !outer.isDistinct, outer.order.isEmpty,
        keyCount > 0 || !outer.columns.isEmpty && outer.columns.allSatisfy(\.hasAggregate),
        outer.grouping.enumerated().allSatisfy({ place, key in
          if case .integer(place + 1) = key.node { true } else { false }
        }), keyCount <= outer.columns.count, !outer.columns.contains(where: \.hasStatement)
      else { return nil }
      let number = nextSource
      var values: [SQLExpression] = []
      var isWhole = true
      func combined(_ expression: SQLExpression) -> SQLExpression {
        guard case .function(let function, let arguments) = expression.node, function.isOfGroup else {
          if expression.isColumn { isWhole = false }
          return expression.map({ part, _ in combined(part) }, select: { $0 })
        }
        values.append(expression)
        let partial = SQLExpression.column(
          "a\(values.count - 1)", of: number, type: expression.type, mayBeNull: expression.mayBeNull)
        switch function {
        case .count where !function.isDistinct && (joins.isEmpty || arguments.isEmpty):
          if !joins.isEmpty { values[values.count - 1] = .function(.countDistinct, [key], mayBeNull: false) }
          return .cast(.function(Self.sum, [partial], mayBeNull: false), .integer)
        case .minimum, .maximum,
          Self.sum where joins.isEmpty:
          return .function(function, [partial], mayBeNull: expression.mayBeNull)
        default:
          isWhole = false
          return expression
        }
      }
      let keys = outer.columns.prefix(keyCount)
      var whole = outer
      whole.columns =
        keys.enumerated().map { place, key in
          .column("k\(place)", of: number, type: key.type, mayBeNull: key.mayBeNull)
        } + outer.columns.dropFirst(keyCount).map(combined)
      whole.groupCondition = outer.groupCondition.map(combined)
      guard isWhole else { return nil }
      let parts = root.table.partitions.indices.map { partition in
        var part = joined(sole?.test, in: partition)
        part.columns = keys + values
        part.columnNames = keys.indices.map { "k\($0)" } + values.indices.map { "a\($0)" }
        part.grouping = outer.grouping
        return part
      }
      whole.sources = [SQLSource(number: number, relation: .union(parts), join: .none)]
      return whole
    }

    private static let sum = SQLFunction("SUM", .integer, isOfGroup: true)
  }

  extension [SQLExpression] {
    /// The columns without duplicates.
    fileprivate var uniqueColumns: [SQLExpression] {
      var seen: Set<[ScalarString]> = []
      return filter { expression in
        guard case .column(let source, let name) = expression.node else { return true }
        return seen.insert([ScalarString("\(source)"), ScalarString(name)]).inserted
      }
    }
  }
#endif
