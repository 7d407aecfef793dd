import Foundation
import GRDB

/// While it exists, reports each commit on a connection that changed rows, whichever code made the change.
package final class CommitObserver: TransactionObserver {
  private let report: @Sendable () -> Void
  /// The number of rows that the connection had written at the last commit. A commit of a read transaction does not change it.
  private var written: Int?

  /// Observes the connection that writes to a database. Does nothing for a database that is open for reading only.
  package init(_ database: PredicateDatabase, _ report: @escaping @Sendable () -> Void) {
    self.report = report
    database.writer?.unsafeReentrantWrite { $0.add(transactionObserver: self) }
  }

  package func observes(eventsOfKind _: DatabaseEventKind) -> Bool { false }
  package func databaseDidChange(with _: DatabaseEvent) {}
  package func databaseDidRollback(_: Database) {}

  package func databaseDidCommit(_ database: Database) {
    if written == database.totalChangesCount { return }
    written = database.totalChangesCount
    report()
  }
}

extension PredicateDatabase {
  /// The path of the file, without symbolic links; nil for a database in memory.
  package var filePath: String? {
    FileManager.default.fileExists(atPath: reader.path)
      ? URL(filePath: reader.path).resolvingSymlinksInPath().path : nil
  }
}
