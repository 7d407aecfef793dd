import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// If a part of a table cannot be read, only that table is affected.
@Suite struct UnreadableTableTests {
  private static func prepare(_ database: Database) {
    database.add(
      function: DatabaseFunction("unknown_function", argumentCount: 1, pure: true) { $0.first?.databaseValue })
    database.add(collation: DatabaseCollation("unknown_collation") { $0.compare($1) })
  }

  @Test func aGeneratedColumnOfAnUnknownFunctionIsLeftOut() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, g AS (unknown_function(n)));
      INSERT INTO t (id, n) VALUES (1, 1), (2, 2);
      CREATE TABLE other (id INTEGER PRIMARY KEY, t INT REFERENCES t (id)); INSERT INTO other VALUES (1, 2);
      """, prepare: Self.prepare)
    #expect(subject.database.notes.contains { $0.hasPrefix("the column t.g is left out: ") })
    #expect(subject.database.model.entity(named: "T")?.attributes.map(\.name) == ["id", "n"])
    #expect(try subject.ids("n == 2", "T") == [2])
    #expect(try subject.ids("t.n == 2", "Other") == [1])
    #expect(try subject.database.fetch(EntityFetch("T")).rows.count == 2)
  }

  @Test func anIndexByAnUnknownCollationIsNotUsed() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE z (id INTEGER PRIMARY KEY, a TEXT, s TEXT COLLATE unknown_collation); CREATE INDEX z_s ON z (s);
      INSERT INTO z VALUES (1, 'a', 'q'), (2, 'b', 'r');
      CREATE TABLE p (s TEXT COLLATE unknown_collation PRIMARY KEY, n INT); INSERT INTO p VALUES ('a', 1);
      CREATE TABLE w (s TEXT COLLATE unknown_collation PRIMARY KEY, n INT) WITHOUT ROWID;
      CREATE TABLE other (id INTEGER PRIMARY KEY, z INT REFERENCES z (id)); INSERT INTO other VALUES (1, 2);
      """, prepare: Self.prepare)
    #expect(try subject.database.count(EntityFetch("Z")) == 2)
    #expect(try subject.database.count(EntityFetch("P")) == 1)
    #expect(try subject.ids("s == 'q'", "Z") == [1])
    #expect(try subject.ids("z.s == 'r'", "Other") == [1])
    #expect(try "\(subject.database.distinctValues(of: "s", in: "Z"))" == "\([QueryValue.string("q"), .string("r")])")
    // The key's collation is unknown, so the order of the rows is unknown, and the table is left out.
    #expect(subject.database.notes.contains { $0.hasPrefix("table w is left out: ") })
  }

  /// The connection lacks the key's collation, so the key has no order. SQLite's own message would be “no query solution”; the note names the collation.
  @Test func theNoteNamesTheUnknownCollation() throws {
    let database = try ScriptDatabase.open(
      "CREATE TABLE tags (tag TEXT PRIMARY KEY COLLATE unknown_collation, usn INT) WITHOUT ROWID;",
      prepare: Self.prepare)
    #expect(
      database.notes == [
        "table tags is left out: its key is sorted by the collation “unknown_collation”, which only the application that created the file has"
      ])
  }

  /// SQLite cannot open a virtual table whose tokenizer or module it lacks, and reports that for every statement which lists indexes.
  @Test(arguments: [
    ("USING fts3(tokenize=mozporter, body)", "unknown tokenizer: mozporter"),
    ("USING VirtualSpatialIndex()", "no such module: VirtualSpatialIndex"),
  ])
  func avirtualTableWithoutItsModuleIsLeftOut(form: String, reason: String) throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE message (id INTEGER PRIMARY KEY, subject TEXT); CREATE INDEX message_subject ON message (subject);
      INSERT INTO message VALUES (1, 'a'), (2, 'b');
      CREATE VIRTUAL TABLE found USING fts4(body);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE VIRTUAL TABLE found \(form)' WHERE name = 'found';
      """)
    #expect(subject.database.notes == ["virtual found is left out: \(reason)"])
    #expect(try subject.ids("subject == 'b'", "Message") == [2])
    #expect(subject.database.model.entity(named: "Found") == nil)
  }

  /// An error while rows are read concerns only that table. Predicates on other tables fail when they reach its rows.
  @Test func aFailingColumnCostsItsTableInMemory() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, g AS (max(n, n)));
      INSERT INTO t (id, n) VALUES (1, -9223372036854775808);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'max(n, n)', 'abs(n)') WHERE name = 't';
      CREATE TABLE child (id INTEGER PRIMARY KEY, t INT REFERENCES t (id)); INSERT INTO child VALUES (1, 1);
      CREATE TABLE apart (id INTEGER PRIMARY KEY, n INT); INSERT INTO apart VALUES (7, 1);
      """)
    let graph = try ObjectGraph(database)
    #expect(try graph.objects(of: "Apart").count == 1)
    #expect(throws: DatabaseIssue.self) { try graph.objects(of: "T") }
    let subject = try AgreementSubject(database)
    #expect(try subject.ids("id == 1", "Child") == [1])
    for format in [
      "t.n == 1", "t == nil", "t == SELF.t", "ANY t.children.id == 1", "t.children.@count == 1", "t.g > 3",
    ] {
      let issue = #expect(throws: PredicateIssue.self) {
        try subject.memory(QueryPredicate(format: QueryFormat(raw: format)), "Child")
      }
      #expect(issue?.code == "unreadable-table", "\(format)")
    }
    #expect(try database.keys(EntityFetch("T", where: QueryPredicate(format: "n < 0"))) == [1])
  }

  @Test(arguments: ["id INTEGER PRIMARY KEY, ", ""])
  func aTableOfTwoThousandColumns(key: String) throws {
    let columns = (0..<(key.isEmpty ? 2_000 : 1_999)).map { "c\($0) INT" }.joined(separator: ", ")
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE t (\(key)\(columns)); INSERT INTO t (c5, c1998) VALUES (5, 1), (6, 2);
      CREATE TABLE u (id INTEGER PRIMARY KEY, t INT REFERENCES t); INSERT INTO u VALUES (1, 2);
      """)
    #expect(try subject.ids("c5 == 6 AND c1998 == 2", "T") == [2])
    #expect(try subject.graph.objects(of: "U").count == 1)
  }
}
