import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateTestSupport

/// A folder for damaged files, with the checks that run on them. The folder is removed when this object is freed.
final class DamageFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("damage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// A connection that does not enforce foreign keys.
  static func writer(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// A small file with many features: trees of several pages, an index, texts over several pages, a view, a table without row numbers.
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
    ("Person", "age > 8 AND name ENDSWITH '3'"), ("Person", "boss.boss.age == 4"), ("Person", "reports.@count > 1"),
    ("Person", "ANY notes.body CONTAINS '00000000'"), ("Note", "at >= CAST('2020-01-15', 'NSDate')"),
    ("Old", "twice > 20"), ("Person", "age == nil OR age BETWEEN {3, 5}"),
  ]

  /// The result of opening a file and running statements on it.
  struct Outcome {
    /// An error that is neither a `PredicateIssue` nor a `DatabaseIssue`, or a difference between memory and SQL; nil if there was neither.
    var trouble: String?
    /// How many statements were answered, and how many ended in an issue; opening counts too.
    var answers = 0
    var issues = 0

    /// Runs a step, and counts it as an answer, or as an issue if it throws one.
    fileprivate mutating func attempt(_ what: String, _ body: () throws -> Void) {
      do {
        try body()
        answers += 1
      } catch let error where error is DatabaseIssue || error is PredicateIssue {
        issues += 1
      } catch {
        trouble = trouble ?? "\(what): \(type(of: error)) \(error)"
      }
    }
  }

  /// Opens a file and runs everything on it. Each step gives an issue with a type, or an answer. If SQLite finds no damage, both engines agree.
  static func outcome(of path: String) -> Outcome {
    var outcome = Outcome()
    var opened: PredicateDatabase?
    outcome.attempt("opening") { opened = try PredicateDatabase.open(path: path) }
    guard let database = opened else { return outcome }
    var subject: AgreementSubject?
    outcome.attempt("memory") { subject = try AgreementSubject(database) }
    if !isWhole(path) { subject = nil }
    for (entity, format) in statements {
      outcome.attempt("\(entity) where \(format)") {
        let predicate = try QueryPredicate(format: QueryFormat(raw: format))
        if let what = subject?.compare(predicate, entity, [:]).difference {
          throw Difference(what: what)
        }
        _ = try database.fetch(EntityFetch(entity, where: predicate))
      }
    }
    return outcome
  }

  private struct Difference: Error {
    let what: String
  }

  private static func isWhole(_ path: String) -> Bool {
    do {
      return try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"]
    } catch {
      return false
    }
  }
}
