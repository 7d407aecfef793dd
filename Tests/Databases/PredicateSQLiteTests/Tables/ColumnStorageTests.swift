import Foundation
import GRDB
import PredicateBinding
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import Testing

/// For a column that is declared DATE, BOOLEAN or UUID, the values show how they are stored. Memory and SQL read the values alike.
@Suite struct ColumnStorageTests {
  static func database(_ sql: String) throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return try PredicateDatabase(queue)
  }

  /// The keys of the rows that a predicate is true for, after a check that memory and SQL find the same rows.
  static func ids(_ format: String, _ entity: String, in database: PredicateDatabase) throws -> [Int64] {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let found = try database.ids(entity: entity, predicate: predicate)
    let bound = try Binder.bind(predicate, to: .entity(entity, database.model))
    let evaluator = ReferenceEvaluator()
    let remembered = try ObjectGraph(database).objects(of: entity).filter {
      try evaluator.evaluate(bound, object: .object($0))
    }
    #expect(remembered.compactMap { $0.reference?.key } == found, "\(format)")
    return found
  }

  @Test(arguments: [
    ("DATE", "'2020-03-01'", "'2019-12-31 10:00'", AttributeStorage.iso8601Text, 0),
    ("DATETIME", "1583020800", "1577786400", .secondsSince1970, 0),
    ("TIMESTAMP", "1583020800.5", "-100", .secondsSince1970, 0),
    ("DATE", "1583020800123", "1577786400000", .millisecondsSince1970, 0),
    ("DATE", "1583020800123456", "1577786400000000", .microsecondsSince1970, 0),
    ("DATE", "1583020800123456789", "1577786400000000000", .nanosecondsSince1970, 0),
    ("DATE", "604713600123456789", "599479200000000000", .nanosecondsSince2001, 0),
    ("DATE", "604713600123456789", "637000000000000000", .nanosecondsSince2001, 0),
    ("DATE", "'20200301T101500Z'", "'20191231T000000Z'", .basicISO8601Text, 0),
    ("DATE", "'2020-03-01'", "'20191231T101500Z'", .iso8601Text, 1),
    ("DATE", "13227494400", "13222260000", .secondsSince1601, 0),
    ("DATE", "13227494400123", "13222260000000", .millisecondsSince1601, 0),
    ("DATE", "13227494400123456", "13222260000000000", .microsecondsSince1601, 0),
    ("DATE", "132274944001234567", "132222600000000000", .ticksSince1601, 0),
    ("TIMESTAMP", "604713600.25", "-100", .secondsSince2001, 1),
    ("DATETIME", "2458909.5", "2458849", .julianDay, 0),
    ("TIMESTAMP", "604713600.25", "599479200", .secondsSince2001, 0),
    ("TIMESTAMP", "604713600", "599479200", .secondsSince2001, 1),
    ("DATE", "20200301", "20191231", .basicISO8601Number, 0),
    ("DATE", "20201301", "20191231", .iso8601Text, 1),
    ("DATE", "2020", "2019", .iso8601Text, 1),
    ("DATE", "'2020-03-01'", "'31.12.2019'", .iso8601Text, 1),
    ("DATE", "NULL", "NULL", .iso8601Text, 0),
    ("DATE", "x'00'", "NULL", .iso8601Text, 0),
  ])
  func tellsDates(
    type: String, first: String, second: String, storage: AttributeStorage, noteCount: Int
  ) throws {
    let database = try Self.database(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, moment \(type)); INSERT INTO item VALUES (1, \(first)), (2, \(second)), (3, NULL)"
    )
    let attribute = try #require(database.model.entity(named: "Item")?.attribute(named: "moment"))
    #expect(attribute.storage == storage)
    #expect(database.notes.count == noteCount, "\(database.notes)")
    let isRead = noteCount == 0 && first != "NULL" && first != "x'00'" || storage == .secondsSince2001
    #expect(
      try Self.ids("moment >= '2020-02-29' AND moment < '2020-03-03'", "Item", in: database)
        == (isRead || first.hasPrefix("'") ? [1] : []))
    _ = try Self.ids("moment == nil", "Item", in: database)
    _ = try Self.ids("NOT moment < '2020-01-01'", "Item", in: database)
  }

  /// Numbers that are dates of this century in two units get a note.
  @Test func nanosecondsThatMayBeTicks() throws {
    let database = try Self.database(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, moment DATETIME); INSERT INTO item VALUES (1, 637000000000000000)")
    #expect(database.model.entity(named: "Item")?.attribute(named: "moment")?.storage == .nanosecondsSince2001)
    #expect(database.notes.count == 1 && "\(database.notes)".contains("may be ticksSince0001"))
  }

  /// Two dates that differ by a few units of a small size differ in memory and in SQL, by the same amount. A date has steps of 0.12 µs in 2023.
  @Test(arguments: [
    (AttributeStorage.microsecondsSince1601, 13_344_523_200_000_001 as Int64, 1e6),
    (.microsecondsSince1970, 1_700_049_600_000_001, 1e6), (.ticksSince1601, 133_445_232_000_000_001, 1e7),
    (.ticksSince0001, 638_356_464_000_000_001, 1e7), (.nanosecondsSince1970, 1_700_049_600_000_000_001, 1e9),
  ])
  func smallUnitsKeepTheirDigits(storage: AttributeStorage, number: Int64, perSecond: Double) throws {
    let seconds = [3.333333, 0.000003, -0.5]
    let rows = seconds.enumerated().map { row, difference in
      "(\(row + 1), \(number), \(number + Int64((difference * perSecond).rounded())))"
    }
    var database = try Self.database(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, s INTEGER, e INTEGER); INSERT INTO item VALUES \(rows.joined(separator: ", "))"
    )
    for name in ["s", "e"] { database = try database.retyped(name, of: "Item", to: .date, storedAs: storage) }
    for (row, difference) in seconds.enumerated() {
      let format = "e - s > \(difference) - 0.00000025 AND e - s < \(difference) + 0.00000025"
      #expect(try Self.ids(format, "Item", in: database) == [Int64(row + 1)])
    }
    let column = FetchedColumn(try QueryExpression(format: "e - s"))
    let found = try database.fetch(EntityFetch("Item", columns: [column])).rows.map { $0[0] }
    let attribute = Attribute(name: "at", type: .date, storage: storage)
    let expected = seconds.map { difference -> QueryValue in
      let end = attribute.value(of: .integer(number + Int64((difference * perSecond).rounded())))
      guard case (.date(let end), .date(let start)) = (end, attribute.value(of: .integer(number))) else { return .null }
      return .double(end - start)
    }
    #expect(zip(found, expected).allSatisfy { $0.equals($1) }, "\(found) \(expected)")
  }

  @Test func saysWhatItLeavesOut() throws {
    let database = try Self.database(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, moment DATETIME);
      INSERT INTO item VALUES (1, '2020-03-01'), (2, 1583020800), (3, '2020-03-02'), (4, NULL), (5, 'soon')
      """)
    #expect(
      database.notes == [
        "item.moment holds texts and numbers, but predicates read the numbers as nil; it holds texts such as “soon”, which are read as nil because they "
          + "are not dates in ISO 8601"
      ])
    #expect(try Self.ids("moment > '2020-03-01'", "Item", in: database) == [3])
    #expect(try Self.ids("moment == nil", "Item", in: database) == [2, 4, 5])
  }

  @Test func readsWordsAsBooleans() throws {
    let database = try Self.database(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, flag BOOLEAN, other BIT);
      INSERT INTO item VALUES (1, 'true', 1), (2, 'FALSE', 0), (3, 'Yes', NULL), (4, 't', 'maybe'), (5, 0, 1), (6, 1, 0),
        (7, NULL, 1), (8, 'no', 'on'), (9, 2, 0), (10, x'31', 0)
      """)
    #expect(
      database.notes == ["item.other holds texts such as “maybe”, which are read as nil because they are not booleans"])
    #expect(try Self.ids("flag == YES", "Item", in: database) == [1, 3, 4, 6])
    #expect(try Self.ids("flag == NO", "Item", in: database) == [2, 5, 8])
    #expect(try Self.ids("flag == nil", "Item", in: database) == [7, 10])
    #expect(try Self.ids("NOT flag == YES", "Item", in: database) == [2, 5, 7, 8, 9, 10])
    #expect(try Self.ids("flag IN {YES, 2}", "Item", in: database) == [1, 3, 4, 6, 9])
    #expect(try Self.ids("other == YES OR other == nil", "Item", in: database) == [1, 3, 4, 5, 7, 8])
    #expect(try Self.ids("flag == other", "Item", in: database).count == 2)
  }

  @Test func readsUUIDsInEitherForm() throws {
    let database = try Self.database(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, key UUID);
      INSERT INTO a VALUES (1, x'E621E1F8C36C495A93FC0C247A3E6E5F'), (2, NULL);
      CREATE VIEW v AS SELECT key FROM a;
      """)
    #expect(database.model.entity(named: "A")?.attribute(named: "key")?.storage == .uuidBytes)
    #expect(database.model.entity(named: "V")?.attribute(named: "key")?.storage == .uuidBytes)
    let format = "key == CAST('e621e1f8-c36c-495a-93fc-0c247a3e6e5f', 'UUID')"
    #expect(try Self.ids(format, "A", in: database) == [1])
  }

  @Test func looksAtLaterRows() throws {
    let database = try Self.database(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, late DATE, last DATE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO item SELECT i, CASE WHEN i > 3000 THEN 1583020800 + i END, CASE WHEN i = 900 THEN 1583020800123 END FROM n;
      """)
    let item = try #require(database.model.entity(named: "Item"))
    #expect(item.attribute(named: "late")?.storage == .secondsSince1970)
    #expect(item.attribute(named: "last")?.storage == .millisecondsSince1970)
  }
}
