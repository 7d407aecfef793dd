import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Another connection changes the schema while the database is open. Each statement then gives a typed issue, or the answer that a newly opened
/// database gives.
@Suite struct MigrationTests {
  private static let schema = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, born INTEGER);
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, year INTEGER, author_id INTEGER REFERENCES author (id));
    CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT, book_id INTEGER REFERENCES book (id));
    INSERT INTO author VALUES (1, 'Ann', 1950), (2, 'Bob', NULL), (3, 'Cid', 1970);
    INSERT INTO book VALUES (1, 'One', 1990, 1), (2, 'Two', 2001, 1), (3, 'Three', NULL, 2), (4, 'Four', 1984, NULL);
    INSERT INTO note VALUES (1, 'good', 1), (2, 'bad', 1), (3, NULL, 4);
    """

  private static let migrations = [
    "ALTER TABLE book ADD COLUMN pages INTEGER DEFAULT 7", "ALTER TABLE author ADD COLUMN email TEXT",
    "ALTER TABLE book RENAME TO volume", "ALTER TABLE author RENAME COLUMN name TO title",
    "ALTER TABLE book RENAME COLUMN year TO published", "ALTER TABLE book DROP COLUMN year", "DROP TABLE note",
    "DROP TABLE author", "CREATE INDEX years ON book (year)", "DROP INDEX IF EXISTS years",
    "CREATE TABLE review (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book (id))",
    "ALTER TABLE note RENAME COLUMN body TO text", "DELETE FROM book WHERE id = 2", "UPDATE author SET born = 1990",
    "DROP TABLE note; CREATE TABLE note (id INTEGER PRIMARY KEY, body DATE, book_id INTEGER REFERENCES book (id))",
    "DROP TABLE book; CREATE VIEW book AS SELECT 1 AS id, 'View' AS title, 2000 AS year, 1 AS author_id", "VACUUM",
    "ALTER TABLE author RENAME TO person; ALTER TABLE book RENAME TO author", "REINDEX", "ANALYZE",
    "DROP TABLE author; CREATE TABLE author (id TEXT PRIMARY KEY, name TEXT COLLATE NOCASE, born TEXT) WITHOUT ROWID",
  ]

  private static let statements: [(entity: String, format: String)] = [
    ("Author", "name == 'Ann' OR born > 1960"), ("Author", "books.@count > 1"), ("Author", "ANY books.year > 1985"),
    ("Book", "author.name BEGINSWITH 'A'"), ("Book", "year == nil OR title ENDSWITH 'o'"),
    ("Book", "ANY notes.body == 'good'"), ("Note", "book.author.born == 1950"), ("Note", "body != nil"),
  ]

  private enum Answer: Equatable {
    case keys([Int64])
    case issue
  }

  private func answer(_ database: PredicateDatabase, _ entity: String, _ format: String) throws -> Answer {
    do {
      return .keys(try database.keys(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format)))))
    } catch is DatabaseIssue {
      return .issue
    } catch is PredicateIssue {
      return .issue
    }
  }

  @Test("Random migrations, one after another", arguments: ["DELETE", "WAL"])
  func migrations(mode: String) throws {
    let folder = try DamageFolder()
    var (answers, issues) = (0, 0)
    for seed in RandomRun(rounds: 20).seeds {
      var random = SplitMix64(seed: seed)
      let path = folder.path("\(mode)-\(seed)")
      let other = try DamageFolder.writer(path)
      try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = \(mode); \(Self.schema)") }
      let database = try PredicateDatabase.open(path: path)
      var done: [String] = []
      for _ in 0..<3 {
        let migration = random.pick(Self.migrations)
        do {
          try other.writeWithoutTransaction { try $0.execute(sql: migration) }
          done.append(migration)
        } catch is DatabaseError {
          // A migration fails if an earlier one has removed its table or column. Then the next migration is tried.
          continue
        }
        let anew = try PredicateDatabase.open(path: path)
        for (entity, format) in Self.statements {
          let found = try answer(database, entity, format)
          guard found != .issue else {
            issues += 1
            continue
          }
          answers += 1
          let expected = try answer(anew, entity, format)
          #expect(found == expected, "OPENPREDICATE_SEED=\(seed) \(done): \(entity) where \(format)")
        }
      }
    }
    #expect(answers > 100 && issues > 20, "\(answers) answers, \(issues) issues")
  }

  @Test("A migration while rows are read: a reader of a log continues, and the next statement sees it")
  func whileReading() throws {
    let folder = try DamageFolder()
    let path = folder.path("log")
    let other = try DamageFolder.writer(path)
    try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; \(Self.schema)") }
    let database = try PredicateDatabase.open(path: path)
    var titles: [String] = []
    try database.forEachRow(EntityFetch("Book", columns: [FetchedColumn(key: "title")])) { row in
      if titles.isEmpty {
        try other.writeWithoutTransaction {
          try $0.execute(sql: "ALTER TABLE book RENAME COLUMN title TO name; DELETE FROM book WHERE id > 2")
        }
      }
      titles.append("\(row[0])")
    }
    #expect(titles.count == 4)
    let issue = #expect(throws: DatabaseIssue.self) {
      try database.count(EntityFetch("Book", where: QueryPredicate(format: "title != nil")))
    }
    #expect(issue?.kind == .schemaChanged, "\(String(describing: issue))")
    #expect(try database.count(EntityFetch("Book", where: QueryPredicate(format: "year > 1985"))) == 2)
  }
}
