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
    case .values(let rows): write("(VALUES (\(rows, by: "), (")))")
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
