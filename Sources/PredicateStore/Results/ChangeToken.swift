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
  /// The numbers as they are now; a few microseconds. Nil where the database has several connections and none that writes: each connection has
  /// numbers of its own.
  ///
  /// The connection that writes for a pool counts the rows of the pool. Others change its `data_version`.
  func changeToken() throws -> ChangeToken? {
    try refreshStore()
    return try database.failing {
      if let queue = database.reader as? DatabaseQueue { return try queue.unsafeReentrantRead(changeToken) }
      return try database.writer?.unsafeReentrantWrite(changeToken)
    }
  }

  private func changeToken(on connection: Database) throws -> ChangeToken {
    let names = try databaseNames ?? SchemaReader.schemas(of: connection)
    databaseNames = names
    let versions = try names.compactMap { name in
      try Int64.fetchOne(connection.cachedStatement(sql: "PRAGMA \(name.quotedIdentifier).data_version"))
    }
    return ChangeToken(
      contextChanges: changeCount, dataVersions: versions, writtenRows: connection.totalChangesCount)
  }
}
