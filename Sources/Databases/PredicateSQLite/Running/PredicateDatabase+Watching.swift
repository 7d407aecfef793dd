import GRDB
import GRDBSQLite
import PredicateModel

/// How far what runs is.
extension PredicateDatabase {
  /// SQLite's steps between two reports: some milliseconds.
  private static let stepsPerReport: Int32 = 200_000

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
    let watch = StatementWatch(report)
    // Reports are an extra: a database that cannot be reached will say so when it is asked.
    let isWatched = (try? queue.read { watch.start(on: $0, every: Self.stepsPerReport) }) ?? false
    defer { if isWatched { queue.unsafeRead { watch.stop(on: $0) } } }
    return try withExtendedLifetime(watch) { try work() }
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

/// What SQLite calls while a statement runs.
private final class StatementWatch: @unchecked Sendable {
  // Unchecked: the connection is only reached on its own queue, one thread at a time.
  private let report: @Sendable (Int) -> Void
  private var connection: OpaquePointer?

  init(_ report: @escaping @Sendable (Int) -> Void) {
    self.report = report
  }

  /// The watch must live until it is stopped.
  func start(on database: Database, every steps: Int32) -> Bool {
    connection = database.sqliteConnection
    guard connection != nil else { return false }
    // Statements are kept and used again: what they have counted before does not matter.
    forEachStatement { sqlite3_stmt_status($0, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1) }
    sqlite3_progress_handler(
      connection, steps,
      { pointer in
        if let pointer { Unmanaged<StatementWatch>.fromOpaque(pointer).takeUnretainedValue().tell() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    return true
  }

  func stop(on database: Database) {
    sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
  }

  private func tell() {
    var rows = 0
    forEachStatement { statement in
      guard sqlite3_stmt_busy(statement) != 0 else { return }
      rows += Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
    }
    report(rows)
  }

  private func forEachStatement(_ body: (OpaquePointer) -> Void) {
    var statement = sqlite3_next_stmt(connection, nil)
    while let current = statement {
      body(current)
      statement = sqlite3_next_stmt(connection, current)
    }
  }
}
