extension SQLRenderer {
  /// A SELECT with all its clauses.
  mutating func write(_ select: SQLSelect) {
    write(select.isDistinct ? "SELECT DISTINCT " : "SELECT ")
    for (position, column) in select.columns.enumerated() {
      if position > 0 { write(", ") }
      write(column)
      if select.columnNames.indices.contains(position) {
        write(" AS \(dialect.quoted(select.columnNames[position]))")
      }
    }
    for source in select.sources { write(source) }
    if let condition = select.condition {
      write(" WHERE ")
      write(condition)
    }
    if !select.grouping.isEmpty {
      write(" GROUP BY ")
      writeSequence(select.grouping)
    }
    if let condition = select.groupCondition {
      write(" HAVING ")
      write(condition)
    }
    writeOrder(select.order)
    writeBounds(limit: select.limit, offset: select.offset)
  }

  private mutating func writeSequence(_ expressions: [SQLExpression]) {
    for (position, expression) in expressions.enumerated() {
      if position > 0 { write(", ") }
      write(expression)
    }
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
      write(" WHERE \(dialect.quoted(column)) IN ")
      writeList(values.map { .parameter($0) })
      write(")")
    case .values(let rows):
      write("(VALUES ")
      for (position, row) in rows.enumerated() {
        if position > 0 { write(", ") }
        writeList([row])
      }
      write(")")
    case .numbered(let rows):
      writeNumbered(rows)
    case .elements(let list):
      write(dialect.elementsFunction + "(")
      write(list)
      write(")")
    case .select(let select):
      writeInBrackets(select)
    }
    write(" " + Self.name(of: source.number))
    if !source.usesIndexes { write(" " + dialect.withoutIndexes) }
    switch source.join {
    case .inner(let condition), .left(let condition):
      write(" ON ")
      write(condition)
    case .none, .cross: break
    }
  }

  /// Not VALUES: SQLite loses the columns of a VALUES clause that refers to the outside.
  private mutating func writeNumbered(_ rows: [SQLExpression]) {
    write("(")
    for (place, row) in rows.enumerated() {
      write(place == 0 ? "SELECT " : " UNION ALL SELECT ")
      write("\(place)")
      if place == 0 { write(" AS \(dialect.quoted(SQLSource.placeColumn))") }
      write(", ")
      write(row)
      if place == 0 { write(" AS \(dialect.quoted(SQLSource.valueColumn))") }
    }
    write(")")
  }

  mutating func writeRowNumber(among keys: [SQLExpression], _ order: [SQLOrder]) {
    write("ROW_NUMBER() OVER (PARTITION BY ")
    writeSequence(keys)
    writeOrder(order)
    write(")")
  }

  private mutating func writeOrder(_ order: [SQLOrder]) {
    for (position, line) in order.enumerated() {
      write(position == 0 ? " ORDER BY " : ", ")
      write(line.expression)
      if !line.isAscending { write(" DESC") }
      write(dialect.nullOrder(isAscending: line.isAscending))
    }
  }

  private mutating func writeBounds(limit: Int?, offset: Int) {
    guard limit != nil || offset > 0 else { return }
    write(" LIMIT ")
    if let limit {
      write(.parameter(.integer(Int64(limit))))
    } else {
      write(dialect.unlimited)
    }
    guard offset > 0 else { return }
    write(" OFFSET ")
    write(.parameter(.integer(Int64(offset))))
  }
}
