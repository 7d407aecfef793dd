import PredicateModel
import PredicateValues

extension SQLRewriter {
  /// A statement of keys, or of their number, that does not read the objects' own table. It is possible if the whole condition is that the key is in
  /// a column of another table, and if every value of that column is an existing key. Nil for every other statement.
  ///
  /// Without groups the keys must be made distinct. They are written as computed values: for distinct values of a column, a database may read the
  /// whole table in the order of the column.
  package mutating func keysAlone(_ select: SQLSelect) -> SQLSelect? {
    guard rewrites.contains(.keysAlone), select.sources.count == 1,
      case .table(let own)? = select.sources.first?.relation,
      case .inSelect(let key, var found)? = select.condition?.node, case .column(_, let keyColumn) = key.node,
      select.limit == nil, select.offset == 0, select.grouping.isEmpty, !select.isDistinct, select.columns.count == 1,
      !found.grouping.isEmpty || found.sources.count == 1, found.columns.count == 1, let link = found.columns.first,
      case .column(_, let linkColumn) = link.node, case .table(let table)? = found.sources.first?.relation,
      areAlike([linkColumn], table, [keyColumn], own),
      leads(table, linkColumn, to: keyColumn, of: own)
    else { return nil }
    func isKey(_ expression: SQLExpression) -> Bool {
      if case .column(_, let name) = expression.node { name.hasSameScalars(as: keyColumn) } else { false }
    }
    let isCount = if case .function(.count, let arguments) = select.columns[0].node { arguments.isEmpty } else { false }
    guard isCount || isKey(select.columns[0]), select.order.allSatisfy({ isKey($0.expression) && $0.isAscending })
    else {
      return nil
    }
    if found.grouping.isEmpty {
      found.isDistinct = true
      found.columns = [link.unindexed]
    }
    if !isCount {
      found.order = select.order.map { _ in SQLOrder(expression: found.columns[0], isAscending: true) }
      return found
    }
    let source = SQLSource(number: nextSource, relation: .select(found), join: .none)
    nextSource += 1
    return SQLSelect(columns: select.columns, sources: [source])
  }

  /// Whether every value in a column of a table is the integer key of a row of another table.
  private func leads(_ table: String, _ column: String, to key: String, of own: String) -> Bool {
    model.entities.contains { other in
      other.relationships.contains { relationship in
        guard relationship.isTrusted, relationship.referencedColumns == nil,
          let destination = model.entity(named: relationship.destination), destination.table.hasSameScalars(as: own),
          destination.key.integerColumn?.hasSameScalars(as: key) == true
        else { return false }
        switch relationship.storage {
        case .foreignKey(let columns):
          // In a hierarchy, rows of other entities lack the foreign key.
          return !relationship.mayBeNil && other.parent == nil && other.table.hasSameScalars(as: table)
            && columns.isOnly(column)
        case .joinTable(let join):
          return join.table.hasSameScalars(as: table) && join.destinationColumns.isOnly(column)
        case .foreignKeyOfDestination: return false
        }
      }
    }
  }
}

extension [String] {
  fileprivate func isOnly(_ name: String) -> Bool { count == 1 && self[0].hasSameScalars(as: name) }
}

extension SQLRewriter {
  /// For each outer value that a statement compares with `=`, a condition that it is not NULL. With a NULL there, the statement has no rows.
  package func neededValues(of select: SQLSelect) -> [SQLExpression] {
    guard rewrites.contains(.neededValues), let condition = select.condition else { return [] }
    let parts = if case .all(let parts) = condition.node { parts } else { [condition] }
    let own = select.sources.map(\.number)
    var needed: [SQLExpression] = []
    for part in parts {
      guard case .binary(.equal, let left, let right) = part.node, case .column(let from, _) = right.node,
        left.readsOnly(own), right.mayBeNull, !own.contains(from)
      else { continue }
      needed.append(right.unindexed.isNotNull)
    }
    return needed
  }
}

extension SQLExpression {
  /// Whether the expression is a column of one of some sources.
  fileprivate func readsOnly(_ sources: [Int]) -> Bool {
    switch node {
    case .column(let source, _): sources.contains(source)
    case .unindexed(let operand): operand.readsOnly(sources)
    default: false
    }
  }
}
