import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Columns without a type: each value shows its own type, and an index is used nevertheless.
@Suite struct UndeclaredColumnTests {
  private static func database() throws -> PredicateDatabase {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("bare-\(UUID().uuidString).sqlite").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE thing (a, b TEXT); CREATE INDEX thing_a ON thing (a);
          INSERT INTO thing VALUES (5, 'x'), ('5', 'x'), (5.0, 'y'), (NULL, 'y'), (x'35', 'z'), ('é', 'z'), (5.5, 'z');
          """)
    }
    try queue.close()
    // The connection keeps the file as long as it needs it.
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try PredicateDatabase.open(path: path)
  }

  /// Groups and distinct values show the stored values, including values that have no representation in SQL.
  @Test func groupsAndDistinctValuesAreWhatIsStored() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE thing (a);
          INSERT INTO thing VALUES (5), ('5'), (5.0), (NULL), (x'35'), ('é'), (5.5), (x'FFFE'), (x''), (x'FFFE');
          """)
    }
    let database = try PredicateDatabase(queue)
    let entity = try #require(database.model.entityNames.first)
    let a = FetchedColumn(key: "a")
    let stored: [QueryValue] = [
      .null, .string("5"), .string("é"), .double(5.5), .data([]), .data([0x35]), .data([0xFF, 0xFE]),
    ]
    func sorted(_ rows: [[QueryValue]]) -> [String] { rows.map { "\($0)" }.sorted() }
    // Either 5 or 5.0 may be the key of the group of both.
    let distinct = try database.fetch(EntityFetch(entity, columns: [a], isDistinct: true)).rows.filter { row in
      if case .integer(5) = row[0] { false } else if case .double(5) = row[0] { false } else { true }
    }
    #expect(sorted(distinct) == sorted(stored.map { [$0] }))
    let count = FetchedColumn(.call("count", []), as: "n")
    let groups = try database.fetch(EntityFetch(entity, columns: [a, count], groupBy: [a])).rows
    #expect(groups.count == 8)
    #expect(sorted(groups).contains("\([QueryValue.data([0xFF, 0xFE]), .integer(2)])"), "\(groups)")
  }

  @Test(
    arguments: [
      ("a == 5", [1, 3], true), ("a == '5'", [2], true), ("a == 5.5", [7], true), ("a != 5", [2, 4, 5, 6, 7], false),
      ("NOT (a == '5')", [1, 3, 4, 5, 6, 7], false), ("a == nil", [4], true), ("a IN {5, 'é'}", [1, 3, 6], true),
      ("NOT a IN {5, 'é'}", [2, 4, 5, 7], false), ("a IN {5, nil}", [1, 3], false),
      ("a IN {'5', 5.5}", [2, 7], true),
      ("a == 'é' AND b == 'z'", [6], true), ("a == b", [], false), ("CAST(a, 'NSString') == '5'", [1, 2, 3], false),
    ] as [(String, [Int64], Bool)])
  func answersAndIndexes(format: String, expected: [Int64], usesIndex: Bool) throws {
    let database = try Self.database()
    let entity = try #require(database.model.entityNames.first)
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    #expect(try database.ids(entity: entity, predicate: predicate) == expected)
    let plan = try database.plan(of: database.translator.keys(of: entity, where: predicate))
    #expect(plan.all.contains { $0.words.contains("SEARCH") && $0.words.contains("thing_a") } == usesIndex, "\(plan)")
  }

  /// A column may convert a constant before SQLite compares it: a column of texts converts 5, and a column of numbers converts `5` in quotes.
  @Test func constantsThatAColumnConverts() throws {
    let values = [
      "5", "'5'", "5.0", "NULL", "x'35'", "'é'", "5.5", "'5.0'", "'x'", "'X'", "9007199254740993", "9007199254740992.0",
      "''", "0", "-0.0",
    ]
    let rows = values.enumerated().map { number, value in
      "(\(number), \([String](repeating: value, count: 5).joined(separator: ", ")))"
    }
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, a, b ANY, t TEXT, n NUMERIC, c COLLATE NOCASE);
      INSERT INTO thing VALUES \(rows.joined(separator: ", "));
      """)
    let entity = try #require(database.model.entityNames.first)
    let subject = try AgreementSubject(database.retyped("t", of: entity, to: .any).retyped("n", of: entity, to: .any))
    for column in ["a", "b", "t", "n", "c"] {
      for constants in ["5", "'5'", "5.0", "'x'", "'é'", "9007199254740993", "9007199254740992.0", "''", "0"] {
        for format in [
          "\(column) == \(constants)", "NOT (\(column) == \(constants))", "\(column) IN {\(constants), 'X'}",
          "NOT (\(column) IN {\(constants), 7})", "TERNARY(\(column) == \(constants), 1, 2) == 2",
          "\(column) IN {\(constants), nil}",
        ] {
          _ = try subject.ids(format, entity)
        }
      }
    }
    let count = try subject.database.statement(
      for: EntityFetch(entity, where: QueryPredicate(format: "a IN {5, 'x'}")), form: .count)
    #expect(!count.statement.text.contains("predicate_"), "\(count.statement.text)")
  }

  /// Columns without a type whose values are texts, and texts and numbers: with an index and without one.
  private static func script(_ indexes: String, added: String = "") -> String {
    """
    CREATE TABLE thing (id INTEGER PRIMARY KEY, name, amount, note COLLATE NOCASE, raw);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO thing SELECT i, CASE WHEN i % 7 THEN char(65 + i % 4) || 'é' || (i % 5) END,
      CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN 'n/a' WHEN 2 THEN i % 3 WHEN 3 THEN i % 3 + 0.0 ELSE i / 4.0 END,
      CASE WHEN i % 2 THEN 'x' ELSE 'X' END, CASE WHEN i % 5 THEN 'r' || i % 3 ELSE x'7231' END FROM n;
    \(indexes)
    \(added)
    """
  }

  private static let indexes =
    "CREATE INDEX thing_name ON thing (name); CREATE INDEX thing_amount ON thing (amount DESC); CREATE INDEX thing_raw ON thing (raw);"

  private static func fetches() throws -> [EntityFetch] {
    let count = FetchedColumn(.call("count", []), as: "n")
    func column(_ text: String) throws -> FetchedColumn {
      FetchedColumn(try QueryExpression(format: QueryFormat(raw: text)), as: "c")
    }
    return try ["name", "amount", "note", "raw"].flatMap { key throws in
      let own = FetchedColumn(key: key)
      return [
        EntityFetch("Thing", columns: [own, count], groupBy: [own]),
        EntityFetch("Thing", columns: [own], isDistinct: true),
        EntityFetch("Thing", columns: [try column("count(distinct(\(key)))")]),
        EntityFetch("Thing", columns: [try column("count(\(key))")]),
      ]
    }
  }

  @Test(arguments: [indexes, ""])
  func valuesNeedNoBoxes(indexes: String) throws {
    for added in ["", "INSERT INTO thing VALUES (0, x'41', x'', x'', 5), (-1, 7, 1e300, '', 'r');"] {
      let subject = try ScriptDatabase.subject(Self.script(indexes, added: added))
      var boxes: [String] = []
      for fetch in try Self.fetches() {
        let bound = try BoundFetch(fetch, model: subject.database.model)
        let text = try subject.database.prepare(bound, as: .rows).statement?.text ?? ""
        if text.contains("predicate_box") { boxes.append(text) }
        let plain = subject.database.rewriting(by: .sqlite.subtracting([.provenColumns, .bareColumns]))
        #expect(try subject.rows(fetch).sorted() == plain.fetch(fetch).rows.map { "\($0)" }.sorted(), "\(text)")
      }
      // In the plans that need them, bytes and texts compared without case are boxed.
      #expect(boxes.contains { $0.contains("\"name\"") || $0.contains("\"amount\"") } == !added.isEmpty, "\(boxes)")
      #expect(boxes.contains { $0.contains("\"note\"") } && boxes.contains { $0.contains("\"raw\"") }, "\(boxes)")
      for condition in [
        "name CONTAINS 'é1'", "NOT name CONTAINS 'é1'", "'B' IN name", "name BEGINSWITH 'B'", "name ENDSWITH 'é3'",
        "name LIKE 'C*'", "name CONTAINS[c] 'bÉ'", "name BEGINSWITH[cd] 'ce'", "NOT (name LIKE[c] 'a?4')",
        "name == nil OR name CONTAINS 'A'",
      ] where added.isEmpty {
        let found = try subject.ids(condition, "Thing")
        #expect(!found.isEmpty && found.count < 60, "\(condition)")
        let fetch = EntityFetch("Thing", where: try QueryPredicate(format: QueryFormat(raw: condition)))
        let counted = try subject.database.prepare(
          BoundFetch(fetch, model: subject.database.model).counted, as: .count)
        #expect(counted.statement?.text.contains("predicate_dynamic") == condition.contains("["), "\(condition)")
      }
    }
  }

  /// The least, the greatest and the sum of a group of numbers in a column without a declared type are right. If values have no common order, SQL and
  /// memory both fail.
  @Test func extremesOfNumbers() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE sale (id INTEGER PRIMARY KEY, shop TEXT, price);
      INSERT INTO sale VALUES (1, 'a', 5), (2, 'a', 5.0), (3, 'a', NULL), (4, 'a', 4.5), (5, 'b', 9007199254740993),
        (6, 'b', 9007199254740992.0), (7, 'c', NULL), (8, 'd', 'x'), (9, 'd', 'é');
      """)
    func column(_ text: String) throws -> FetchedColumn {
      FetchedColumn(try QueryExpression(format: QueryFormat(raw: text)), as: text)
    }
    func sorted(_ rows: [[QueryValue]]) -> [String] { rows.map { "\($0)" }.sorted() }
    let shop = FetchedColumn(key: "shop")
    let least = try column("min(price)")
    let extremes = EntityFetch("Sale", columns: [shop, least, try column("max(price)")], groupBy: [shop])
    let expectedExtremes: [[QueryValue]] = [
      [.string("a"), .double(4.5), .integer(5)],
      [.string("b"), .double(9_007_199_254_740_992), .integer(9_007_199_254_740_993)],
      [.string("c"), .null, .null],
      [.string("d"), .string("x"), .string("é")],
    ]
    #expect(try sorted(database.fetch(extremes).rows) == sorted(expectedExtremes))
    let numbers = try QueryPredicate(format: "shop != 'd'")
    let sum = try column("sum(price)")
    let means = EntityFetch(
      "Sale", where: numbers, columns: [shop, sum, try column("average(price)")], groupBy: [shop])
    let expectedMeans: [[QueryValue]] = [
      [.string("a"), .double(14.5), .double(14.5 / 3)],
      [.string("b"), .double(18_014_398_509_481_984), .double(9_007_199_254_740_992)],
      [.string("c"), .integer(0), .null],
    ]
    #expect(try sorted(database.fetch(means).rows) == sorted(expectedMeans))
    let all = EntityFetch("Sale", columns: [try column("max(price)"), try column("count()")])
    #expect(throws: (any Error).self) { try database.fetch(all) }
  }

  /// Another connection writes bytes between two runs of a statement. The second run has the right rows.
  @Test(arguments: [indexes, ""])
  func bytesOfOthersAreSeen(indexes: String) throws {
    let path = FileManager.default.temporaryDirectory.path + "/boxes-\(UUID()).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: Self.script(indexes)) }
    let database = try PredicateDatabase.open(path: path)
    let plain = database.rewriting(by: .sqlite.subtracting([.provenColumns, .bareColumns]))
    let name = FetchedColumn(key: "name")
    let fetch = EntityFetch("Thing", columns: [name, FetchedColumn(.call("count", []), as: "n")], groupBy: [name])
    let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows)
    #expect(prepared.statement?.text.contains("predicate_box") == false)
    try queue.write { try $0.execute(sql: "UPDATE thing SET name = x'62010203' WHERE id < 9") }
    var rows: [String] = []
    try database.forEachRow(prepared) {
      rows.append("\($0)")
      return true
    }
    #expect(try rows == plain.fetch(fetch).rows.map { "\($0)" })
  }

  /// A comparison of the bare column is NULL for a row without a value, and the comparison that it replaces is false. A NOT around it is made again.
  @Test(arguments: [
    "n == n AND a == -1", "n == n AND NOT (n == n AND a == -1)", "n == 1 OR n == n AND a == 'x'", "n == m OR a == -1",
    "TERNARY(a == -1 AND n == m, 1, 0) == 1", "TERNARY(n == m, a, n) == 5 AND a == -1", "ANY tsByUp.a == -1 AND n == n",
    "n / m == 1 AND a == -1", "up.n == n AND up.a == -1", "(n == m OR a == 'x') AND n == n",
    "a == -1 AND s CONTAINS 'x'",
  ])
  func negations(of format: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, n INT, m INT, s TEXT, up INT REFERENCES t (id)); CREATE INDEX i ON t (a);
      INSERT INTO t VALUES (1, NULL, 1, 1, NULL, NULL), (2, -1, NULL, NULL, 'x', 1), (3, 'x', 3, 4, 'y', 1),
        (4, x'61', NULL, 1, 'xx', 2), (5, -1, 2, 2, 'x', 2);
      """)
    let some = try subject.ids(format, "T")
    #expect(Set(some).isDisjoint(with: try subject.ids("NOT (\(format))", "T")))
    #expect(try subject.ids("NOT (\(format))", "T").count == 5 - some.count)
    #expect(try subject.ids("NOT NOT (\(format))", "T") == some)
  }
}
