import GRDB
import PredicateSQLite

/// Numbers that stay the same as long as nothing changes that a context can see.
struct ChangeToken: Hashable {
  /// How often the context changed its objects.
  let contextChanges: Int
  /// SQLite's numbers of what other connections wrote, for the main file and for those that are attached.
  let dataVersions: [Int64]
  /// How many rows this connection wrote.
  let writtenRows: Int
}

extension ObjectContext {
  /// The numbers as they are now; a few microseconds. Nil where the database has several connections, of which each has its own numbers.
  func changeToken() throws -> ChangeToken? {
    try refreshStore()
    guard let queue = database.reader as? DatabaseQueue else { return nil }
    return try database.failing {
      try queue.unsafeReentrantRead { connection in
        let names = try databaseNames ?? SchemaReader.schemas(of: connection)
        databaseNames = names
        let versions = try names.compactMap { name in
          try Int64.fetchOne(
            connection.cachedStatement(sql: "PRAGMA \(name.quotedIdentifier).data_version"))
        }
        return ChangeToken(
          contextChanges: changeCount, dataVersions: versions, writtenRows: connection.totalChangesCount)
      }
    }
  }
}
