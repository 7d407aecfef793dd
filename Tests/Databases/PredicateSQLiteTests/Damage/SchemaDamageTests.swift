import Foundation
import GRDB
import PredicateModel
import PredicateSyntax
import Testing

@testable import PredicateSQLite

/// Damaged files, and files that are damaged while they are open: each gives a clear issue, and undamaged tables still give answers.
@Suite("Damage")
final class SchemaDamageTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Makes a file with two tables. The second table fills many pages.
  private func make(_ name: String) throws -> String {
    let queue = try DatabaseQueue(path: path(name))
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
          INSERT INTO people VALUES (1, 'Ann', 30), (2, 'Bob', NULL);
          CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
          INSERT INTO notes SELECT i, hex(zeroblob(500)) FROM n;
          """)
    }
    try queue.close()
    return path(name)
  }

  private func count(_ database: PredicateDatabase, _ entity: String, _ format: String) throws -> Int {
    try database.count(EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format))))
  }

  private func issue(_ body: () throws -> Void) -> DatabaseIssue? {
    #expect(throws: DatabaseIssue.self) { try body() }
  }

  @Test("A file that is cut off, or overwritten in the middle, is damaged; its readable parts still give answers")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: make("whole")))
    try bytes.prefix(3 * 4096).write(to: folder.appending(path: "cut"))
    let cut = issue { _ = try PredicateDatabase.open(path: path("cut")) }
    #expect(cut?.kind == .damaged && cut?.description.contains(".recover") == true, "\(String(describing: cut))")
    try bytes.prefix(50).write(to: folder.appending(path: "stump"))
    #expect(issue { _ = try PredicateDatabase.open(path: path("stump")) }?.kind == .damaged)
    var overwritten = bytes
    // Overwrites leaf pages of the second table. The schema and the first table stay intact.
    overwritten.replaceSubrange(20 * 4096..<40 * 4096, with: Data(repeating: 0xFF, count: 20 * 4096))
    try overwritten.write(to: folder.appending(path: "hole"))
    let database = try PredicateDatabase.open(path: path("hole"))
    #expect(try count(database, "Person", "age != nil") == 1)
    #expect(issue { _ = try count(database, "Note", "body CONTAINS 'x'") }?.kind == .damaged)
    #expect(try count(database, "Person", "age == nil") == 1)
    #expect(issue { _ = try ObjectGraph(database) }?.kind == .damaged)
  }

  @Test("A column or table that is dropped under an open database is reported by name; other statements run")
  func changed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("changing")
    let database = try PredicateDatabase.open(path: file)
    #expect(try count(database, "Person", "age > 20") == 1)
    let other = try DatabaseQueue(path: file)
    try other.write { database in
      try database.execute(
        sql: "ALTER TABLE people DROP COLUMN age; ALTER TABLE people ADD COLUMN city TEXT; DROP TABLE notes")
    }
    let column = issue { _ = try count(database, "Person", "age > 20") }
    #expect(column?.kind == .schemaChanged && column?.message.contains("age") == true, "\(String(describing: column))")
    #expect(column?.hint == "open the file again, so that its tables are read again")
    let table = issue { _ = try count(database, "Note", "body != nil") }
    #expect(table?.kind == .schemaChanged && table?.message.contains("notes") == true, "\(String(describing: table))")
    #expect(try count(database, "Person", "name == 'Ann'") == 1)
    let again = try PredicateDatabase.open(path: file)
    #expect(again.model.entity(named: "Person")?.memberNames == ["id", "name", "city"])
  }

  @Test("A table that is replaced under the same name is reported; an added table or index has no effect")
  func replaced() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("replaced")
    let database = try PredicateDatabase.open(path: file)
    #expect(try count(database, "Person", "age > 20") == 1)
    let other = try DatabaseQueue(path: file)
    try other.write { try $0.execute(sql: "CREATE TABLE more (id INTEGER); CREATE INDEX i ON people (age)") }
    #expect(try count(database, "Person", "age > 20") == 1)
    try other.write { database in
      try database.execute(
        sql: "DROP TABLE people; CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, age DATE)")
    }
    let table = issue { _ = try count(database, "Person", "age > 20") }
    #expect(table?.kind == .schemaChanged && table?.message.contains("people") == true, "\(String(describing: table))")
    #expect(try count(database, "Note", "body != nil") == 400)
  }

  @Test(
    "A relationship whose columns changed is reported; a column with a changed table's name has no effect")
  func relinked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "relinked").path
    let other = try DatabaseQueue(path: file)
    try other.write { database in
      try database.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY, code INTEGER UNIQUE, n TEXT);
          CREATE TABLE child (id INTEGER PRIMARY KEY, d TEXT, pid INTEGER REFERENCES parent (id));
          CREATE TABLE d (id INTEGER PRIMARY KEY, n INTEGER);
          INSERT INTO parent VALUES (1, 2, 'one'), (2, 1, 'two'); INSERT INTO child VALUES (1, 'x', 1);
          """)
    }
    let database = try PredicateDatabase.open(path: file)
    let link = try #require(
      database.model.entity(named: "Child")?.relationships.first { $0.destination == "Parent" }?.name)
    #expect(try count(database, "Child", "\(link).n == 'one'") == 1)
    try other.write { try $0.execute(sql: "DROP TABLE d; CREATE TABLE d (id INTEGER PRIMARY KEY, n TEXT)") }
    #expect(try count(database, "Child", "d == 'x'") == 1)
    #expect(issue { _ = try count(database, "D", "n == 5") }?.kind == .schemaChanged)
    try other.write { database in
      try database.execute(
        sql: """
          CREATE TABLE new (id INTEGER PRIMARY KEY, d TEXT, pid INTEGER REFERENCES parent (code));
          INSERT INTO new SELECT * FROM child; DROP TABLE child; ALTER TABLE new RENAME TO child;
          """)
    }
    let told = issue { _ = try count(database, "Child", "\(link).n == 'one'") }
    #expect(told?.kind == .schemaChanged, "\(String(describing: told))")
  }

  @Test("A file that is removed or locked while it is open; a write-ahead log")
  func meanwhile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("log")
    let other = try DatabaseQueue(path: file)
    try other.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = WAL; INSERT INTO people VALUES (3, 'Cid', 9)")
    }
    let database = try PredicateDatabase.open(path: file)
    #expect(try count(database, "Person", "age < 20") == 1)
    // Readers of a log do not wait for writers.
    try other.writeWithoutTransaction { connection in
      try connection.execute(sql: "BEGIN IMMEDIATE; INSERT INTO people VALUES (4, 'Dee', 8)")
      #expect(try count(database, "Person", "age < 20") == 1)
      try connection.execute(sql: "COMMIT")
    }
    #expect(try count(database, "Person", "age < 20") == 2)
    // On systems that allow removing open files, the database stays usable after its files are removed.
    for name in ["log", "log-wal", "log-shm"] { try FileManager.default.removeItem(atPath: path(name)) }
    #expect(try count(database, "Person", "name == 'Ann'") == 1)
    #expect(issue { _ = try PredicateDatabase.open(path: file) }?.kind == .fileMissing)
  }

  @Test("A table that is locked during a statement is reported as locked, and gives answers later")
  func locked() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("busy")
    var impatient = PredicateDatabase.defaultConfiguration
    impatient.busyMode = .immediateError
    let database = try PredicateDatabase.open(path: file, configuration: impatient)
    let other = try DatabaseQueue(path: file)
    try other.writeWithoutTransaction { connection in
      try connection.execute(sql: "BEGIN EXCLUSIVE")
      let found = issue { _ = try count(database, "Person", "age > 20") }
      #expect(found?.kind == .locked && found?.hint != nil)
      try connection.execute(sql: "ROLLBACK")
    }
    #expect(try count(database, "Person", "age > 20") == 1)
  }

  @Test("A model with a missing table names the table")
  func missingTable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("model")
    let model = DataModel(entities: [Entity(name: "Film", attributes: [Attribute(name: "title", type: .string)])])
    let found = issue { _ = try PredicateDatabase.open(path: file, model: model) }
    #expect(found?.message == "the data model does not fit the database, in which the table Film is missing")
  }

  @Test("A pipe is not a database, and opening it does not wait")
  func pipes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("pipe").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(mkfifo(path, 0o600) == 0)
    let link = folder.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for path in [path, link] {
      #expect(issue { _ = try PredicateDatabase.open(path: path) }?.kind == .notADatabase)
    }
  }

  @Test("Files that may not be read", .disabled(if: geteuid() == 0, "the superuser may read everything"))
  func permissions() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("secret")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    #expect(issue { _ = try PredicateDatabase.open(path: file) }?.kind == .notPermitted)
  }

  @Test("A read-only file and a read-only folder are read")
  func readOnly() throws {
    let file = try make("fixed")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    let database = try PredicateDatabase.open(path: file)
    #expect(try count(database, "Person", "age > 20") == 1)
    #expect(database.writer == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try FileManager.default.removeItem(at: folder)
  }

  @Test("A log of writes in a read-only folder: the issue names the cause, and no unfinished write is read")
  func logInReadOnlyFolder() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try make("logged")
    try DatabaseQueue(path: file).writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    for code in [ResultCode.SQLITE_CANTOPEN, .SQLITE_READONLY_CANTINIT] {
      let issue = DatabaseIssue(DatabaseError(resultCode: code), path: file, isWritable: { _ in false })
      #expect(issue.kind == .notPermitted)
      #expect(issue.message.contains("write-ahead log (WAL)"))
      #expect(issue.hint?.contains("-wal") == true)
    }
    let other = DatabaseIssue(
      DatabaseError(resultCode: .SQLITE_READONLY_CANTINIT), path: file, isWritable: { _ in true })
    #expect(other.kind == .unfinishedWrite)
    let plain = try make("plain")
    let cannot = DatabaseIssue(DatabaseError(resultCode: .SQLITE_CANTOPEN), path: plain, isWritable: { _ in false })
    #expect(!cannot.message.contains("WAL"))
  }

  @Test("A key to a table that never existed is not reported as a change of the file")
  func keyToMissingTable() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(sql: "CREATE TABLE part (id INTEGER PRIMARY KEY, maker_id INTEGER REFERENCES maker(id))")
      let error = #expect(throws: DatabaseError.self) {
        try database.execute(sql: "INSERT INTO part VALUES (1, 2)")
      }
      let issue = try DatabaseIssue(#require(error), path: "parts.db")
      #expect(issue.kind == .failed)
      #expect(issue.message == "“parts.db” uses the table “maker”, which does not exist")
    }
    let gone = DatabaseIssue(DatabaseError(resultCode: .SQLITE_ERROR, message: "no such table: part"), path: "parts.db")
    #expect(gone.kind == .schemaChanged)
  }

  /// For each table or column, a search through all others would take minutes.
  @Test("Two thousand tables, and three hundred columns")
  func wide() throws {
    let queue = try DatabaseQueue()
    let reading = try queue.write { database in
      for number in 0..<2_000 {
        try database.execute(
          sql: "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, next_id INT REFERENCES t\((number + 1) % 2_000))")
      }
      let columns = (0..<300).map { "c\($0) INTEGER" }.joined(separator: ", ")
      try database.execute(sql: "CREATE TABLE wide (\(columns))")
      return try SchemaReader.read(database)
    }
    #expect(reading.model.entities.count == 2_001)
    #expect(reading.model.entity(named: "T7")?.relationship(named: "next")?.destination == "T8")
    #expect(reading.model.entity(named: "Wide")?.attributes.count == 300)
  }
}
