import GRDB
import PredicateModel

/// Progress of running statements.
extension PredicateDatabase {
  /// Runs some work, and reports regularly how many rows SQLite has read without an index, in the running
  /// statement.
  ///
  /// Does not report for a pool, because other threads may use its connections at the same time.
  ///
  /// - Parameter report: Called on the thread that uses the database, between two of its steps. It must not use the database.
  public func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    guard let queue = reader as? DatabaseQueue else { return try work() }
    // Reports are optional: an unreachable database throws when the work uses it.
    try? queue.read { database in
      if let state = RegisteredFunctions.state(of: database) { state.watch = StatementWatch(state.connection, report) }
    }
    defer { queue.unsafeRead { RegisteredFunctions.state(of: $0)?.watch = nil } }
    return try work()
  }

  /// About how many rows a table has, without counting them: by its least and its greatest key. Nil if that is unknown: for a
  /// view, a table without separate keys, and keys that are not consecutive numbers.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func approximateRowCount(ofTable name: String) throws -> Int? {
    try DatabaseIssue.convertingErrors(path: self.name) {
      try reader.unsafeReentrantRead { database in
        let entity = model.entities.first { $0.parent == nil && $0.table.isSameSQLName(as: name) }
        // A table of pairs is not an entity.
        guard let rowNumber = entity.map({ $0.key.referenceColumn?.quotedIdentifier }) ?? "rowid" else { return nil }
        let size = try RawStatement(database, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        guard try size.step(), let numbers = try database.rowNumbers(rowNumber, of: name.quotedIdentifier) else {
          return nil
        }
        let (span, overflows) = numbers.upperBound.subtractingReportingOverflow(numbers.lowerBound)
        // No row takes fewer bytes.
        guard !overflows, span < size.integer(at: 0) / 4 else { return nil }
        return Int(span) + 1
      }
    }
  }
}
