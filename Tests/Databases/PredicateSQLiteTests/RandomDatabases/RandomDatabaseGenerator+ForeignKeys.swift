import PredicateTestSupport

/// Foreign keys, tables of pairs, and the values of both.
extension RandomDatabaseGenerator {
  mutating func addForeignKeys() {
    for index in database.tables.indices {
      for _ in 0..<random.pick([0, 1, 1, 1, 2, 2]) {
        addForeignKey(to: index, target: number(0...(database.tables.count - 1)))
      }
    }
    if isCyclic { features.insert(.cycle) }
  }

  private var isCyclic: Bool {
    for (index, table) in database.tables.enumerated() {
      for other in database.tables[(index + 1)...]
      where table.foreignKeys.contains(where: { $0.table == other.name })
        && other.foreignKeys.contains(where: { $0.table == table.name })
      {
        return true
      }
    }
    return false
  }

  private mutating func addForeignKey(to index: Int, target: Int) {
    let table = database.tables[index]
    let destination = database.tables[target]
    // SQLite lets a foreign key refer to the key, or to columns that are unique.
    var lists = [destination.key?.columns].compactMap(\.self)
    if random.oneIn(3) || lists.isEmpty { lists += destination.uniques }
    guard let referenced = lists.last else { return }
    let isKey = destination.key?.columns == referenced
    if !isKey { features.insert(.foreignKeyToUniqueColumns) }
    if target == index { features.insert(.selfReference) }
    if referenced.count > 1 { features.insert(.compositeForeignKey) }
    var names = RandomNames()
    for column in table.columns { _ = names.take(column.name, &random) }
    var columns: [String] = []
    for name in referenced {
      guard let other = destination.columns.first(where: { $0.name == name }) else { return }
      let wish = target == index ? "parent_\(name)" : "\(destination.name)_\(name)"
      let own = random.oneIn(3) ? names.column(&random) : names.take(wish, &random)
      database.tables[index].columns.append(referring(to: other, named: own, isStrict: table.isStrict))
      columns.append(own)
    }
    let isUndeclared = random.oneIn(8)
    if isUndeclared {
      // The foreign key is not declared, so that only the names show it.
      features.insert(.undeclaredForeignKey)
      database.tables[index].undeclaredKeys.append(
        RandomTable.ForeignKey(columns: columns, table: destination.name, referenced: referenced))
      return
    }
    let isImplicit = isKey && random.oneIn(4)
    if isImplicit { features.insert(.implicitForeignKey) }
    database.tables[index].foreignKeys.append(
      RandomTable.ForeignKey(
        columns: columns, table: destination.name, referenced: isImplicit ? [] : referenced,
        action: random.pick(["", "", "ON DELETE CASCADE", "ON DELETE SET NULL", "ON UPDATE CASCADE"])))
    if random.oneIn(6) {
      database.tables[index].uniques.append(columns)
      features.insert(.oneToOne)
    }
  }

  /// Makes a column for values of another column, often with the same type.
  private mutating func referring(to other: RandomColumn, named name: String, isStrict: Bool) -> RandomColumn {
    var column = RandomColumn(
      name: name, declaredType: other.declaredType, family: other.family, collation: other.collation)
    if isStrict {
      column.declaredType = other.family.strictTypes[0]
    } else if random.oneIn(4) {
      column.family = random.pick([.integer, .text, .none, .real, .blob, .numeric])
      column.declaredType = random.pick(column.family.declaredTypes)
      features.insert(.foreignKeyOfOtherAffinity)
    }
    if random.oneIn(5) {
      column.collation = random.pick(["NOCASE", "RTRIM", "BINARY"])
      features.insert(.foreignKeyOfOtherCollation)
    }
    return column
  }

  mutating func addJoinTable() {
    let sources = database.tables.filter { $0.key != nil }
    guard !sources.isEmpty else { return }
    let (first, second) = (random.pick(sources), random.pick(sources))
    var names = RandomNames()
    let wish = random.oneIn(2) ? "\(first.name)_\(second.name)" : nil
    var table = RandomTable(name: wish.map { tableName($0) } ?? tableName(), columns: [])
    features.insert(.joinTable)
    for end in [first, second] {
      guard let key = end.key else { return }
      var columns: [String] = []
      for name in key.columns {
        guard let other = end.columns.first(where: { $0.name == name }) else { return }
        let own = random.oneIn(4) ? names.column(&random) : names.take("\(end.name)_\(name)", &random)
        table.columns.append(referring(to: other, named: own, isStrict: false))
        columns.append(own)
      }
      table.foreignKeys.append(
        RandomTable.ForeignKey(columns: columns, table: end.name, referenced: random.oneIn(4) ? [] : key.columns))
    }
    let pair = table.columns.map(\.name)
    switch number(0...5) {
    case 0...3:
      // UNIQUE and PRIMARY KEY allow equal rows if they contain NULL, so the same pair can occur twice.
      table.key = RandomTable.Key(columns: pair, collations: pair.map { _ in nil }, isInColumn: false)
      table.hasRowNumbers = !random.oneIn(3)
      if table.hasRowNumbers { features.insert(.joinTableWithDoubles) }
    case 4: table.uniques.append(pair)
    default: break
    }
    if random.oneIn(3) {
      features.insert(.joinTableWithColumns)
      table.columns.append(
        RandomColumn(name: names.column(&random), declaredType: "INTEGER", family: .integer))
    }
    database.tables.append(table)
  }

  /// Gives the columns of foreign keys the values of rows that they refer to, and some others.
  mutating func fillForeignKeys(of index: Int) {
    let table = database.tables[index]
    for key in table.foreignKeys + table.undeclaredKeys {
      guard let destination = database.tables.first(where: { $0.name == key.table }) else { continue }
      let referenced = key.referenced.isEmpty ? destination.key?.columns ?? [] : key.referenced
      guard referenced.count == key.columns.count else { continue }
      for row in table.rows.indices {
        let kind = number(0...11)
        if kind == 0 { features.insert(.danglingKey) }
        let target = destination.rows.randomElement(using: &random)
        for (column, name) in zip(key.columns, referenced) {
          let known = target?.values.first { $0.column == name }?.literal
          let literal =
            switch kind {
            case 0: random.pick(["77", "'zz'", "-3", "x'0f'", "9223372036854775807", "1.5"])
            case 1: "NULL"
            case 2: otherForm(of: known ?? "NULL")
            default: known ?? "NULL"
            }
          database.tables[index].rows[row].values.removeAll { $0.column == column }
          database.tables[index].rows[row].values.append((column, literal))
        }
      }
    }
  }

  /// The same key in another form: as a text, in the other case, with a space at the end, or as a real.
  private mutating func otherForm(of literal: String) -> String {
    if literal.hasPrefix("'") {
      switch number(0...2) {
      case 0: return literal.uppercased()
      case 1: return "\(literal) || '  '"
      default: return literal.lowercased()
      }
    }
    return random.oneIn(2) ? "CAST(\(literal) AS TEXT)" : "CAST(\(literal) AS REAL)"
  }
}
