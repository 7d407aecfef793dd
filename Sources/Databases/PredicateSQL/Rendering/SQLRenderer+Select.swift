import PredicateValues

extension SQLRenderer {
  /// A SELECT with all its clauses.
  mutating func write(_ select: SQLSelect) {
    write(select.isDistinct ? "SELECT DISTINCT " : "SELECT ")
    for (position, column) in select.columns.enumerated() {
      write("\(position > 0 ? ", " : "")\(column)")
      if select.columnNames.indices.contains(position) {
        write(" AS \(dialect.quoted(select.columnNames[position]))")
      }
    }
    for source in select.sources { write(source) }
    if let condition = select.condition { write(" WHERE \(condition)") }
    if !select.grouping.isEmpty { write(" GROUP BY \(select.grouping)") }
    if let condition = select.groupCondition { write(" HAVING \(condition)") }
    writeOrder(select.order)
    writeBounds(limit: select.limit, offset: select.offset)
  }

  private mutating func write(_ source: SQLSource) {
    switch source.join {
    case .none: write(" FROM ")
    case .inner: write(" JOIN ")
    case .left: write(" LEFT JOIN ")
    case .cross: write(" CROSS JOIN ")
    }
    switch source.relation {
    case .table(let name):
      write(table: name, as: source.number)
    case .rows(let table, let column, let values):
      write("(SELECT * FROM ")
      write(table: table, as: source.number)
      write(" WHERE \(dialect.quoted(column)) IN (\(values.map { .parameter($0) })))")
    case .values(let rows): write("(VALUES \(dialect.valuesRow)(\(rows, by: "), \(dialect.valuesRow)(")))")
    case .numbered(let rows): writeNumbered(rows)
    case .elements(let call): write("\(call)")
    case .select(let select): write("\(select)")
    case .union(let parts):
      for (place, part) in parts.enumerated() { write("\(place == 0 ? "(" : " UNION ALL ")\(part)") }
      write(")")
    case .levels(let recursion): write(recursion)
    case .recursion(let name): write("\(dialect.quoted(name))")
    }
    write(" \(Self.name(of: source.number))")
    if !source.usesIndexes { write(" \(dialect.withoutIndexes)") }
    if let condition = source.join.condition { write(" ON \(condition)") }
  }

  private mutating func write(_ recursion: SQLRecursion) {
    let name = dialect.quoted(recursion.name)
    let columns = recursion.columns.map { dialect.quoted($0) }.joined(separator: ", ")
    write("(WITH RECURSIVE \(name) (\(columns)) AS (")
    writeInside(recursion.seed)
    write(" UNION ")
    writeInside(recursion.step)
    write(") SELECT \(columns) FROM \(name))")
  }

  /// VALUES is not used: not every database keeps the columns of a VALUES clause that refers to the outside.
  private mutating func writeNumbered(_ rows: [SQLExpression]) {
    for (place, row) in rows.enumerated() {
      if place == 0 {
        let (key, value) = (dialect.quoted(SQLSource.placeColumn), dialect.quoted(SQLSource.valueColumn))
        write("(SELECT 0 AS \(key), \(row) AS \(value)")
      } else {
        write(" UNION ALL SELECT \(String(place)), \(row)")
      }
    }
    write(")")
  }

  mutating func writeOrder(_ order: [SQLOrder]) {
    for (position, line) in order.enumerated() {
      write("\(position == 0 ? " ORDER BY " : ", ")")
      if let place = line.place { write("\(SQLExpression.integer(place))") } else { write("\(line.expression)") }
      if !line.isAscending { write(" DESC") }
      if line.expression.mayBeNull { write("\(dialect.nullOrder(isAscending: line.isAscending))") }
    }
  }

  private mutating func writeBounds(limit: Int?, offset: Int) {
    if let limit {
      write(" LIMIT \(parameter: .integer(Int64(limit)))")
    } else if offset > 0 {
      write(" LIMIT \(dialect.unlimited)")
    }
    if offset > 0 { write(" OFFSET \(parameter: .integer(Int64(offset)))") }
  }
}

/// Long lists of rows: `shop = 1 AND num IN (…) OR shop = 2 AND num IN (…)`.
extension SQLRenderer {
  /// Writes a disjunction that compares the same columns with many rows of constants. It becomes one list of rows, which an index of the columns can
  /// find: `(shop, num) IN (SELECT * FROM unnest($1, $2))`. Returns false and writes nothing for any other condition, for few rows, or if the
  /// database has no such lists.
  mutating func writeRows(_ parts: [SQLExpression]) -> Bool {
    guard let (front, end) = dialect.boundRowElements, let list = SQLRowList(parts),
      list.rows.count > limits.writtenConstants
    else { return false }
    var lists: [SQLExpression] = []
    for place in list.columns.indices {
      guard let bound = dialect.boundList(of: list.rows.map { $0[place] }) else { return false }
      lists.append(.parameter(bound))
    }
    write("(\(list.columns)) IN (")
    write("\(front)\(lists)\(end))")
    return true
  }
}

/// The rows of constants that some columns are compared with.
private struct SQLRowList {
  let columns: [SQLExpression]
  let rows: [[QueryValue]]

  /// The rows of constants with which all parts compare the same columns, at least two. In each part, one of the columns may be compared with a list.
  /// Nil for other conditions.
  ///
  /// With one list per part there are no more rows than constants. Two lists in a part would make a row for each pair of their constants.
  init?(_ parts: [SQLExpression]) {
    var (columns, rows): ([SQLExpression], [[QueryValue]]) = ([], [])
    for part in parts {
      guard case .all(let comparisons) = part.node, comparisons.count > 1 else { return nil }
      let isFirst = columns.isEmpty
      var partRows: [[QueryValue]] = [[]]
      for (place, comparison) in comparisons.enumerated() {
        guard let (column, constants) = Self.read(comparison), partRows.count <= 1 || constants.count <= 1 else {
          return nil
        }
        if isFirst {
          columns.append(column)
        } else if comparisons.count != columns.count || !Self.areSame(column, columns[place]) {
          return nil
        }
        partRows = partRows.flatMap { row in constants.map { row + [$0] } }
      }
      rows += partRows
    }
    (self.columns, self.rows) = (columns, rows)
  }

  /// A column and the constants that it may equal.
  private static func read(_ comparison: SQLExpression) -> (SQLExpression, [QueryValue])? {
    switch comparison.node {
    case .inList(let column, let constants) where columnOf(column) != nil: return (column, constants)
    case .binary(.equal, let column, let other) where columnOf(column) != nil:
      guard case .parameter(let constant) = other.node else { return nil }
      return (column, [constant])
    default: return nil
    }
  }

  private static func areSame(_ first: SQLExpression, _ second: SQLExpression) -> Bool {
    guard let first = columnOf(first), let second = columnOf(second) else { return false }
    return first.source == second.source && first.name.hasSameScalars(as: second.name)
      && first.isByScalars == second.isByScalars
  }

  private static func columnOf(_ expression: SQLExpression) -> (source: Int, name: String, isByScalars: Bool)? {
    switch expression.node {
    case .column(let source, let name): return (source, name, false)
    case .scalarOrder(let operand):
      guard case .column(let source, let name) = operand.node else { return nil }
      return (source, name, true)
    default: return nil
    }
  }
}
