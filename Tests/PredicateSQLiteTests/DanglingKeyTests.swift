import GRDB
import PredicateModel
import PredicateSQLite
import Testing

/// Foreign keys that lead nowhere though the model trusts them: somebody changed the demo without SQLite's guard.
@Suite struct DanglingKeyTests {
  private static func database() throws -> PredicateDatabase {
    let queue = try DemoDatabase.makeQueue()
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.execute(
        sql: "UPDATE Movie SET lentToFriend_id = 999 WHERE id IN (SELECT id FROM Movie WHERE lent ORDER BY id LIMIT 2)")
    }
    return try PredicateDatabase(queue)
  }

  @Test(arguments: [
    ("lentToFriend == nil AND lent == YES", 2), ("lentToFriend != nil", 38), ("lentToFriend == nil", 162),
    ("NOT lentToFriend == nil AND lent == YES", 38), ("lentToFriend.friendName == nil AND lent == YES", 2),
    ("lentToFriend.friendName != nil", 38),
    ("ANY loans.movie.lentToFriend == nil AND lent == YES", 2),
    ("lent == YES AND lentToFriend.friends.@count == 0", nil),
    ("lentToFriend.loans.@count == 0", nil), ("TERNARY(lentToFriend == nil, 1, 0) == 1 AND lent == YES", 2),
  ])
  func areNil(format: String, count: Int?) throws {
    let database = try Self.database()
    let found = try ColumnStorageTests.ids(format, "Movie", in: database)
    if let count { #expect(found.count == count, "\(format)") }
    _ = try ColumnStorageTests.ids("NOT (\(format))", "Movie", in: database)
  }
}
