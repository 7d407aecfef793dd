import PredicateTestSupport

/// Makes a random database from a seed: tables with every form of key, foreign keys, values that do not fit, views, indexes, statistics.
struct RandomDatabaseGenerator {
  var random: SplitMix64
  var database = RandomDatabase()
  var features: Set<DatabaseFeature> = []
  private var tableNames = RandomNames()

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func make() -> RandomDatabase {
    if random.oneIn(3) {
      let isLittle = random.oneIn(2)
      database.encoding = isLittle ? "UTF-16le" : "UTF-16be"
      features.insert(isLittle ? .utf16LittleEndian : .utf16BigEndian)
    }
    database.isFile = random.oneIn(10)
    if database.isFile { features.insert(.file) }
    for _ in 0..<Int.random(in: 1...5, using: &random) { addTable() }
    addForeignKeys()
    if database.tables.count > 1 || random.oneIn(2), random.oneIn(2) { addJoinTable() }
    for index in database.tables.indices { addGeneratedColumns(to: index) }
    for index in database.tables.indices { addRows(to: index) }
    // Foreign keys may refer to later tables, so their values are filled in after all tables have rows.
    for index in database.tables.indices { fillForeignKeys(of: index) }
    if random.oneIn(2) { addIndexes() }
    if random.oneIn(2) { addViews() }
    if random.oneIn(8) { addTrigger() }
    if random.oneIn(3) { addStatistics() }
    features.formUnion(tableNames.features)
    return database
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func tableName() -> String { tableNames.table(&random) }

  /// The desired name for a table if no other table has it, otherwise another name.
  mutating func tableName(_ wish: String) -> String { tableNames.take(wish, &random) }

  // MARK: Tables

  private mutating func addTable() {
    var names = RandomNames()
    var table = RandomTable(name: tableName(), columns: [])
    table.isStrict = random.oneIn(8)
    if table.isStrict { features.insert(.strict) }
    addKey(to: &table, &names)
    for _ in 0..<number(1...6) { addColumn(to: &table, &names) }
    if random.oneIn(5), let column = table.columns.last {
      table.uniques.append([column.name])
      features.insert(.uniqueColumns)
    }
    if random.oneIn(6), table.columns.count > 2 {
      table.uniques.append(table.columns.prefix(2).map(\.name))
      features.insert(.uniqueColumns)
    }
    if random.oneIn(6) { table.columns.shuffle(using: &random) }
    features.formUnion(names.features)
    database.tables.append(table)
  }

  private mutating func addKey(to table: inout RandomTable, _ names: inout RandomNames) {
    let wish = random.oneIn(2) ? names.take("id", &random) : names.column(&random)
    func column(_ family: ValueFamily, _ type: String) -> RandomColumn {
      let strict = family.strictTypes[0]
      return RandomColumn(name: wish, declaredType: table.isStrict ? strict : type, family: family)
    }
    var key = RandomTable.Key(columns: [wish], collations: [nil], isInColumn: random.oneIn(2))
    switch number(0...15) {
    case 0...4:
      table.columns.append(RandomColumn(name: wish, declaredType: "INTEGER", family: .integer))
      features.insert(.integerPrimaryKey)
    case 5:
      table.columns.append(RandomColumn(name: wish, declaredType: "INTEGER", family: .integer))
      (key.isInColumn, key.isDescending) = (true, true)
      features.insert(.descendingIntegerKey)
    case 6:
      table.columns.append(RandomColumn(name: wish, declaredType: "INT", family: .integer))
      features.insert(.intPrimaryKey)
    case 7, 8:
      var text = column(.text, "TEXT")
      text.collation = collation(oneIn: 3)
      table.columns.append(text)
      if !key.isInColumn { key.collations = [collation(oneIn: 4)] }
      if key.collations[0] != nil { features.insert(.collatedKey) }
      features.insert(.textKey)
    case 9:
      table.columns.append(column(.real, "REAL"))
      features.insert(.realKey)
    case 10:
      table.columns.append(column(.blob, "BLOB"))
      features.insert(.blobKey)
    case 11:
      table.columns.append(column(.uuid, random.pick(ValueFamily.uuid.declaredTypes)))
      features.insert(.uuidKey)
    case 12:
      table.columns.append(column(.date, "DATE"))
      features.insert(.dateKey)
    case 13, 14:
      key = compositeKey(of: &table, &names, first: wish)
      features.insert(.compositeKey)
    default:
      features.insert(.noKey)
      return
    }
    table.key = key
    if random.oneIn(4) && !key.isDescending {
      table.hasRowNumbers = false
      features.insert(.withoutRowID)
    } else if table.columns.last?.declaredType != "INTEGER" && !table.isStrict {
      features.insert(.nullableKey)
    }
  }

  private mutating func compositeKey(
    of table: inout RandomTable, _ names: inout RandomNames, first: String
  ) -> RandomTable.Key {
    var columns: [String] = []
    for position in 0..<number(2...3) {
      let family = random.pick([ValueFamily.integer, .text, .integer, .none, .real])
      let name = position == 0 ? first : names.column(&random)
      table.columns.append(
        RandomColumn(
          name: name, declaredType: (table.isStrict ? family.strictTypes : family.declaredTypes)[0], family: family,
          collation: family == .text ? collation(oneIn: 3) : nil))
      columns.append(name)
    }
    return RandomTable.Key(columns: columns, collations: columns.map { _ in nil }, isInColumn: false)
  }

  mutating func collation(oneIn count: Int) -> String? {
    guard random.oneIn(count) else { return nil }
    let name = random.pick(["NOCASE", "RTRIM", "BINARY", "nocase"])
    features.insert(name == "RTRIM" ? .collationRTrim : .collationNoCase)
    return name
  }

  private mutating func addColumn(to table: inout RandomTable, _ names: inout RandomNames) {
    let family = random.pick(ValueFamily.allCases + [.integer, .text, .text, .date])
    let types = table.isStrict ? family.strictTypes : family.declaredTypes
    var column = RandomColumn(name: names.column(&random), declaredType: random.pick(types), family: family)
    if !table.isStrict { features.insert(family.feature) }
    if family == .text || random.oneIn(12) { column.collation = collation(oneIn: 3) }
    column.isNotNull = random.oneIn(12)
    if random.oneIn(10) {
      column.defaultValue = random.pick(family.common)
      features.insert(.defaultValue)
    }
    if random.oneIn(8) {
      column.check = check(of: column)
      features.insert(.check)
    }
    table.columns.append(column)
  }

  private mutating func check(of column: RandomColumn) -> String {
    let name = column.name.quotedName
    switch column.family {
    case .integer, .real, .numeric:
      return random.pick([
        "typeof(\(name)) IN ('integer', 'real', 'null')", "typeof(\(name)) = 'integer'", "\(name) IN (0, 1)",
        "\(name) > -5", "typeof(\(name)) <> 'text'",
      ])
    case .boolean: return random.pick(["\(name) IN (0, 1)", "\(name) IN ('true', 'false')"])
    case .text:
      return random.pick([
        "typeof(\(name)) = 'text'", "typeof(\(name)) IN ('text', 'null')", "length(\(name)) < 5",
        "\(name) <> 'abc' OR typeof(\(name)) = 'text'",
      ])
    case .blob, .uuid: return "typeof(\(name)) IN ('blob', 'null', 'text')"
    default: return random.pick(["\(name) IS NOT 4", "typeof(\(name)) <> 'real'"])
    }
  }

  // MARK: Generated columns

  private mutating func addGeneratedColumns(to index: Int) {
    guard random.oneIn(4) else { return }
    var names = RandomNames()
    for column in database.tables[index].columns { _ = names.take(column.name, &random) }
    for _ in 0..<number(1...2) {
      let base = random.pick(database.tables[index].columns).name.quotedName
      // If a blob becomes a text in a UTF-16 database, SQLite converts the bytes through UTF-8 and may change them.
      let text = database.encoding == "UTF-8" ? base : "hex(\(base))"
      let expression = random.pick([
        "\(text) || 'x'", "\(base) * 2", "upper(\(text))", "length(\(base))", "\(base) + 1",
        "coalesce(\(base), 'none')",
        "\(base) > 1", "typeof(\(base))", "\(text) || \(text)", "abs(\(base))",
        "CASE WHEN \(base) > 2 THEN 'big' ELSE \(base) END",
        "hex(\(base))", "NULL", "CAST(\(base) AS INTEGER)", "-\(base)", "'5'", "x'01'",
      ])
      let isStored = random.oneIn(2)
      let isStrict = database.tables[index].isStrict
      let family = random.pick([ValueFamily.integer, .text, .real, .none, .blob, .date, .boolean, .uuid])
      features.insert(isStored ? .storedColumn : .virtualColumn)
      if isStored && isStrict { features.insert(.storedColumnOfStrictTable) }
      database.tables[index].columns.append(
        RandomColumn(
          name: names.column(&random), declaredType: random.pick(isStrict ? family.strictTypes : family.declaredTypes),
          family: family, generation: RandomColumn.Generation(expression: expression, isStored: isStored)))
    }
  }
}

extension ValueFamily {
  /// The feature that a column of this family adds to the database.
  fileprivate var feature: DatabaseFeature {
    switch self {
    case .integer: .integerColumn
    case .real: .realColumn
    case .numeric: .numericColumn
    case .boolean: .booleanColumn
    case .date: .dateColumn
    case .uuid: .uuidColumn
    case .text: .textColumn
    case .blob: .blobColumn
    case .none: .undeclaredColumn
    case .unknown: .unknownType
    }
  }
}
