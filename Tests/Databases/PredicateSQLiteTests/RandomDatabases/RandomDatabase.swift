import Foundation
import GRDB
import PredicateSQLite

/// A random database as data. Parts of it can be dropped, and its SQL script is made from the parts that remain.
struct RandomDatabase {
  /// A statement besides tables and rows, and whether it runs before the rows are inserted or after.
  struct Extra {
    var sql: String
    var precedesRows = false
  }

  var encoding = "UTF-8"
  /// Whether the database is opened from a file, read-only.
  var isFile = false
  var tables: [RandomTable] = []
  var extras: [Extra] = []

  /// The statements that make the database. Some of them may fail: see ``open()``.
  ///
  /// With statistics SQLite 3.40 asks a Bloom filter before it looks a key up. The filter takes texts of other lengths for other texts, so
  /// that keys with the collation RTRIM are missed: a database with one has no statistics.
  var script: [String] {
    let extras =
      hasTrimmedKey ? extras.filter { !$0.sql.contains("ANALYZE") && !$0.sql.contains("sqlite_stat") } : extras
    return ["PRAGMA encoding = '\(encoding)'", "PRAGMA foreign_keys = OFF"] + tables.map(\.definition)
      + extras.filter(\.precedesRows).map(\.sql) + tables.flatMap(\.insertions)
      + tables.flatMap(\.foreignKeyCorrections)
      + extras.filter { !$0.precedesRows }.map(\.sql)
  }

  /// Whether a key may have the collation RTRIM.
  var hasTrimmedKey: Bool {
    tables.contains { table in
      table.columns.contains { $0.collation == "RTRIM" } || table.key?.collations.contains("RTRIM") == true
    }
  }

  /// Makes the database and opens it.
  ///
  /// - Returns: The database, and the statements of the script that SQLite accepted. A statement that SQLite refuses is left out, because it
  ///   may depend on a dropped part.
  func open() throws -> (database: PredicateDatabase, script: [String]) {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    guard isFile else {
      let queue = try DatabaseQueue(configuration: configuration)
      let taken = try fill(queue)
      return (try PredicateDatabase(queue), taken)
    }
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("random-\(UUID().uuidString).sqlite").path
    // The connection keeps the file for as long as it needs it.
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let taken = try fill(queue)
    try queue.close()
    return (try PredicateDatabase.open(path: path, configuration: configuration), taken)
  }

  private func fill(_ queue: DatabaseQueue) throws -> [String] {
    try queue.writeWithoutTransaction { database in
      var taken: [String] = []
      var isInside = false
      for statement in script {
        // SQLite keeps the encoding only outside of a transaction.
        if !isInside && !statement.hasPrefix("PRAGMA") {
          try database.execute(sql: "BEGIN")
          isInside = true
        }
        do {
          try database.execute(sql: statement)
          taken.append(statement)
        } catch is DatabaseError {
          continue
        }
      }
      if isInside { try database.execute(sql: "COMMIT") }
      return taken
    }
  }
}
