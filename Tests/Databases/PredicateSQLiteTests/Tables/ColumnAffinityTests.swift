import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import Testing

/// Columns with numeric affinity that hold texts, and columns whose declared type SQLite does not store: memory and SQL agree about their values.
@Suite struct ColumnAffinityTests {
  private static let schema = """
    CREATE TABLE file (id INTEGER PRIMARY KEY, name STRING, path STRING CHECK (typeof(path) = 'text'),
      way STRING COLLATE NOCASE CHECK (typeof(way) = 'text'), body TEXT NOT NULL CHECK (typeof(body) = 'text'));
    CREATE INDEX file_name ON file (name); CREATE INDEX file_path ON file (path); CREATE INDEX file_way ON file (way);
    INSERT INTO file VALUES (1, '/usr/bin', '/usr', '/usr', '5'), (2, 'abc', 'abc', 'ABC', 'abc'), (3, '1a', '1a', '1A', '1'),
      (4, '12', 'zz', 'zz', 'zz'), (5, '/', '/', '/', '/'), (6, '-x', '-x', '-X', '7');
    CREATE TABLE event (id INTEGER PRIMARY KEY, day DATE, moment TEXT, key UUID);
    CREATE INDEX event_day ON event (day); CREATE INDEX event_moment ON event (moment); CREATE INDEX event_key ON event (key);
    INSERT INTO event VALUES
      (1, '2024-02-01', '2024-02-01', '11111111-1111-1111-1111-111111111111'), (2, '2024', '2024', '1e511111-1111-1111-1111-111111111111'),
      (3, '20240201', '20240201', '1111'), (4, '2023-12-31T23:00:00Z', '1e3', '11111111111111111111111111111111'),
      (5, NULL, NULL, NULL), (6, '10000-01-01', '-5', '1E511111-1111-1111-1111-111111111111');
    CREATE TABLE strict (id INTEGER PRIMARY KEY, n INT, g INT AS (n || 'x') VIRTUAL, r REAL AS (n) VIRTUAL,
      b TEXT AS (n) VIRTUAL, s INT AS (n + 1) STORED, whole INT AS (n || '') VIRTUAL) STRICT;
    CREATE INDEX strict_g ON strict (g);
    INSERT INTO strict (id, n) VALUES (1, 1), (2, 20), (3, NULL);
    """

  private static func database() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: schema) }
    return try PredicateDatabase(queue)
  }

  @Test(arguments: [
    ("path > '5'", [2, 4] as [Int64]), ("path < '5'", [1, 3, 5, 6]), ("path BEGINSWITH '1'", [3]),
    ("path BEGINSWITH '/'", [1, 5]), ("path BETWEEN {'0', '9'}", [3]), ("path >= '0'", [2, 3, 4]),
    ("path IN {'1a', '5', '/'}", [3, 5]), ("path == '1a'", [3]), ("path == '5'", []), ("path BEGINSWITH[c] '1'", [3]),
    ("path > body", [3]), ("body < path", [3]), ("path == body", [2, 4, 5]), ("way > '5'", [2, 4]),
    ("way == 'abc'", []),
    ("way == 'ABC'", [2]), ("way BEGINSWITH '-X'", [6]), ("way IN {'abc', '1A'}", [3]), ("name > '5'", [2]),
    ("name BEGINSWITH '/'", [1, 5]), ("name BEGINSWITH '1'", [3]), ("name BEGINSWITH 'a'", [2]),
    ("name BEGINSWITH[c] '/'", [1, 5]), ("name BETWEEN {'0', '9'}", [3]), ("name == '12'", []), ("name == '1a'", [3]),
    ("TERNARY(id > 0, path, body) > '5'", [2, 4]),
  ])
  func ordersTextsAmongNumbers(format: String, expected: [Int64]) throws {
    let database = try Self.database()
    #expect(try ColumnStorageTests.ids(format, "File", in: database) == expected, "\(format)")
    _ = try ColumnStorageTests.ids("NOT \(format)", "File", in: database)
  }

  @Test(arguments: ["path == 'abc'", "path IN {'abc', '/'}", "name BEGINSWITH 'ab'", "name == 'abc'"])
  func findsTextsAmongNumbersByTheirIndex(format: String) throws {
    let database = try Self.database()
    let fetch = EntityFetch("File", where: try QueryPredicate(format: QueryFormat(raw: format)))
    let plan = try database.plan(of: database.statement(for: fetch, form: .keys).statement)
    #expect(plan.all.contains { $0.words.contains("SEARCH") }, "\(format): \(plan)")
  }

  @Test func keepsTheAffinityInModelFiles() throws {
    let database = try Self.database()
    let data = try #require(database.model.entity(named: "File")?.attribute(named: "path"))
    #expect(
      data.convertsNumericTexts
        && database.model.entity(named: "File")?.attribute(named: "body")?.convertsNumericTexts == false)
    let read = try DataModel(jsonText: database.model.jsonText())
    #expect(read.entity(named: "File")?.attribute(named: "path")?.convertsNumericTexts == true)
  }

  @Test(arguments: [
    ("day > '2023-12-31'", nil as [Int64]?), ("day == '2024-02-01'", [1]), ("day < '2024-01-01'", nil),
    ("day == nil", nil),
    ("day IN {'2024-02-01', '2024-01-01'}", nil), ("moment > '2023-12-31'", nil), ("moment < '2024-01-02'", nil),
    ("key == nil", nil),
  ])
  func findsDatesAndKeysAmongNumbers(format: String, expected: [Int64]?) throws {
    let database = try Self.database()
    let found = try ColumnStorageTests.ids(format, "Event", in: database)
    if let expected { #expect(found == expected, "\(format)") }
    _ = try ColumnStorageTests.ids("NOT \(format)", "Event", in: database)
  }

  @Test func findsKeysThatLookLikeNumbers() throws {
    let database = try Self.database()
    for (text, ids) in [
      ("11111111-1111-1111-1111-111111111111", [1] as [Int64]), ("1e511111-1111-1111-1111-111111111111", [2, 6]),
    ] {
      let key = try #require(QueryUUID(text))
      for format in ["key == %@", "key IN {%@}"] {
        let predicate = try QueryPredicate(format: QueryFormat(raw: format), arguments: [key.queryArgument])
        #expect(try database.ids(entity: "Event", predicate: predicate) == ids, "\(format) \(text)")
      }
    }
  }

  @Test(arguments: [
    ("g > 5", [] as [Int64]), ("g == nil", [1, 2, 3]), ("g == 1", []), ("r == 1.0", [1]), ("b == '1'", [1]),
    ("s == 21", [2]),
    ("whole == 20", [2]), ("whole == nil", [3]), ("r > 5", [2]),
  ])
  func doesNotTrustComputedColumns(format: String, expected: [Int64]) throws {
    let database = try Self.database()
    #expect(try ColumnStorageTests.ids(format, "Strict", in: database) == expected, "\(format)")
    _ = try ColumnStorageTests.ids("NOT \(format)", "Strict", in: database)
  }
}
