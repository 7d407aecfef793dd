import GRDB
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Comparisons with the least or greatest of many elements, if the foreign key has no index, use a sample of the elements. A sample changes the cost
/// and never the result.
@Suite struct SampledExtremeTests {
  /// The tables have elements in the order of their rows and in another order, elements with fractions, elements without a row, and rows without elements.
  private static let tables = """
    CREATE TABLE crate (id INTEGER PRIMARY KEY, n INTEGER, x REAL, up_id INTEGER REFERENCES crate (id));
    WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 20)
      INSERT INTO crate SELECT i, i * 37 % 101, i * 7.5, i / 3 + 1 FROM number;
    UPDATE crate SET n = NULL WHERE id = 4;
    UPDATE crate SET n = -5, x = -1e300 WHERE id = 5;
    UPDATE crate SET n = 9223372036854775807, x = 9e999 WHERE id = 6;
    UPDATE crate SET n = 'much', x = 'much' WHERE id = 7;
    CREATE TABLE item (id INTEGER PRIMARY KEY, crate_id INTEGER REFERENCES crate (id), n INTEGER, x REAL);
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, up_id INTEGER REFERENCES shelf (id)) STRICT;
    WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 9)
      INSERT INTO shelf SELECT i, i * 37 % 11 - 1, i / 3 + 1 FROM number;
    CREATE TABLE book (id INTEGER PRIMARY KEY, shelf_id INTEGER REFERENCES shelf (id), n INTEGER NOT NULL) STRICT;
    WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 11000)
      INSERT INTO book SELECT i, i % 8 + 1, i * 7919 % 1009 FROM number;
    """

  private static func items(_ crate: String, first: Int = 1) -> String {
    """
    WITH RECURSIVE number(i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM number WHERE i < \(first + 11_999))
      INSERT INTO item SELECT i, \(crate), i * 7919 % 997 - 1, i * 31 % 10007 / 10.0 FROM number;
    UPDATE item SET n = NULL WHERE id % 13 = 0;
    UPDATE item SET n = 'many', x = 'many' WHERE id % 17 = 0;
    UPDATE item SET x = -9e999 WHERE id = \(first + 500);
    UPDATE item SET crate_id = 77 WHERE id % 19 = 0;
    """
  }

  static let scripts = [
    tables + items("i * 2654435761 / 1000 % 19 + 1"), tables + items("(i - 1) / 640 + 1"),
    // One row has a key far from all others, so that the sample contains few rows.
    tables + items("i % 18 + 1", first: -5_000) + "INSERT INTO item VALUES (4000000000000000000, 19, -70, -70.5);",
  ]

  private static let subjects = scripts.map { script in Result { try ScriptDatabase.subject(script) } }

  @Test(
    arguments: [
      ("Crate", "ANY items.n < n"), ("Crate", "ANY items.n > n"), ("Shelf", "ANY books.n >= n + 1000"),
      ("Crate", "ANY items.n > n + 900"),
      ("Crate", "ANY items.x < x"), ("Crate", "NONE items.x > x + 990"), ("Crate", "ANY items.n < x"),
      ("Crate", "ANY items.n > up.n"), ("Crate", "SUBQUERY(items, $i, n > $i.n).@count > 0"),
      ("Crate", "ANY items.n > 2000 + n"), ("Crate", "n > 50 AND ANY items.n < n - 90"), ("Shelf", "ALL books.n >= n"),
      ("Shelf", "ALL books.n <= n + 1000"), ("Shelf", "ANY books.n <= n - 2"), ("Shelf", "ANY books.n < up.n"),
      ("Shelf", "NOT (ALL books.n > n * 2)"),
    ], scripts.indices)
  func memoryAndSQLAgree(condition: (entity: String, format: String), source: Int) throws {
    let subject = try Self.subjects[source].get()
    try AgreementTests.check(condition.format, condition.entity, in: subject)
    try AgreementTests.check("NOT (\(condition.format))", condition.entity, in: subject)
    let fetch = EntityFetch(condition.entity, where: try QueryPredicate(format: QueryFormat(raw: condition.format)))
    let plain = subject.database.rewriting(by: .sqlite.subtracting(.unindexedKeys))
    #expect(try subject.database.keys(fetch) == plain.keys(fetch))
    #expect(try subject.database.statement(for: fetch).statement.text.contains("\"bound\""))
  }

  /// No sample is taken if each row has few elements, or if the condition is evaluated for few rows.
  @Test(arguments: [
    "id == 3 AND ANY items.n < n", "ANY items.n == n", "ANY items.n < 5", "ANY up.items.n < n", "ALL items.n >= n",
  ])
  func otherConditionsReadAllElements(format: String) throws {
    let database = try Self.subjects[0].get().database
    let fetch = EntityFetch("Crate", where: try QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try !database.statement(for: fetch).statement.text.contains("\"bound\""))
  }

  /// A caller may pass any bytes as the function's table. They must not crash it.
  @Test(arguments: ["NULL", "x''", "'text'", "x'0500000000000000'", "x'FFFFFFFFFFFFFFFF'", "zeroblob(80)"])
  func anyBytesAsATable(bytes: String) throws {
    let database = try Self.subjects[0].get().database
    let value = try database.reader.read { database in
      try Int.fetchOne(database, sql: "SELECT predicate_keyedValue(predicate_keyedMinimum(1, 5, \(bytes)), 1, 0)")
    }
    #expect(value == 5)
  }
}
