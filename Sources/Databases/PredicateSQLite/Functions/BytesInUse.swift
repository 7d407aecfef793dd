import GRDBSQLite

/// Bytes that running statements read without a copy.
///
/// SQLite copies the argument of a function for each call, unless the bytes are declared to stay in place. A table of values by key is passed to a
/// call for each row. Its bytes are freed when a later table is made and all statements have ended that were running when the first table was made.
final class BytesInUse {
  /// One run of a statement, from its first step to its end.
  private struct Run: Hashable {
    let statement: OpaquePointer
    let number: Int32
  }

  private var kept: [(bytes: UnsafeMutableRawBufferPointer, runs: Set<Run>)] = []

  deinit {
    for (bytes, _) in kept { bytes.deallocate() }
  }

  /// Keeps bytes until all statements that are now running on a connection have ended.
  func keep(_ bytes: [UInt8], on connection: OpaquePointer) -> UnsafeRawBufferPointer {
    let runs = Self.runs(on: connection)
    kept.removeAll { old in
      guard old.runs.isDisjoint(with: runs) else { return false }
      old.bytes.deallocate()
      return true
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    kept.append((copy, runs))
    return UnsafeRawBufferPointer(copy)
  }

  private static func runs(on connection: OpaquePointer) -> Set<Run> {
    var runs: Set<Run> = []
    var next = sqlite3_next_stmt(connection, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 {
        runs.insert(
          Run(statement: statement, number: sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_RUN, 0)))
      }
      next = sqlite3_next_stmt(connection, statement)
    }
    return runs
  }
}
