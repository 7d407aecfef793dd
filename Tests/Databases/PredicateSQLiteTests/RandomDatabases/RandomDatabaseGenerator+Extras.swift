import PredicateTestSupport

extension RandomDatabaseGenerator {
  mutating func addIndexes() {
    for number in 0..<number(1...4) {
      let table = random.pick(database.tables)
      let column = random.pick(table.columns).name.quotedName
      let name = "index \(number)".quotedName
      let on = "ON \(table.name.quotedName)"
      let feature: DatabaseFeature
      let sql: String
      switch Int.random(in: 0..<7, using: &random) {
      case 0: (feature, sql) = (.uniqueIndex, "CREATE UNIQUE INDEX \(name) \(on) (\(column))")
      case 1:
        let test = random.pick([
          "\(column) IS NOT NULL", "\(column) > 2", "typeof(\(column)) = 'text'", "\(column) = 'a'",
        ])
        (feature, sql) = (.partialIndex, "CREATE INDEX \(name) \(on) (\(column)) WHERE \(test)")
      case 2:
        let term = random.pick(["lower(\(column))", "\(column) + 1", "\(column) || ''", "typeof(\(column))"])
        (feature, sql) = (.expressionIndex, "CREATE INDEX \(name) \(on) (\(term))")
      case 3: (feature, sql) = (.descendingIndex, "CREATE INDEX \(name) \(on) (\(column) DESC)")
      case 4:
        let collation = random.pick(["NOCASE", "RTRIM", "BINARY"])
        (feature, sql) = (.collatedIndex, "CREATE INDEX \(name) \(on) (\(column) COLLATE \(collation))")
      default:
        let second = random.pick(table.columns).name.quotedName
        let terms = second == column ? column : "\(column), \(second)"
        (feature, sql) = (.plainIndex, "CREATE INDEX \(name) \(on) (\(terms))")
      }
      features.insert(feature)
      database.extras.append(RandomDatabase.Extra(sql: sql, precedesRows: random.oneIn(4)))
    }
  }

  mutating func addViews() {
    for _ in 0..<number(1...2) {
      let table = random.pick(database.tables)
      let source = table.name.quotedName
      let first = "a." + random.pick(table.columns).name.quotedName
      let second = "a." + random.pick(table.columns).name.quotedName
      let other = random.pick(database.tables)
      let third = "b." + random.pick(other.columns).name.quotedName
      let feature: DatabaseFeature
      let body: String
      switch Int.random(in: 0..<5, using: &random) {
      case 0: (feature, body) = (.viewOfColumns, "SELECT \(first) AS x, \(second) FROM \(source) AS a")
      case 1:
        // If a blob becomes a text in a UTF-16 database, SQLite converts the bytes through UTF-8 and may change them.
        let isUTF8 = database.encoding == "UTF-8"
        let joined = isUTF8 ? "\(first) || \(second)" : "hex(\(first)) || hex(\(second))"
        let upper = isUTF8 ? "upper(\(first))" : "upper(hex(\(first)))"
        let term = random.pick(["\(first) * 2", upper, joined, "\(first) > 1", "length(\(first))"])
        (feature, body) = (.viewOfExpressions, "SELECT \(term) AS computed, \(second) AS plain FROM \(source) AS a")
      case 2:
        // SQLite misses keys with the collation RTRIM in an index that it makes for the join.
        let collation = database.hasTrimmedKey ? " COLLATE BINARY" : ""
        (feature, body) = (
          .viewOfJoin,
          "SELECT \(first) AS x, \(third) AS y FROM \(source) AS a JOIN \(other.name.quotedName) AS b "
            + "ON \(second) = \(third)\(collation)"
        )
      case 3:
        (feature, body) = (
          .viewOfUnion,
          // Both parts read one column, because SQLite compares a column of two affinities differently depending on its plan.
          "SELECT \(first) AS v FROM \(source) AS a UNION ALL SELECT \(first) FROM \(source) AS a"
        )
      default:
        (feature, body) = (
          .viewOfAggregates,
          "SELECT \(first) AS part, count(*) AS size, max(\(second)) AS most FROM \(source) AS a GROUP BY \(first)"
        )
      }
      features.insert(feature)
      database.extras.append(RandomDatabase.Extra(sql: "CREATE VIEW \(tableName().quotedName) AS \(body)"))
    }
  }

  /// Adds a trigger that changes rows while they are written.
  mutating func addTrigger() {
    let table = random.pick(database.tables)
    let columns = table.columns.filter { $0.generation == nil && table.key?.columns.contains($0.name) != true }
    guard let column = columns.randomElement(using: &random)?.name.quotedName else { return }
    let name = table.name.quotedName
    features.insert(.trigger)
    database.extras.append(
      RandomDatabase.Extra(
        sql: "CREATE TRIGGER \"on \(database.extras.count)\" AFTER INSERT ON \(name) WHEN NEW.\(column) IS NULL BEGIN "
          + "UPDATE \(name) SET \(column) = \(random.pick(RandomValues.odd)) WHERE \(column) IS NULL; END",
        precedesRows: true))
  }

  mutating func addStatistics() {
    features.insert(.statistics)
    database.extras.append(RandomDatabase.Extra(sql: "ANALYZE"))
    guard random.oneIn(2) else { return }
    features.insert(.forgedStatistics)
    let forgery = random.pick([
      "UPDATE sqlite_stat1 SET stat = '1000000 1'", "UPDATE sqlite_stat1 SET stat = '1 1'",
      "UPDATE sqlite_stat1 SET stat = 'nonsense'", "UPDATE sqlite_stat1 SET stat = NULL",
      "UPDATE sqlite_stat1 SET stat = '10000000 9000000 5'", "UPDATE sqlite_stat1 SET stat = '0 0 0'",
      "UPDATE sqlite_stat1 SET stat = '5 0 -3 99999999999999999999 unordered sz=-1'",
    ])
    database.extras.append(RandomDatabase.Extra(sql: forgery))
    // SQLite reads the statistics when it reads the schema.
    database.extras.append(RandomDatabase.Extra(sql: "ANALYZE sqlite_schema"))
  }
}
