import GRDB

/// Numbers that tell whether somebody else changed a database.
public struct DatabaseVersion: Sendable, Hashable {
  /// SQLite's number of the schema.
  public let schema: Int64
  /// SQLite's number of what other connections wrote; only numbers of one connection can be compared.
  public let data: Int64
}

extension PredicateDatabase {
  /// The numbers as they are now; a few microseconds.
  public func version() throws(DatabaseIssue) -> DatabaseVersion {
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
