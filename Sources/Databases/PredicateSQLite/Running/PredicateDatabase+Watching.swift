import GRDB
import PredicateModel

/// How far what runs is.
extension PredicateDatabase {
  /// Does some work, and meanwhile tells again and again how many rows SQLite has looked through without an index, in the statement
  /// that runs.
  ///
  /// Nothing is told of a pool, whose connections may be asked by others meanwhile.
  ///
  /// - Parameter report: Called from whatever thread asks the database, between two of its steps. It must not use the database.
  public func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    guard let queue = reader as? DatabaseQueue else { return try work() }
    // Reports are an extra: a database that cannot be reached will say so when it is asked.
    try? queue.read { database in
      if let state = RegisteredFunctions.state(of: database) { state.watch = StatementWatch(state.connection, report) }
    }
    defer { queue.unsafeRead { RegisteredFunctions.state(of: $0)?.watch = nil } }
    return try work()
  }

  /// About how many rows a table has, without counting them: by its least and its greatest key. Nil where that cannot be told: a
  /// view, a table without keys of its own, keys that are no running numbers.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func approximateRowCount(ofTable name: String) throws -> Int? {
    try DatabaseIssue.convertingErrors(path: self.name) {
      try reader.unsafeReentrantRead { database in
        let entity = model.entities.first { $0.parent == nil && $0.table.isSameSQLName(as: name) }
        // A table of pairs is no entity.
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
