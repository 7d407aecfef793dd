import GRDB

/// Numbers that tell whether somebody else changed a database.
package struct DatabaseVersion: Sendable, Hashable {
  /// SQLite's number of the schema.
  package let schema: Int64
  /// SQLite's number of what other connections wrote; only numbers of one connection can be compared.
  package let data: Int64
}

extension PredicateDatabase {
  /// The numbers as they are now; a few microseconds.
  package func version() throws(DatabaseIssue) -> DatabaseVersion {
    do {
      return try reader.unsafeReentrantRead { database in
        let data = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.data_version"))
        return DatabaseVersion(schema: try SchemaWatch.version(of: database), data: data ?? 0)
      }
    } catch {
      throw DatabaseIssue(anyError: error, path: name)
    }
  }
}
