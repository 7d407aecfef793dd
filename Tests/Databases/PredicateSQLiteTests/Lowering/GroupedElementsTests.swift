import GRDB
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Elements found by text keys or keys of several columns, without an index: the statement groups them once for all rows.
@Suite struct GroupedElementsTests {
  private static let script = """
    CREATE TABLE hotel (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO hotel VALUES (1, 'Alpha'), (2, 'Beta'), (3, 'Gamma');
    CREATE TABLE room (hotel_id INTEGER NOT NULL REFERENCES hotel (id), number TEXT NOT NULL, beds INTEGER, PRIMARY KEY (hotel_id, number));
    INSERT INTO room VALUES (1, '1', 2), (1, '2', 1), (2, '1', NULL), (2, 'a', 3), (2, 'A', 3), (3, '1', 2);
    CREATE TABLE guest (code TEXT PRIMARY KEY NOT NULL, best TEXT REFERENCES guest (code), age INTEGER);
    INSERT INTO guest VALUES ('ann', NULL, 3), ('Ann', 'ann', 1), ('bob', 'Ann', NULL), ('eve', 'bob', 2);
    CREATE TABLE stay (id INTEGER PRIMARY KEY, hotel_id INTEGER, number TEXT, guest TEXT REFERENCES guest (code), nights INTEGER,
      rate REAL, paid TEXT, FOREIGN KEY (hotel_id, number) REFERENCES room (hotel_id, number));
    INSERT INTO stay VALUES (1, 1, '1', 'ann', 3, 1e16, 'x'), (2, 1, '1', 'Ann', 1, 1.0, 'X'), (3, 1, '1', 'ann', NULL, -1e16, NULL),
      (4, 2, 'a', 'bob', 4, 0.5, 'y'), (5, 2, 'A', 'bob', 2, NULL, 'z'), (6, 2, NULL, 'bob', 9, 9, 'n'), (7, NULL, '1', NULL, 8, 8, 'm'),
      (8, 3, '9', 'nobody', 7, 7, 'l'), (9, 3, '1', 'eve', 2, 2.5, 'k'), (10, 3, '1', 'eve', 9223372036854775807, 2.5, 'k');
    CREATE TABLE tag (word TEXT PRIMARY KEY NOT NULL, weight INTEGER);
    INSERT INTO tag VALUES ('new', 1), ('old', 2), ('vip', 5);
    CREATE TABLE guest_tag (tag TEXT NOT NULL REFERENCES tag (word), guest TEXT NOT NULL REFERENCES guest (code), PRIMARY KEY (tag, guest));
    INSERT INTO guest_tag VALUES ('new', 'ann'), ('old', 'ann'), ('new', 'Ann'), ('vip', 'eve'), ('gone', 'eve');
    """

  private static let subject = Result { try ScriptDatabase.subject(script) }

  private static func statement(_ fetch: EntityFetch, _ database: PredicateDatabase) throws -> SQLStatement {
    try #require(database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement)
  }

  static let conditions = [
    ("Room", "stays.@count > 1"), ("Room", "stays.@count == 0"), ("Room", "stays.@count <= 1"),
    ("Room", "stays.@sum.nights > 3"), ("Room", "stays.@sum.rate == 1"), ("Room", "stays.@avg.nights < 3"),
    ("Room", "stays.@max.nights > beds"), ("Room", "stays.@min.nights == nil"), ("Room", "stays.@max.paid > 'm'"),
    ("Room", "ANY stays.nights == 4"), ("Room", "NONE stays.nights > 3"), ("Room", "ALL stays.nights > 1"),
    ("Room", "ANY stays.nights > beds"), ("Room", "ALL stays.nights > beds"),
    ("Room", "SUBQUERY(stays, $s, $s.nights > beds).@count == 1"),
    ("Room", "SUBQUERY(stays, $s, $s.guest.age > 1).@count > 0"),
    ("Room", "SUBQUERY(stays, $s, $s.nights == $s.room.beds).@count > 0"),
    ("Room", "hotel.name == 'Beta' AND stays.@count > 0"), ("Room", "beds == 3 OR stays.@count > 2"),
    ("Room", "hotelId == 1 AND number == '1' AND stays.@sum.nights == 4"),
    ("Room", "hotelId == 1 AND stays.@sum.nights > 3"), ("Room", "beds == 3 AND stays.@count > 0"),
    ("Room", "beds < 4 AND NOT stays.@sum.nights > 3"),
    ("Room", "beds > 0 AND SUBQUERY(stays, $s, $s.nights > beds).@count > 0"),
    ("Guest", "code BEGINSWITH 'a' AND stays.@sum.nights > 2"), ("Guest", "age < 3 AND tags.@max.weight > 1"),
    ("Guest", "code >= 'a' AND tags.@count == 2"), ("Tag", "word < 'p' AND guests.stays.@sum.nights > 3"),
    ("Hotel", "id < 3 AND rooms.stays.@max.nights < 5"),
    ("Guest", "stays.@count > 1"), ("Guest", "stays.@sum.nights > 6"), ("Guest", "best.stays.@count > 1"),
    ("Guest", "best.stays.@count == nil"), ("Guest", "best.stays.@max.nights > 3"),
    ("Guest", "SUBQUERY(stays, $s, $s.nights > age).@count == 1"), ("Guest", "stays.@count > tags.@count"),
    ("Guest", "tags.@count == 1"), ("Guest", "tags.@max.weight > 1"), ("Guest", "tags.@sum.weight > age"),
    ("Guest", "SUBQUERY(tags, $t, $t.weight < age).@count > 0"), ("Tag", "guests.@count > 1"),
    ("Tag", "guests.@max.age > 2"), ("Tag", "guests.stays.@count > 2"), ("Tag", "guests.stays.@sum.nights > 4"),
    ("Stay", "room.stays.@count > 1"), ("Stay", "guest.stays.@sum.nights > 5"), ("Stay", "room.stays.@count == nil"),
    ("Hotel", "SUBQUERY(rooms, $r, $r.stays.@count > 1).@count > 0"), ("Hotel", "rooms.stays.@count > 2"),
    ("Hotel", "SUBQUERY(rooms, $r, $r.stays.@sum.nights > $r.beds).@count == 1"),
    ("Hotel", "ANY rooms.stays.nights > 3"), ("Hotel", "rooms.stays.@max.nights < 5"),
  ]

  @Test(arguments: conditions)
  func memoryAndSQLAgree(entity: String, format: String) throws {
    let subject = try Self.subject.get()
    try AgreementTests.check(format, entity, in: subject)
    try AgreementTests.check("NOT (\(format))", entity, in: subject)
    for missing: SQLRewrites in [.unindexedKeys, .semiJoins, .fewRows, .countGroups] {
      try AgreementTests.check(format, entity, in: subject.rewriting(by: .sqlite.subtracting(missing)))
    }
  }

  /// A statement reads the table of stays once, and not once for each row. A condition that selects one row by its key is an exception.
  @Test(arguments: [
    ("stays.@count > 1", true), ("stays.@sum.nights > beds", true), ("ANY stays.nights == 4", true),
    ("SUBQUERY(stays, $s, $s.nights > beds).@count == 1", true), ("ALL stays.nights > beds", true),
    ("hotelId == 1 AND number == '1' AND stays.@sum.nights == 4", false),
  ])
  func theTableIsReadOnce(format: String, isOnce: Bool) throws {
    let database = try Self.subject.get().database
    let fetch = EntityFetch("Room", where: try QueryPredicate(format: QueryFormat(raw: format)))
    let plan = try database.plan(of: Self.statement(fetch, database))
    #expect(plan.all.contains { $0.work == .eachRow } != isOnce, "\(plan.all.map(\.words))")
  }

  /// Several values over the same elements use one grouped SELECT.
  @Test func valuesShareTheirGroups() throws {
    let subject = try Self.subject.get()
    let formats = [
      "stays.@count", "stays.@sum.nights", "stays.@avg.rate", "stays.@max.paid", "stays.@min.guest.age",
      "stays.@count + 1",
    ]
    var fetch = EntityFetch("Room", where: try QueryPredicate("stays.@count < 3"))
    fetch.columns = try formats.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0))) }
    fetch.sortKeys = [QuerySortKey(fetch.columns[1].expression, isAscending: false)]
    let rows = try subject.database.fetch(fetch).rows
    #expect("\(rows)" == "\(try GraphFetch(subject.graph).rows(fetch).rows)")
    #expect(rows.count == 5)
    let text = try Self.statement(fetch, subject.database).text
    #expect(text.split(separator: "GROUP BY").count == 2, "\(text)")
  }
}
