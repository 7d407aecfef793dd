import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateTestSupport

/// Makes databases from SQL scripts, and subjects that also hold the rows in memory.
enum ScriptDatabase {
  /// Runs a script and opens the resulting database.
  ///
  /// - Parameter prepare: Prepares the connection that runs the script: with functions and collations that the connection which then
  ///   opens the file does not have.
  static func open(
    _ script: String, prepare: ((Database) throws -> Void)? = nil
  ) throws -> PredicateDatabase {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString).sqlite").path
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try prepare?(database)
      try database.execute(sql: script)
    }
    try queue.close()
    // The connection keeps the file as long as it needs it.
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try PredicateDatabase.open(path: path)
  }

  /// The database that a script makes, together with its rows in memory.
  static func subject(_ script: String, prepare: ((Database) throws -> Void)? = nil) throws -> AgreementSubject {
    try AgreementSubject(open(script, prepare: prepare))
  }
}

extension AgreementSubject {
  /// The keys of the rows that a predicate is true for. Also checks that memory and SQL agree about them.
  func ids(_ format: String, _ entity: String) throws -> [Int64] {
    try AgreementTests.check(format, entity, in: self)
    return try database.keys(EntityFetch(entity, where: QueryPredicate(format: QueryFormat(raw: format))))
  }

  /// The rows of a fetch as text.
  func rows(_ fetch: EntityFetch) throws -> [String] {
    try database.fetch(fetch).rows.map { "\($0)" }
  }
}
