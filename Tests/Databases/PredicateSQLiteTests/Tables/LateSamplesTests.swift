import Foundation
import GRDB
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import Testing

/// Samples of rows are read once, when a statement first needs them: opening a database reads no rows.
@Suite struct LateSamplesTests {
  /// 20,000 films of the genre Drama, with an index.
  private static func films() throws -> (queue: DatabaseQueue, database: PredicateDatabase) {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Friend (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
          INSERT INTO Friend VALUES (1, 'Ann');
          CREATE TABLE Film (
            id INTEGER PRIMARY KEY, genre TEXT NOT NULL, year INTEGER NOT NULL,
            friend_id INTEGER REFERENCES Friend (id)) STRICT;
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO Film SELECT i, 'Drama', 1900 + i % 100, 1 FROM n;
          CREATE INDEX g ON Film (genre);
          """)
    }
    return (queue, try PredicateDatabase(name: "films", queue: queue))
  }

  private static func sql(_ format: String, in database: PredicateDatabase) throws -> String {
    try database.statement(for: EntityFetch("Film", where: QueryPredicate(format: QueryFormat(raw: format)))).statement
      .text
  }

  @Test func samplesAreTakenAtTheFirstComparison() throws {
    let (queue, database) = try Self.films()
    // Opening takes no samples: rows that were written later count.
    try queue.write { try $0.execute(sql: "UPDATE Film SET genre = 'Noir'") }
    #expect(try Self.sql("genre IN {'Noir', 'War'} AND year > 1950", in: database).contains("likely"))
    #expect(try !Self.sql("genre IN {'Drama', 'War'} AND year > 1950", in: database).contains("likely"))
    // They are taken once.
    try queue.write { try $0.execute(sql: "UPDATE Film SET genre = 'Drama'") }
    #expect(try Self.sql("genre IN {'Noir', 'War'} AND year > 1950", in: database).contains("likely"))
    // Copies of the database with another time zone or other rewrites use the same samples.
    let other = database.inTimeZone(.utc)
    #expect(try Self.sql("genre IN {'Noir', 'War'} AND year > 1950", in: other).contains("likely"))
  }

  @Test func samplesAreTakenInsideOfAnAccess() throws {
    let (queue, database) = try Self.films()
    let text = try queue.read { _ in try Self.sql("genre IN {'Drama', 'War'} AND year > 1950", in: database) }
    #expect(text.contains("likely"))
  }

  @Test func whatTheConnectionCannotReadIsNoSample() throws {
    let (queue, database) = try Self.films()
    try queue.close()
    #expect(try !Self.sql("genre IN {'Drama', 'War'} AND year > 1950", in: database).contains("likely"))
    // The rows are not checked when the database is opened, so no relationship is trusted.
    let friend = try #require(database.model.entity(named: "Film")?.relationship(named: "friend"))
    #expect(!friend.isTrusted)
  }

  @Test func keysAreFollowedWhenTheModelIsNeeded() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE Friend (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
          CREATE TABLE Film (id INTEGER PRIMARY KEY, friend_id INTEGER NOT NULL REFERENCES Friend (id)) STRICT;
          INSERT INTO Friend VALUES (1, 'Ann');
          INSERT INTO Film VALUES (1, 1);
          """)
    }
    let file = try ModelFile(
      jsonText:
        #"{"format": 1, "extends": "schema", "entities": [{"table": "Film", "relationships": [{"was": "friend", "trusted": true}]}]}"#
    )
    let database = try PredicateDatabase(name: "films", queue: queue, file: file)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; UPDATE Film SET friend_id = 9")
    }
    func friend(_ model: DataModel) throws -> Relationship {
      try #require(model.entity(named: "Film")?.relationship(named: "friend"))
    }
    #expect(try friend(database.declaredModel).isTrusted)
    #expect(try !friend(database.model).isTrusted)
    #expect(try database.count(EntityFetch("Film", where: QueryPredicate(format: "friend == nil"))) == 1)
  }
}
