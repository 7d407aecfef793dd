import GRDB

/// A database file on which this process holds the lock for writing.
final class LockedFile {
  private let queue: DatabaseQueue

  init(_ path: String) throws {
    var configuration = Configuration()
    // The lock is kept between two calls of this class.
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }

  func release() throws {
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }
}
