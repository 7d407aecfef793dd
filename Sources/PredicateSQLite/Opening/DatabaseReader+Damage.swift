import GRDB

extension DatabaseReader {
  /// Reads in one transaction what copes with damaged tables by itself: it catches `SQLITE_CORRUPT` and goes on.
  ///
  /// Where a statement of a transaction met damage, SQLite repeats that when the transaction ends. Nothing was written, so what was read
  /// before counts.
  func readPastDamage<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var result: Result?
    do {
      return try read { database in
        let found = try body(database)
        result = found
        return found
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      guard let result else { throw error }
      return result
    }
  }
}
