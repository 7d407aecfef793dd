import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import Testing

/// The column's index finds dates and UUIDs in every stored form, and only rows whose value has the right meaning are found.
@Suite struct StoredFormTests {
  /// 2,000 moments from 2020 on, one for each hour, in every stored form, and UUIDs in upper, lower and mixed case.
  private static func database() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, unix DATETIME, millis TIMESTAMP, julian DATE, apple TIMESTAMP, iso DATETIME,
            key UUID, other TEXT);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000), m AS (
            SELECT i, 1577836800 + i * 3600 AS s, printf('%08x-c36c-495a-93fc-0c247a3e6e5f', (i * 2654435761) % 4294967296) AS k
            FROM n)
          INSERT INTO item SELECT i, s, s * 1000, s / 86400.0 + 2440587.5, s - 978307200 + 0.5,
            CASE i % 3 WHEN 0 THEN datetime(s, 'unixepoch') WHEN 1 THEN strftime('%Y-%m-%dT%H:%M:%SZ', s, 'unixepoch')
              ELSE strftime('%Y-%m-%d %H:%M:%S.000', s + 50400, 'unixepoch') || ' +14:00' END,
            CASE i % 3 WHEN 0 THEN k WHEN 1 THEN upper(k) ELSE upper(substr(k, 1, 3)) || substr(k, 4) END, 'x'
          FROM m;
          INSERT INTO item (unix, millis, julian, apple, iso, key) VALUES ('a', 'b', 'c', 'd', 'later', 'no key'),
            (x'00', x'00', x'00', x'00', x'00', x'00'), (NULL, NULL, NULL, NULL, NULL, NULL), (1e300, -1e300, 5, 1e18, '9999-12-31', 7);
          CREATE INDEX item_unix ON item (unix); CREATE INDEX item_millis ON item (millis);
          CREATE INDEX item_julian ON item (julian); CREATE INDEX item_apple ON item (apple);
          CREATE INDEX item_iso ON item (iso); CREATE INDEX item_key ON item (key);
          """)
    }
    return try PredicateDatabase(queue)
  }

  @Test(arguments: ["unix", "millis", "julian", "apple", "iso"])
  func findsDatesByTheirIndex(name: String) throws {
    let database = try Self.database()
    for (format, count) in [
      ("== '2020-01-03T00:00:00Z'", 1), ("> '2020-03-23'", 33), (">= '2020-03-23'", 33), ("< '2020-01-02'", 23),
      ("BETWEEN {'2020-02-01', '2020-02-02'}", 25), ("IN {'2020-01-05T07:00:00Z', '2020-01-05T09:00:00Z'}", 2),
    ] {
      let isHalf = name == "apple"
      let format = "\(name) \(format)"
      let ids = try ColumnStorageTests.ids(format, "Item", in: database)
      if !isHalf { #expect(abs(ids.filter { $0 <= 2000 }.count - count) <= 1, "\(format): \(ids.count)") }
      #expect(!ids.isEmpty || isHalf, "\(format)")
      _ = try ColumnStorageTests.ids("NOT \(format)", "Item", in: database)
      let fetch = EntityFetch("Item", where: try QueryPredicate(format: QueryFormat(raw: format)))
      let plan = try database.plan(of: database.statement(for: fetch, form: .count).statement)
      #expect(
        plan.all.contains { $0.words.contains("SEARCH") && $0.words.contains("item_\(name)") }, "\(format): \(plan)")
    }
  }

  /// SQL and memory find the same rows for numbers so large that a double rounds them, and for values of another class. The compared numbers are
  /// those of the date and its neighbours.
  @Test(arguments: [
    AttributeStorage.secondsSince1970, .millisecondsSince1970, .microsecondsSince1970, .microsecondsSince1601,
    .nanosecondsSince1970, .nanosecondsSince2001, .julianDay, .secondsSince2001, .ticksSince1601, .ticksSince0001,
  ])
  func comparesNumbersAsDates(storage: AttributeStorage) throws {
    // 2020-04-13 12:34:56.25
    let date = 608_474_096.25
    guard case .real(let near)? = storage.stored(.date(date)) else { throw StoredDateIsMissing() }
    var values: [StoredValue] = [.null, .text("soon"), .text("608474096"), .blob([0x30])]
    for step in -40...40 {
      values.append(.real(near + Double(step) * near.ulp))
      values.append(.integer(Int64(near.rounded()) + Int64(step)))
      values.append(.integer(Int64(near.rounded()) + Int64(step) * 1_000))
    }
    values += [.real(1e300), .real(-1e300), .integer(.max), .integer(.min), .integer(0)]
    let expected = values.map { storage.value(of: $0, as: .date) }
    let known = Set(expected.compactMap { if case .date(let date) = $0 { date } else { nil } }).sorted()
    for declared in ["DATETIME", "INTEGER", "REAL"] {
      let queue = try DatabaseQueue()
      try queue.write { connection in
        try connection.execute(
          sql: """
            CREATE TABLE item (id INTEGER PRIMARY KEY, moment \(declared), plain \(declared));
            CREATE INDEX item_moment ON item (moment)
            """)
        for value in values {
          let argument: (any DatabaseValueConvertible)? =
            switch value {
            case .null: nil
            case .integer(let number): number
            case .real(let number): number
            case .text(let text): text
            case .blob(let bytes): Data(bytes)
            }
          try connection.execute(sql: "INSERT INTO item (moment, plain) VALUES (?1, ?1)", arguments: [argument])
        }
      }
      var database = try PredicateDatabase(queue)
      for name in ["moment", "plain"] {
        database = try database.retyped(name, of: "Item", to: .date, storedAs: storage)
      }
      // The column's affinity has changed some values while they were stored, so they are read back.
      let stored = try Self.dates("moment", in: database)
      for wanted in [date] + known.filter({ abs($0 - date) < 1e-3 }).prefix(8) {
        for (words, test) in Self.tests(of: wanted) {
          let rows = stored.enumerated().filter { test($0.element) }.map { Int64($0.offset + 1) }
          for name in ["moment", "plain"] {
            let arguments = [wanted, wanted + 1].prefix(words.count { $0 == "%" }).map(Self.argument)
            let condition = try QueryPredicate(
              format: QueryFormat(raw: words.replacing("x", with: name)), arguments: arguments)
            let found = try database.ids(entity: "Item", predicate: condition)
            #expect(found == rows, "\(declared) \(words) \(name) \(wanted)")
          }
        }
      }
    }
  }

  private struct StoredDateIsMissing: Error {}

  private static func argument(_ date: Double) -> QueryArgument {
    Date(timeIntervalSinceReferenceDate: date).queryArgument
  }

  /// The dates of a column as memory reads them, in the order of the keys.
  private static func dates(_ name: String, in database: PredicateDatabase) throws -> [Double?] {
    let column = FetchedColumn(try QueryExpression(format: QueryFormat(raw: name)))
    return try database.fetch(EntityFetch("Item", columns: [column])).rows.map { row in
      if case .date(let date)? = row.first { date } else { nil }
    }
  }

  private static func tests(of date: Double) -> [(String, (Double?) -> Bool)] {
    [
      ("x == %@", { $0 == date }), ("x != %@", { $0 != date }), ("x < %@", { $0.map { $0 < date } ?? false }),
      ("x <= %@", { $0.map { $0 <= date } ?? false }), ("x > %@", { $0.map { $0 > date } ?? false }),
      ("x >= %@", { $0.map { $0 >= date } ?? false }), ("NOT x > %@", { !($0.map { $0 > date } ?? false) }),
      ("x IN {%@, %@}", { $0 == date || $0 == date + 1 }),
      ("x BETWEEN {%@, %@}", { $0.map { $0 >= date && $0 <= date + 1 } ?? false }),
      ("x >= %@ AND x < %@", { $0.map { $0 >= date && $0 < date + 1 } ?? false }),
      ("NOT (x > %@ AND x <= %@)", { !($0.map { $0 > date && $0 <= date + 1 } ?? false) }),
    ]
  }

  @Test func findsUUIDsByTheirIndex() throws {
    let database = try Self.database()
    let texts = try database.reader.read { try String.fetchAll($0, sql: "SELECT key FROM item WHERE id <= 40") }
    for (position, text) in texts.enumerated() {
      let key = try #require(QueryUUID(text))
      for (format, count) in [("key == %@", 1), ("key IN {%@, %@}", 2)] {
        let other = try #require(QueryUUID(texts[(position + 1) % texts.count]))
        let predicate = try QueryPredicate(
          format: QueryFormat(raw: format),
          arguments: count == 1 ? [key.queryArgument] : [key.queryArgument, other.queryArgument])
        let fetch = EntityFetch("Item", where: predicate)
        #expect(try database.count(fetch) == count)
        #expect(try database.count(EntityFetch("Item", where: .not(predicate))) == 2004 - count)
        let plan = try database.plan(of: database.statement(for: fetch, form: .count).statement)
        #expect(plan.all.count { $0.words.contains("SEARCH") && $0.words.contains("item_key") } == 2, "\(plan)")
      }
    }
  }
}
