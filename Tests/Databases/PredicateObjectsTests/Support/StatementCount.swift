import GRDB
import PredicateSQLite
import Synchronization

/// Counts the statements that read or write rows.
final class StatementCount: Sendable {
  private let database: PredicateDatabase
  private let count = Mutex(0)

  init(_ database: PredicateDatabase) throws {
    self.database = database
    try database.reader.read { connection in
      connection.trace { [weak self] event in
        if case .statement(let statement) = event, !statement.sql.hasPrefix("PRAGMA"),
          !statement.sql.hasPrefix("BEGIN"),
          !statement.sql.hasPrefix("COMMIT"), !statement.sql.hasPrefix("ROLLBACK")
        {
          self?.count.withLock { $0 += 1 }
        }
      }
    }
  }

  /// Returns the number of statements.
  func stop() throws -> Int {
    try database.reader.read { $0.trace(nil) }
    return count.withLock { $0 }
  }
}
