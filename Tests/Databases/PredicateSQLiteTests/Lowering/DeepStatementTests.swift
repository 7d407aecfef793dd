import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Predicates that are nested more deeply than SQLite's parser allows, and paths with more steps than SQLite's joins allow.
@Suite struct DeepStatementTests {
  private static func nested(_ count: Int, _ before: String, _ text: String, _ after: String) -> String {
    String(repeating: before, count: count) + text + String(repeating: after, count: count)
  }

  @Test(arguments: [
    ("abs(", "year", ")", "== 1994"), ("-(", "year", ")", "!= 1994"), ("(1 + ", "year", ")", "> 1950"),
    ("uppercase(lowercase(", "title", "))", "BEGINSWITH 'P'"), ("(2 * ", "rating", ")", "> 8"),
  ])
  func deepValues(before: String, text: String, after: String, rest: String) throws {
    let subject = try AgreementTests.demo.get()
    for count in [5, 6, 7, 11, 12, 13, 14, 50, 100] {
      let value = Self.nested(count, before, text, after)
      let ids = try subject.ids("\(value) \(rest)", "Movie")
      #expect(!ids.isEmpty)
      let shown = EntityFetch(
        "Movie", columns: [FetchedColumn(try QueryExpression(format: QueryFormat(raw: value)), as: "x")], limit: 2)
      #expect(try subject.database.fetch(shown).rows.count == 2)
    }
    let deep = Self.nested(60, before, text, after)
    _ = try subject.ids("ANY loans.movie.\(text) != nil AND \(deep) != nil", "Movie")
    let other = Self.nested(45, before, text, after)
    #expect(try subject.ids("\(deep) != nil AND \(other) == \(other)", "Movie").count > 0)
  }

  @Test(arguments: [50, 55, 56, 57, 63, 64, 65, 100, 130])
  func longWays(count: Int) throws {
    let subject = try Self.family.get()
    let parents = String(repeating: "parent.", count: count)
    let ups = String(repeating: "up.", count: count)
    #expect(try subject.ids("\(parents)n == 5", "Person") == [Int64(count) + 5])
    #expect(try subject.ids("\(parents)parent == nil", "Person").count == count + 1)
    #expect(try subject.ids("\(ups)n == 5 OR \(ups)up.n == 8", "Branch") == [Int64(count) + 5, Int64(count) + 9])
    #expect(try subject.ids("ANY \(parents)children.n == 8", "Person") == [Int64(count) + 7])
    let value = try QueryExpression(format: "\(raw: parents)n")
    let fetch = EntityFetch(
      "Person", where: try QueryPredicate(format: "id > 138"), columns: [FetchedColumn(value, as: "x")],
      sortedBy: [QuerySortKey(value, isAscending: false)])
    #expect(try subject.rows(fetch) == [140, 139].map { "\([QueryValue.integer(Int64($0 - count))])" })
  }

  /// Each row's parent is the row before it.
  private static let family = Result {
    try ScriptDatabase.subject(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, n INT, key0 TEXT, parent INT REFERENCES person (id));
      CREATE TABLE branch (n INT, code TEXT PRIMARY KEY, up TEXT REFERENCES branch (code));
      WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 140)
      INSERT INTO person SELECT i, i, 'x', nullif(i - 1, 0) FROM r;
      INSERT INTO branch SELECT n, 'c' || n, 'c' || (n - 1) FROM person;
      """)
  }

  /// Shapes that nest in themselves. `§` is the inner condition, and `#` is a new variable.
  static let shapes = [
    "SUBQUERY({1, 2}, #, §).@count == 1", "SUBQUERY(branchesByUp, #, §).@count == 1",
    "SUBQUERY(branchesByUp, #, §).@count > 2",
    "SUBQUERY(branches, #, §).@count > 2", "SUBQUERY(branches, #, §).@count < 4",
    "SUBQUERY(branchesByUp, #, §).n.@max > 2",
    "SUBQUERY(branchesByUp.branchesByUp, #, §).@count != 1", "NOT (n > 1 AND §)",
    "TERNARY(§, n, 2) BETWEEN {n, 4}", "ANY branchesByUp.n == TERNARY(§, 1, 2)",
    "n == SUBQUERY(branchesByUp, #, §)[FIRST].n",
  ]

  /// The sources are numbered, so their greatest number counts how often the conditions were translated.
  @Test("Each condition is translated once", arguments: shapes)
  func statementsGrowWithTheNesting(shape: String) throws {
    let subject = try Self.branches.get()
    func size(_ levels: Int) throws -> (sources: Int, bytes: Int) {
      var text = "n == 1"
      for level in 0..<levels {
        text = shape.replacingOccurrences(of: "§", with: text).replacingOccurrences(of: "#", with: "$v\(level)")
      }
      let fetch = EntityFetch("Branch", where: try QueryPredicate(format: QueryFormat(raw: text)))
      let sql = try subject.database.statement(for: fetch).statement.text
      let numbers = sql.matches(of: /\bt(\d+)\b/).compactMap { Int($0.1) }
      return (try #require(numbers.max()), sql.utf8.count)
    }
    let (few, many) = (try size(6), try size(12))
    #expect(many.sources <= 3 * few.sources + 6 && many.bytes <= 3 * few.bytes, "\(few) with 6 levels, \(many) with 12")
  }

  /// `branches` starts from a key of two columns.
  private static let branches = Result {
    try ScriptDatabase.subject(
      """
      CREATE TABLE branch (
        id INTEGER PRIMARY KEY, n INT NOT NULL, a INT NOT NULL, b INT NOT NULL, up INT REFERENCES branch (id),
        x INT, y INT, UNIQUE (a, b), FOREIGN KEY (x, y) REFERENCES branch (a, b));
      INSERT INTO branch VALUES (1, 1, 1, 1, NULL, NULL, NULL), (2, 2, 1, 2, 1, 1, 1);
      """)
  }
}
