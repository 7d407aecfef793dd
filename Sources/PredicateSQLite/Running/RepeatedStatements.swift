import GRDB
import GRDBSQLite
import PredicateValues

/// Which statements stay prepared on their connection: those that are asked again.
///
/// GRDB keeps a prepared statement until its connection closes. Predicates that people type come in ever new forms, so only a text that
/// is seen a second time is kept, and only so many; the others are prepared each time, which takes microseconds.
final class RepeatedStatements: Sendable {
  /// How many statements are kept, and of how many others it is remembered that they were asked.
  static let capacity = 256

  /// Texts by their hashes: where two have the same one, a text is kept the first time, which does no harm.
  private struct State {
    var kept: Set<Int> = []
    var once: Set<Int> = []
  }

  private let state = Locked(State())

  /// A statement that stands on none of its rows.
  func statement(_ text: String, on database: Database) throws -> Statement {
    if keeps(text) {
      let statement = try database.cachedStatement(sql: text)
      // Asked again from inside its own rows it stands on one of them. GRDB compares texts as Swift does, which takes two names for one
      // that SQLite tells apart.
      if sqlite3_stmt_busy(statement.sqliteStatement) == 0, statement.sql.hasSameScalars(as: text) { return statement }
    }
    return try database.makeStatement(sql: text)
  }

  private func keeps(_ text: String) -> Bool {
    let hash = text.hashValue
    return state.withLock { state in
      if state.kept.contains(hash) { return true }
      if state.once.remove(hash) != nil, state.kept.count < Self.capacity {
        state.kept.insert(hash)
        return true
      }
      if state.once.count == Self.capacity { state.once.removeAll(keepingCapacity: true) }
      state.once.insert(hash)
      return false
    }
  }
}
