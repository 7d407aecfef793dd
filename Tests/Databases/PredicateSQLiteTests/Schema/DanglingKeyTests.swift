import GRDB
import PredicateDemo
import PredicateModel
import PredicateSQLite
import Testing

/// Foreign keys that refer to no row, although the model trusts them, because the demo database was changed while SQLite's checks were off. Memory
/// and SQL still agree.
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

  /// Each foreign key of the demo database has a value that refers to no row. Several films refer to the same missing friend.
  @Test(arguments: [
    ("Movie", "lentToFriend.lentMovies.@count > 0"), ("Movie", "lentToFriend.lentMovies.@count == nil"),
    ("Movie", "SUBQUERY(loans, $l, $l.friend == lentToFriend).@count > 0"),
    ("Movie", "SUBQUERY(loans, $l, lentToFriend == $l.friend AND $l.note == nil).@count > 0"),
    ("Movie", "NOT SUBQUERY(loans, $l, $l.friend == lentToFriend).@count == 0"),
    ("Movie", "ANY lentToFriend.lentMovies.year > 0"), ("Movie", "ANY loans.friend == lentToFriend"),
    ("Movie", "tags.@count > 1"), ("Movie", "tags.@count == 2"), ("Movie", "ANY tags.name != 'x'"),
    ("Movie", "ALL tags.name CONTAINS 'a'"), ("Movie", "tags[0].name == nil"), ("Movie", "loans.friend.@count > 1"),
    ("Movie", "ANY loans.note == nil"), ("Movie", "ANY loans.friend == nil"), ("Movie", "loans.@count >= 2"),
    ("Movie", "loans[0].friend == nil"), ("Movie", "lentToFriend IN loans.friend"),
    ("Loan", "movie == nil"), ("Loan", "friend == movie.lentToFriend"), ("Loan", "ANY movie.loans.note == nil"),
    ("Loan", "movie.loans.@count > 0"), ("Loan", "friend.loans.@count == nil"),
    ("Loan", "friend != nil AND movie != nil"),
    ("Friend", "friends.@count > 1"), ("Friend", "ANY friends.friends.friendName != 'x'"),
    ("Friend", "loans.@count > 1"),
    ("Friend", "ANY loans.movie.title != 'x'"), ("Tag", "movies.@count > 2"), ("Tag", "ANY movies.lent == YES"),
  ])
  func agree(entity: String, format: String) throws {
    let queue = try DemoDatabase.makeQueue()
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          DELETE FROM Friend WHERE id IN (SELECT lentToFriend_id FROM Movie WHERE lent ORDER BY id LIMIT 3);
          DELETE FROM Friend WHERE id IN (SELECT other_id FROM Friend_friends ORDER BY other_id LIMIT 2);
          DELETE FROM Movie WHERE id IN (SELECT movie_id FROM Loan ORDER BY id LIMIT 4);
          DELETE FROM Tag WHERE id IN (SELECT tag_id FROM Movie_tags ORDER BY movie_id LIMIT 2);
          """)
    }
    let database = try PredicateDatabase(queue)
    for relationship in database.model.entities.flatMap(\.relationships) {
      if case .foreignKeyOfDestination = relationship.storage { continue }
      #expect(!relationship.isTrusted, "\(relationship.name)")
    }
    _ = try ColumnStorageTests.ids(format, entity, in: database)
    _ = try ColumnStorageTests.ids("NOT (\(format))", entity, in: database)
    let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
    let keys = try database.keys(fetch)
    #expect(try database.count(fetch) == keys.count, "\(format)")
    _ = try ColumnStorageTests.ids("id > 3 AND \(format)", entity, in: database)
  }

  @Test func trustsWhatLeadsSomewhere() throws {
    let demo = try PredicateDatabase.demo()
    let trusted = demo.model.entities.flatMap(\.relationships).map(\.isTrusted)
    #expect(!trusted.contains(false))
  }
}
