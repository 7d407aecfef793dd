import GRDB
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateDemo
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Foreign keys without an index: memory and SQL agree, and no table is read again for each row.
@Suite struct UnindexedKeyTests {
  /// The tables have keys of every storage class, elements without a row, and rows without elements. The elements of a row are not in the order of
  /// their keys.
  private static let script = """
    CREATE TABLE box (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, up_id INTEGER REFERENCES box (id));
    INSERT INTO box VALUES (1, 'a', 2, NULL), (2, 'b', 1, 1), (3, 'c', NULL, 1), (4, 'd', 4, 3), (9007199254740993, 'e', 0, 3),
      (-5, 'f', 3, 77), (7, 'g', 2, -5);
    CREATE INDEX box_by_name ON box (name);
    CREATE TABLE thing (id INTEGER PRIMARY KEY, box_id NUMERIC REFERENCES box (id), n INTEGER, x REAL, t TEXT COLLATE NOCASE, d);
    INSERT INTO thing VALUES (9, 1, 2, 1e16, 'b', 1), (8, 1.0, 4, 1.0, 'B', '1'), (7, '1', NULL, -1e16, 'a', NULL),
      (6, 1, 2, 0.1, NULL, x'31'), (5, 2, 1, NULL, 'A', 2.5), (4, 2, 1, 9e999, 'z', 7), (3, 2, 3, -9e999, 'Z', 7),
      (2, NULL, 5, 5.0, 'n', 5), (1, 88, 6, 6.0, 'm', 6), (10, 9007199254740993, 7, 0.5, 'q', 1),
      (11, 9007199254740992, 8, 0.5, 'r', 2), (12, 'x', 9, 9.0, 's', 3), (13, x'31', 9, 9.0, 's', 3), (14, 4, 'many', 'much', 5, 4),
      (15, 4, 9223372036854775807, 2.0, 't', 1), (16, 4, 1, 3.0, 'T', 1);
    CREATE TABLE part (thing_id REAL REFERENCES thing (id), code TEXT, n INTEGER, PRIMARY KEY (code)) WITHOUT ROWID;
    INSERT INTO part VALUES (9, 'a', 1), (9, 'b', 2), (8, 'c', 3), (5, 'd', 4), (5, 'e', 1), (NULL, 'f', 2), (99, 'g', 3);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, word TEXT);
    INSERT INTO tag VALUES (1, 'x'), (2, 'y'), (3, 'z');
    CREATE TABLE box_tag (box_id INTEGER REFERENCES box (id), tag_id INTEGER REFERENCES tag (id), PRIMARY KEY (box_id, tag_id));
    INSERT INTO box_tag VALUES (1, 1), (1, 2), (2, 1), (3, 3), (3, 9), (42, 1);
    CREATE TABLE lid (id INTEGER PRIMARY KEY REFERENCES box (id), n INTEGER);
    INSERT INTO lid VALUES (1, 5), (3, 6);
    """

  private static let subject = Result { try ScriptDatabase.subject(script) }

  @Test(arguments: [
    ("Box", "things.@count > 2", [1, 2, 4] as [Int64]), ("Box", "things.@count == 0", [-5, 3, 7]),
    ("Box", "things.@count == 1", [9_007_199_254_740_993]),
    ("Box", "things.@count >= n", [1, 2, 9_007_199_254_740_993]),
    ("Box", "things.@count != 3", [-5, 1, 3, 7, 9_007_199_254_740_993]),
    ("Box", "things.@max.n > 3", [1, 4, 9_007_199_254_740_993]),
    ("Box", "things.@min.n == nil", [-5, 3, 7]), ("Box", "things.@sum.n == 0", [-5, 3, 7]),
    ("Box", "things.@sum.x == 0", [-5, 3, 7]), ("Box", "things.@sum.x == nil", [2]),
    ("Box", "things.@avg.x == 0", [-5, 3, 7]), ("Box", "things.@sum.x == 1.1", [1]),
    ("Box", "things.@avg.n > 1", [1, 2, 4, 9_007_199_254_740_993]), ("Box", "ANY things.n == n", [1, 2]),
    ("Box", "NONE things.n == n", [-5, 3, 4, 7, 9_007_199_254_740_993]),
    ("Box", "ANY things.n < n", [4]), ("Box", "ANY things.n <= n", [1, 2, 4]),
    ("Box", "ANY things.n > n + 2", [4, 9_007_199_254_740_993]),
    ("Box", "ANY things.x > n", [1, 2, 9_007_199_254_740_993]),
    ("Box", "SUBQUERY(things, $t, n < $t.n).@count > 0", [1, 2, 4, 9_007_199_254_740_993]),
    ("Box", "up.things.@count > 0 AND ANY up.things.n > n", [2]),
    ("Box", "NOT (ANY things.n > n)", [-5, 3, 7]), ("Box", "things.@min.x > n", [9_007_199_254_740_993]),
    ("Box", "things.@max.x > 2", [1, 2, 4]),
    ("Box", "ALL things.n >= n", [-5, 2, 3, 7, 9_007_199_254_740_993]),
    ("Box", "SUBQUERY(things, $t, $t.n > $t.box.n).@count == 1", [1, 2, 4, 9_007_199_254_740_993]),
    ("Box", "SUBQUERY(things, $t, $t.n >= n AND $t.t ==[c] 'b').@count == 2", [1]),
    ("Box", "up.things.@count == 4", [2, 3]), ("Box", "up.things.@max.n == 4", [2, 3]),
    ("Box", "up.things.@count == nil", [-5, 1]),
    ("Box", "ANY up.things.n == n", [3]), ("Box", "boxesByUp.@count == 2", [1, 3]), ("Box", "ANY boxesByUp.n == n", []),
    ("Box", "boxesByUp.@max.things.@count > 0", [1, 3]),
    ("Box", "SUBQUERY(boxesByUp, $b, $b.things.@count > 2).@count > 0", [1, 3]),
    ("Box", "ANY boxesByUp.boxesByUp.n == n", []),
    ("Box", "things.parts.@count == 3", [1]), ("Box", "ANY things.parts.n == n", [1, 2]),
    ("Box", "things.parts.@max.n > 3", [2]),
    ("Box", "SUBQUERY(things, $t, ANY $t.parts.n == $t.n).@count > 0", [1, 2]),
    ("Box", "SUBQUERY(things, $t, $t.parts.@count > 1).@count == 1", [1, 2]),
    ("Tag", "ANY boxes.n > 1", [1, 2]), ("Tag", "boxes.@count == 2", [1]), ("Tag", "boxes.things.@count == 7", [1]),
    ("Box", "lid.n == 5 AND things.@count == 4", [1]),
    ("Box", "name == 'a' AND things.@max.n == 4", [1]),
    ("Box", "name IN {'a', 'b', 'c'} AND things.@sum.n > 4", [1, 2]),
    ("Box", "name == 'b' AND ANY things.n == n", [2]), ("Box", "id IN {1, 2} AND things.@count > 3", [1]),
    ("Box", "name BEGINSWITH 'a' AND (things.@count == 4 OR n > 100)", [1]),
    ("Box", "name == 'a' AND NOT (things.@count == 3)", [1]), ("Box", "name == 'a' OR things.@count == 3", [1, 2, 4]),
  ])
  func memoryAndSQLAgree(entity: String, format: String, expected: [Int64]) throws {
    #expect(try Self.subject.get().ids(format, entity) == expected)
    try AgreementTests.check("NOT (\(format))", entity, in: Self.subject.get())
  }

  /// Although an index of the foreign key exists, samples show that nearly all of the many elements belong to a row. So values that need all elements
  /// are computed for all rows together.
  private static let large = Result {
    try ScriptDatabase.subject(
      script + """
        CREATE INDEX thing_by_box ON thing (box_id);
        WITH RECURSIVE number(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM number WHERE i < 12000)
          INSERT INTO thing SELECT i, i % 5, i % 7, i / 8.0, 'thing ' || i, i FROM number;
        """)
  }

  @Test(arguments: [
    "things.@max.n > 6", "things.@min.n < n", "things.@sum.n > 9000", "things.@sum.x == nil", "things.@avg.n > 2.99",
    "things.@max.t > 'thing 9'", "things.@min.x > n", "SUBQUERY(things, $t, $t.n == n).@count > 300",
    "SUBQUERY(things, $t, $t.n > n AND $t.t BEGINSWITH 'thing 1').@count == 0", "things.@count > 2000",
    "SUBQUERY(things, $t, $t.n == 3).@max.x > 1400", "up.things.@max.n == 6", "boxesByUp.@max.things.@max.n > 3",
  ])
  func elementsOfLargeTablesAgree(format: String) throws {
    let subject = try Self.large.get()
    try AgreementTests.check(format, "Box", in: subject)
    try AgreementTests.check("NOT (\(format))", "Box", in: subject)
    let fetch = EntityFetch("Box", where: try QueryPredicate(format: QueryFormat(raw: format)))
    let plain = subject.database.rewriting(by: .sqlite.subtracting(.unindexedKeys))
    #expect(try subject.database.keys(fetch) == plain.keys(fetch))
  }

  @Test func shownAndSortedValuesAgree() throws {
    let subject = try Self.subject.get()
    let formats = [
      "things.@count", "things.@max.n", "things.@min.t", "things.@sum.n", "things.@sum.x", "things.@avg.n",
      "things.@avg.x",
      "up.things.@sum.x", "boxesByUp.@avg.n", "things.parts.@sum.n", "SUBQUERY(things, $t, $t.n == n).@count",
    ]
    let columns = try formats.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0))) }
    for predicate in [nil, "name IN {'a', 'b'}", "things.@count > 0"] as [String?] {
      var fetch = EntityFetch("Box", where: try predicate.map { try QueryPredicate(format: QueryFormat(raw: $0)) })
      for sorted in [false, true] {
        for column in columns {
          fetch.columns = [column]
          fetch.sortKeys = sorted ? [QuerySortKey(column.expression, isAscending: false)] : []
          let rows = try subject.database.fetch(fetch).rows
          #expect("\(rows)" == "\(try GraphFetch(subject.graph).rows(fetch).rows)", "\(column.name) \(predicate ?? "")")
        }
      }
    }
    var groups = EntityFetch("Box", columns: columns)
    groups.groupBy = columns
    #expect("\(try subject.database.fetch(groups).rows)" == "\(try GraphFetch(subject.graph).rows(groups).rows)")
  }

  /// The sum of 0.1, -1e16, 1 and 1e16 is 1.1, although rounding each step would give 0. The sum of infinities of both signs is nil.
  @Test func sumsOfDoublesAreRoundedOnce() throws {
    let sum = EntityFetch(
      "Box", where: try QueryPredicate(format: "id == 1 OR n == 1"),
      columns: [FetchedColumn(try QueryExpression(format: "things.@sum.x"))])
    #expect("\(try Self.subject.get().database.fetch(sum).rows)" == "\([[QueryValue.double(1.1)], [.null]])")
  }

  /// Texts that are not valid UTF-8 are compared by their bytes, whether the foreign key has an index or not.
  @Test func bytesThatAreNoUTF8() throws {
    let script = """
      CREATE TABLE box (id INTEGER PRIMARY KEY);
      CREATE TABLE thing (id INTEGER PRIMARY KEY, box_id INTEGER REFERENCES box (id), t TEXT);
      INSERT INTO box VALUES (1), (2), (3);
      INSERT INTO thing VALUES (1, 1, CAST(x'61FF' AS TEXT)), (2, 2, CAST(x'61FE' AS TEXT)), (3, 3, 'a'), (4, 2, 'a');
      """
    var orders: [[Int64]] = []
    for index in ["", "CREATE INDEX thing_by_box ON thing (box_id);"] {
      let database = try ScriptDatabase.subject(script + index).database
      var fetch = EntityFetch(
        "Box", sortedBy: [QuerySortKey(try QueryExpression(format: "things.@max.t"), isAscending: false)])
      fetch.columns = [FetchedColumn(try QueryExpression(format: "id"))]
      let rows = try database.fetch(fetch).rows
      orders.append(rows.map { if case .integer(let id) = $0[0] { id } else { 0 } })
    }
    #expect(orders == [[1, 2, 3], [1, 2, 3]])
  }

  /// Nested statements each read their own tables of values. The tables of an outer statement stay valid while inner ones begin and end.
  @Test func statementsInsideOneAnother() throws {
    let database = try Self.subject.get().database
    let columns = try ["name", "things.@count", "things.@max.t", "boxesByUp.@count"].map {
      FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)))
    }
    let fetch = EntityFetch("Box", columns: columns)
    let expected = "\(try database.fetch(fetch).rows)"
    var rows: [[QueryValue]] = []
    try database.forEachRow(fetch) { row in
      rows.append(row)
      #expect("\(try database.fetch(fetch).rows)" == expected)
      for _ in 0..<3 { _ = try database.count(EntityFetch("Box", where: QueryPredicate(format: "things.@count > 2"))) }
    }
    #expect("\(rows)" == expected)
  }

  /// The demo database without its indexes.
  private static let demo = Result {
    let queue = try DemoDatabase.makeQueue()
    try queue.write { database in
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL")
      #expect(!names.isEmpty)
      for name in names { try database.execute(sql: "DROP INDEX \"\(name)\"") }
    }
    return try AgreementSubject(PredicateDatabase(queue))
  }

  @Test(arguments: [
    ("Movie", AgreementCases.movie), ("Friend", AgreementCases.friend), ("Loan", AgreementCases.loan),
    ("Tag", AgreementCases.tag), ("Movie", AgreementCases.movieBoxes),
  ])
  func pickedPredicates(entity: String, formats: [String]) throws {
    let subject = try Self.demo.get()
    for format in formats { try AgreementTests.check(format, entity, in: subject, variables: AgreementCases.variables) }
  }

  @Test func randomPredicates() throws {
    try AgreementTests.checkRandom(RandomRun(rounds: 100), in: Self.demo.get(), AgreementGenerator.shapes)
  }

  /// For any condition and any number of rows, no table of elements is read again for a row.
  @Test(arguments: ["", "name == 'a' AND ", "name IN {'a', 'b'} AND ", "id IN {1, 2} AND "])
  func tablesAreReadOnce(selection: String) throws {
    let database = try Self.subject.get().database
    for format in [
      "things.@count > 2", "things.@count > n", "things.@max.n > 3", "things.@sum.x > 3", "things.@avg.n > 1",
      "ANY things.n == n", "ANY things.n == 3", "SUBQUERY(things, $t, $t.n > n).@count > 2", "boxesByUp.@max.n > n",
      "ALL boxesByUp.n > n", "NONE up.things.n == 4",
    ] {
      for limit in [nil, 2] as [Int?] {
        let fetch = EntityFetch(
          "Box", where: try QueryPredicate(format: QueryFormat(raw: selection + format)), limit: limit)
        let statement = try database.statement(for: fetch).statement
        let plan = try database.plan(of: statement)
        #expect(plan.repeatedScans().isEmpty, "\(selection + format)\n\(statement.text)\n\(plan.all.map(\.words))")
      }
    }
  }

  /// An index finds the purchases of a buyer, and none finds the lines of a purchase: the lines are read once for all buyers.
  @Test(arguments: [
    ("purchases.lines.@sum.n > 4", [1, 3] as [Int64]), ("purchases.lines.@count == 2", [2, 3]),
    ("purchases.lines.@max.n < 4", [2]), ("purchases.lines.@avg.n == 0", [4]),
    ("purchases.lines.@sum.n > n", [1, 3]), ("id < 3 AND purchases.lines.@sum.n > 2", [1, 2]),
    ("name == 'b' AND purchases.lines.@min.n == 1", [2]), ("best.lines.@sum.n == 9", [1]),
  ])
  func linesOfLaterStepsAreReadOnce(format: String, ids: [Int64]) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE buyer (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, best INTEGER REFERENCES purchase (id));
      INSERT INTO buyer VALUES (1, 'a', 9, 12), (2, 'b', 3, 13), (3, 'b', 5, NULL), (4, 'd', 0, 99);
      CREATE INDEX buyer_by_name ON buyer (name);
      CREATE TABLE purchase (id INTEGER PRIMARY KEY, buyer_id INTEGER REFERENCES buyer (id));
      CREATE INDEX purchase_by_buyer ON purchase (buyer_id);
      INSERT INTO purchase VALUES (11, 1), (12, 1), (13, 2), (14, 3), (15, 3), (16, NULL);
      CREATE TABLE line (id INTEGER PRIMARY KEY, purchase_id INTEGER REFERENCES purchase (id), n INTEGER);
      INSERT INTO line VALUES (1, 11, 2), (2, 12, 4), (3, 12, 5), (4, 13, 1), (5, 13, 2), (6, 14, 7), (7, 15, NULL), (8, 16, 50), (9, NULL, 60);
      """)
    #expect(try subject.ids(format, "Buyer") == ids)
    #expect(try subject.ids("NOT (\(format))", "Buyer") == [1, 2, 3, 4].filter { !ids.contains($0) })
    let fetch = EntityFetch("Buyer", where: try QueryPredicate(format: QueryFormat(raw: format)))
    let statement = try subject.database.statement(for: fetch).statement
    let plan = try subject.database.plan(of: statement)
    #expect(plan.repeatedScans().isEmpty, "\(statement.text)\n\(plan.all.map(\.words))")
  }
}

extension [PlanNode] {
  /// The tables that the plan reads again for each row of another table. Parts of the plan that run once are not included.
  fileprivate func repeatedScans(isRepeated: Bool = false) -> [String] {
    flatMap { node in
      let isOnce = [.rowsFirst, .listOnce, .valueOnce].contains(node.work)
      return (node.work == .scan && isRepeated ? [node.words] : [])
        + node.children.repeatedScans(isRepeated: node.work == .eachRow || isRepeated && !isOnce)
    }
  }
}
