import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import Testing

/// A file whose writer was killed in the middle of a transaction. The journal next to it (a hot journal) has the original pages, which opening the
/// file restores.
@Suite struct HotJournalTests {
  /// Makes a file with a hot journal. SQLite writes pages of a very large transaction before its end, and the test copies the file and the journal at
  /// that moment.
  private func makeHot(_ folder: DamageFolder) throws -> String {
    let path = folder.path("writing")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO people SELECT i, 'before ' || hex(zeroblob(100)) FROM n;
          PRAGMA cache_size = 2;
          PRAGMA cache_spill = 1;
          BEGIN; UPDATE people SET name = 'after ' || hex(zeroblob(100));
          """)
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: folder.path("hot") + ending)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try queue.close()
    let copied = try Data(contentsOf: URL(fileURLWithPath: folder.path("hot")))
    // The copy must contain pages of the unfinished transaction. Otherwise there would be nothing to roll back.
    try #require(copied.range(of: Data("after ".utf8)) != nil)
    return folder.path("hot")
  }

  private func check(_ path: String, isReadOnly: Bool) throws -> Bool {
    do {
      let database = try PredicateDatabase.open(path: path, isReadOnly: isReadOnly)
      let before = EntityFetch("Person", where: try QueryPredicate(format: "name BEGINSWITH 'before'"))
      #expect(try database.count(before) == 3_000)
      #expect(try ObjectGraph(database).objects(of: "Person").count == 3_000)
      return true
    } catch let issue {
      #expect(issue is DatabaseIssue, "\(issue)")
      return false
    }
  }

  @Test("A writer rolls back, and finds the former rows")
  func writing() throws {
    let folder = try DamageFolder()
    let path = try makeHot(folder)
    #expect(try check(path, isReadOnly: false))
    #expect(try check(path, isReadOnly: true))
  }

  @Test("A reader finds the former rows, or an issue reports the journal")
  func reading() throws {
    let folder = try DamageFolder()
    let path = try makeHot(folder)
    _ = try check(path, isReadOnly: true)
  }

  @Test("A read-only folder: the former rows, or an issue")
  func readOnlyFolder() throws {
    let folder = try DamageFolder()
    let path = try makeHot(folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path) }
    _ = try check(path, isReadOnly: true)
  }
}
