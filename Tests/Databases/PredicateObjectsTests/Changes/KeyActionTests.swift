import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

/// A context applies the actions of foreign keys itself. The rows after a save are those that SQLite leaves.
@Suite struct KeyActionTests {
  private static func rows(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT 'p ' || quote(id) || quote(code) FROM p UNION ALL SELECT 'c ' || quote(id) || quote(key) FROM c ORDER BY 1
          """)
    }
  }

  /// Two equal databases: the first one for statements in SQL, the second one with a context.
  private static func databases(_ column: String) throws -> (DatabaseQueue, ObjectContext, DatabaseQueue) {
    let queues = try (0..<2).map { _ in try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration) }
    for queue in queues {
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
            CREATE TABLE c (id INTEGER PRIMARY KEY, key \(column));
            INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c');
            """)
        let isText = column.hasPrefix("TEXT")
        try $0.execute(sql: "INSERT INTO c VALUES (1, \(isText ? "'b'" : "2")), (2, \(isText ? "'c'" : "3"))")
      }
    }
    return (queues[0], try ObjectContext(PredicateDatabase(name: "keys", queue: queues[1])), queues[1])
  }

  private static func parent(_ context: ObjectContext) throws -> StoredObject {
    try #require(try context.objects(EntityFetch("P", where: QueryPredicate(format: "id == 2"))).first)
  }

  @Test(arguments: [
    "INT DEFAULT 1 REFERENCES p (id) ON DELETE SET DEFAULT",
    "INT NOT NULL DEFAULT 3 REFERENCES p (id) ON DELETE SET DEFAULT",
    "INT REFERENCES p (id) ON DELETE SET DEFAULT", "TEXT DEFAULT 'a' REFERENCES p (code) ON DELETE SET DEFAULT",
    "TEXT DEFAULT 'a' REFERENCES p (code) ON UPDATE SET DEFAULT ON DELETE SET NULL",
    "TEXT REFERENCES p (code) ON UPDATE SET NULL ON DELETE SET NULL",
    "TEXT REFERENCES p (code) ON UPDATE CASCADE ON DELETE CASCADE",
  ])
  func leavesTheRowsOfSQLite(column: String) throws {
    for deletes in [true, false] where deletes || column.contains("ON UPDATE") {
      let (plain, context, queue) = try Self.databases(column)
      let former = try Self.rows(queue)
      try plain.write {
        try $0.execute(sql: deletes ? "DELETE FROM p WHERE id = 2" : "UPDATE p SET code = 'z' WHERE id = 2")
      }
      let object = try Self.parent(context)
      if deletes { try context.delete(object) } else { try object.set("code", to: .string("z")) }
      try context.save()
      #expect(try Self.rows(queue) == Self.rows(plain))
      #expect(try Self.rows(queue) != former)
      while context.canUndo { context.undo() }
      try context.save()
      #expect(try Self.rows(queue) == former)
    }
  }

  /// ON DELETE SET DEFAULT is refused if no row has the default as its key, as SQLite refuses it.
  @Test func aDefaultWithoutARow() throws {
    let (_, context, queue) = try Self.databases("INT DEFAULT 9 REFERENCES p (id) ON DELETE SET DEFAULT")
    let former = try Self.rows(queue)
    let issue = #expect(throws: StoreIssue.self) { try context.delete(Self.parent(context)) }
    #expect(issue?.message.contains("SET DEFAULT") == true && !context.hasChanges)
    #expect(try Self.rows(queue) == former)
  }

  /// ON UPDATE RESTRICT refuses a new key while rows refer to the old one. A row without references may change its key.
  @Test func restrictHolds() throws {
    let (_, context, _) = try Self.databases("TEXT REFERENCES p (code) ON UPDATE RESTRICT")
    let object = try Self.parent(context)
    let issue = #expect(throws: StoreIssue.self) { try object.set("code", to: .string("z")) }
    #expect(issue?.kind == .unchangeable && issue?.message.contains("ON UPDATE RESTRICT") == true)
    #expect(!context.hasChanges)
    let free = try #require(try context.objects(EntityFetch("P", where: QueryPredicate(format: "id == 1"))).first)
    try free.set("code", to: .string("z"))
    try context.save()
  }

  /// A trigger that raises an error if pairs of a guessed relationship exist must see the pairs, so they are not deleted. Without a trigger they are
  /// deleted with their object.
  @Test func guessedPairsStay() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL, author_id INTEGER NOT NULL, UNIQUE (book_id, author_id));
          CREATE TRIGGER guard BEFORE DELETE ON authors WHEN EXISTS (SELECT 1 FROM books_authors_link WHERE author_id = OLD.id)
            BEGIN SELECT RAISE(ABORT, 'still referenced'); END;
          INSERT INTO books VALUES (1, 'A'), (2, 'B');
          INSERT INTO authors VALUES (1, 'X'), (2, 'Y');
          INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 2, 1), (3, 2, 2);
          """)
    }
    let context = try ObjectContext(PredicateDatabase(name: "library", queue: queue))
    let author = try #require(
      try context.objects(EntityFetch("Author", where: QueryPredicate(format: "id == 1"))).first)
    try context.delete(author)
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(failure?.problems.first?.message.contains("still referenced") == true)
    let count = "SELECT count(*) FROM books_authors_link"
    #expect(try queue.read { try Int.fetchOne($0, sql: count) } == 3)
    try queue.write { try $0.execute(sql: "DROP TRIGGER guard") }
    let free = try ObjectContext(PredicateDatabase(name: "library", queue: queue))
    try free.delete(
      #require(try free.objects(EntityFetch("Author", where: QueryPredicate(format: "id == 1"))).first))
    try free.save()
    #expect(try queue.read { try Int.fetchOne($0, sql: count) } == 1)
  }
}
