import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateTestSupport

/// A folder for files that are damaged, which is removed with the value's owner, and what is asked of them.
final class DamageFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// A connection that does not keep foreign keys.
  static func writer(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// A small file with what files have: trees of several pages, an index, texts over several pages, a view, a table without row numbers.
  func makeFile(_ name: String) throws -> String {
    let queue = try Self.writer(path(name))
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA page_size = 512;
          VACUUM;
          CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, boss_id INTEGER REFERENCES people (id));
          CREATE INDEX "people by age" ON people (age);
          CREATE TABLE notes (code TEXT PRIMARY KEY, body TEXT, person_id INTEGER REFERENCES people (id), at DATE) WITHOUT ROWID;
          CREATE VIEW old AS SELECT name, age * 2 AS twice FROM people WHERE age > 30;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
          INSERT INTO people SELECT i, 'name ' || i, i % 17, nullif(i / 3, 0) FROM n;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
          INSERT INTO notes SELECT 'k' || i, hex(zeroblob(i * 20)), i % 9, '2020-01-' || (10 + i % 20) FROM n;
          """)
    }
    try queue.close()
    return path(name)
  }

  /// Statements over the tables of ``makeFile(_:)``.
  static let statements: [(entity: String, format: String)] = [
    ("Person", "age > 8 AND name ENDSWITH '3'"), ("Person", "boss.boss.age == 4"), ("Person", "people.@count > 1"),
    ("Person", "ANY notes.body CONTAINS '00000000'"), ("Note", "at >= CAST('2020-01-15', 'NSDate')"),
    ("Old", "twice > 20"), ("Person", "age == nil OR age BETWEEN {3, 5}"),
  ]

  /// Opens a file and asks it everything: an issue that has a type, or an answer. Where SQLite finds nothing wrong, both engines agree.
  ///
  /// - Returns: What is wrong; nil where nothing is.
  static func trouble(with path: String) -> String? {
    do {
      let database = try PredicateDatabase.open(path: path)
      let isWhole = isWhole(path)
      let graph = typed { try ObjectGraph(database) }
      if case .failure(let error) = graph { return "memory: \(error)" }
      for statement in statements {
        if let trouble = trouble(statement.entity, statement.format, database, isWhole) { return trouble }
      }
      return nil
    } catch {
      // `open` throws nothing but issues of databases.
      return nil
    }
  }

  private static func trouble(
    _ entity: String, _ format: String, _ database: PredicateDatabase, _ isWhole: Bool
  ) -> String? {
    let predicate: QueryPredicate
    do { predicate = try QueryPredicate(format: format) } catch { return "\(error)" }
    let fetch = EntityFetch(entity, where: predicate)
    for answer in [typed { _ = try database.fetch(fetch) }, typed { _ = try database.count(fetch) }] {
      if case .failure(let error) = answer { return "\(entity) where \(format): \(error)" }
    }
    guard isWhole, let subject = try? AgreementSubject(database) else { return nil }
    guard case .different(let what) = subject.compare(predicate, entity, [:]) else { return nil }
    return "\(entity) where \(format): \(what)"
  }

  private struct Untyped: Error, CustomStringConvertible {
    let error: any Error
    var description: String { "\(type(of: error)) \(error)" }
  }

  /// Success also where an issue of a known type is thrown.
  private static func typed(_ body: () throws -> some Any) -> Result<Void, Untyped> {
    do {
      _ = try body()
      return .success(())
    } catch is DatabaseIssue {
      return .success(())
    } catch is PredicateIssue {
      return .success(())
    } catch {
      return .failure(Untyped(error: error))
    }
  }

  private static func isWhole(_ path: String) -> Bool {
    let queue = try? DatabaseQueue(path: path)
    return (try? queue?.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }) == ["ok"]
  }
}
