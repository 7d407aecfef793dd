import GRDB
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues
import Testing

/// The advice proposes an index if the existing ones do not help. Rows without an integer key can be verified.
@Suite struct IndexAdviceTests {
  private static let schema = """
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, shelf TEXT COLLATE NOCASE, price REAL);
    CREATE INDEX book_title ON book (title); CREATE INDEX book_year ON book (year); CREATE INDEX book_shelf ON book (shelf);
    INSERT INTO book VALUES (1, 'Emma', 1815, 'a', 1), (2, 'Persuasion', 1817, 'B', 2), (3, 'émigré', NULL, NULL, 3);
    CREATE TABLE word (text TEXT PRIMARY KEY, root TEXT REFERENCES word (text), size INTEGER) WITHOUT ROWID;
    INSERT INTO word VALUES ('go', NULL, 2), ('goes', 'go', 4), ('gone', 'go', 4);
    CREATE VIEW sizes AS SELECT size FROM word;
    """

  private static func database() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: schema) }
    return try PredicateDatabase(queue)
  }

  /// The advice of a back end over the database of the schema.
  private static func advice(
    _ format: String, from backend: (PredicateDatabase) -> any QueryBackend = { $0 }
  ) throws -> [String] {
    let database = try Self.database()
    let statement = try AskedDatabase(database).bound("Book where \(format)")
    let plan = try PreparedStatement(statement, on: database).plan()
    #expect(!plan.isEmpty)
    guard let predicate = statement.fetch.predicate else { return [] }
    return IndexAdvice(backend(database), statement.bound.entity, plan: plan).lines(for: predicate)
  }

  @Test(arguments: [
    ("year != 1815", "an index can find rows with a value, but not rows without it"),
    ("title CONTAINS \"mm\"", "an index can find only the beginning of a text"),
    ("title ENDSWITH \"a\"", "an index can find only the beginning of a text"),
    ("title LIKE \"*m?a\"", "an index cannot be used, because the pattern begins with a wildcard"),
    ("title ==[d] \"emigre\"", "the index distinguishes letters with and without accents"),
    ("shelf == \"b\"", "its column has the collation NOCASE, but predicates compare texts by their Unicode scalars"),
    ("year / 10 == 181", "the index contains year, but not the value that the condition computes from it"),
    ("lowercase(title) == \"emma\"", "the index contains title, but not the value that the condition computes from it"),
    ("price > 1 AND year != 1815", "an index can find rows with a value, but not rows without it"),
  ])
  func saysWhyNot(format: String, reason: String) throws {
    let found = try Self.advice(format)
    #expect(found.count == 1 && found[0].hasPrefix("no index for") && found[0].contains(reason), "\(found)")
  }

  @Test(arguments: [
    "year == 1815", "year > 1800 AND title CONTAINS[c] \"x\" OR year == 1", "title BEGINSWITH \"E\"", "price > 1",
    "price != 1",
    "year == nil", "year != nil", "title IN {\"Emma\"}", "TRUEPREDICATE", "year == price",
  ])
  func saysNothingWhereAnIndexServesOrNoneIs(format: String) throws {
    #expect(try Self.advice(format).isEmpty)
  }

  /// A database whose indexes find any part of a text has no obstacle to CONTAINS.
  @Test func aDatabaseMayHaveOtherIndexes() throws {
    #expect(try Self.advice("title CONTAINS \"mm\"", from: TrigramDatabase.init).isEmpty)
    #expect(
      try Self.advice("year != 1815", from: TrigramDatabase.init)
        == ["no index for year != 1815: an index can find rows with a value, but not rows without it"])
  }

  @Test(arguments: [
    ("Word where root.size == 2", "The answers from SQL and from memory are equal in 2 words"),
    ("Size where size == 4", "The answers from SQL and from memory are equal in 2"),
    ("Word where SELF == root.root OR root == nil", "The answers from SQL and from memory are equal in 1 word"),
  ])
  func verifiesRowsWithoutIntegers(statement: String, answer: String) throws {
    let lines = try AskedDatabase(Self.database()).verified(statement)
    #expect(lines.first?.hasPrefix(answer) == true, "\(lines)")
  }
}

/// A database whose indexes find any part of a text.
private struct TrigramDatabase: QueryBackend {
  let base: PredicateDatabase

  init(_ base: PredicateDatabase) { self.base = base }

  var model: DataModel { base.model }

  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    try base.prepare(fetch, as: form)
  }

  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws { try base.run(fetch, body) }

  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }

  func hasIndex(beginningWith column: String, of table: String) -> Bool {
    base.hasIndex(beginningWith: column, of: table)
  }

  func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
    comparison.operator == .contains ? nil : comparison.orderedIndexObstacle
  }
}
