import GRDB
import PredicateModel

/// Progress of running statements.
extension PredicateDatabase {
  /// Runs some work, and regularly reports how many rows the running statement has read in full scans.
  ///
  /// Does not report for a pool, because other threads may use its connections at the same time.
  ///
  /// - Parameter report: Called on the thread that uses the database, between two of its steps. It must not use the database.
  public func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    guard let queue = reader as? DatabaseQueue else { return try work() }
    // Errors are ignored, because reports are optional: if the database cannot be reached, the work itself throws.
    try? queue.read { database in
      if let state = RegisteredFunctions.state(of: database) { state.watch = StatementWatch(state.connection, report) }
    }
    defer { queue.unsafeRead { RegisteredFunctions.state(of: $0)?.watch = nil } }
    return try work()
  }

  /// The approximate number of rows of a table, computed from its least and greatest key without counting. Nil if it is unknown: for a view, a table
  /// without row numbers, and keys that are not consecutive.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func approximateRowCount(ofTable name: String) throws -> Int? {
    try DatabaseIssue.convertingErrors(path: self.name) {
      try reader.unsafeReentrantRead { database in
        let entity = model.entities.first { $0.parent == nil && $0.table.isSameSQLName(as: name) }
        // A join table is not an entity; its row number is `rowid`.
        guard let rowNumber = entity.map({ $0.key.referenceColumn?.quotedIdentifier }) ?? "rowid" else { return nil }
        let size = try RawStatement(database, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        guard try size.step(), let numbers = try database.rowNumbers(rowNumber, of: name.quotedIdentifier) else {
          return nil
        }
        let (span, overflows) = numbers.upperBound.subtractingReportingOverflow(numbers.lowerBound)
        // The keys are not consecutive if there would be more rows than fit into the file at four bytes per row.
        guard !overflows, span < size.integer(at: 0) / 4 else { return nil }
        return Int(span) + 1
      }
    }
  }
}
