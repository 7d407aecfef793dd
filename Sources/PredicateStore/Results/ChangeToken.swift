import GRDB

/// Numbers that stay the same as long as nothing changes that a context can see.
struct ChangeToken: Hashable {
  /// How often the context changed its objects.
  let contextChanges: Int
  /// SQLite's number of what other connections wrote.
  let dataVersion: Int64
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
        let version = try Int64.fetchOne(connection.cachedStatement(sql: "PRAGMA main.data_version"))
        return ChangeToken(
          contextChanges: changeCount, dataVersion: version ?? 0, writtenRows: connection.totalChangesCount)
      }
    }
  }
}
