import Foundation
import GRDB
import PredicateDatabases
import PredicateModel
import PredicateFetching
import PredicateSQL
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateSQLite

/// A column is sorted by its index only if the index proves that its values sort so, and only as long as no values are written that break the proof.
@Suite struct ProvenColumnTests {
  private static func database() throws -> (PredicateDatabase, DatabaseQueue, String) {
    let path = FileManager.default.temporaryDirectory.path + "/proven-\(UUID()).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE sale (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (id), price REAL, code TEXT, sold DATETIME);
          INSERT INTO shop VALUES (1, 'Bio'), (2, 'Kiosk');
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO sale SELECT i, i % 2 + 1, CASE i % 7 WHEN 0 THEN NULL ELSE i * 7919 % 3001 END, 'c' || (i * 31 % 997),
            1600000000 + i * 7919 % 3001 FROM n;
          CREATE INDEX sale_price ON sale (price); CREATE INDEX sale_code ON sale (code); CREATE INDEX sale_sold ON sale (sold);
          """)
    }
    return (try PredicateDatabase.open(path: path), queue, path)
  }

  /// An index sorts a column of dates as texts only if all texts are dates of one form.
  @Test(arguments: [
    ("2024-02-29 10:00:00", true), ("2024-02-30 10:00:00", false), ("2023-02-29 10:00:00", false),
    ("2024-02-29 24:00:00", false), ("2024-02-29 10:60:00", false), ("2024-02-29T10:00:00", false),
    ("2024-02-29", false), ("2024-02-29 10:00:00Z", false), ("later", false),
  ])
  func datesAsTexts(text: String, isProven: Bool) throws {
    for form in ["%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%MZ", "%Y-%m-%d", "%Y-%m-%d %H:%M:%f"] {
      let isUsual = form == "%Y-%m-%d %H:%M:%S"
      let added = isUsual ? "INSERT INTO sale VALUES (0, '\(text)');" : ""
      let subject = try ScriptDatabase.subject(
        """
        CREATE TABLE sale (id INTEGER PRIMARY KEY, sold DATETIME); CREATE INDEX sale_sold ON sale (sold);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO sale SELECT i, strftime('\(form)', 1709100000 + i * 7919 % 3001 * 86400, 'unixepoch') FROM n;
        \(added)
        """)
      for isAscending in [true, false] {
        let fetch = try Self.first("sold", isAscending: isAscending)
        #expect(try "\(subject.rows(fetch).rows)" == "\(GraphFetch(subject.graph).rows(fetch).rows)")
        let bound = try BoundFetch(fetch, model: subject.database.model)
        let statement = try #require(try subject.database.prepare(bound, as: .rows).statement)
        #expect(statement.text.contains("predicate_date") != (isProven || !isUsual), "\(form): \(statement.text)")
      }
    }
  }

  private static func first(_ key: String, isAscending: Bool = false, limit: Int = 4) throws -> EntityFetch {
    EntityFetch(
      "Sale", sortedBy: [QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)), isAscending: isAscending)],
      limit: limit)
  }

  private static func plan(_ fetch: EntityFetch, _ database: PredicateDatabase) throws -> String {
    let bound = try BoundFetch(fetch, model: database.model)
    let statement = try #require(try database.prepare(bound, as: .rows).statement)
    return try database.plan(of: statement).all.map(\.words).joined(separator: "; ")
  }

  @Test(arguments: ["price", "code", "sold"])
  func indexGivesTheOrder(key: String) throws {
    let (database, queue, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for isAscending in [true, false] {
      let fetch = try Self.first(key, isAscending: isAscending)
      #expect(try Self.plan(fetch, database).contains("USING INDEX sale_\(key)"))
      let rows = try queue.read {
        try Int64.fetchAll($0, sql: "SELECT id FROM sale ORDER BY \(key) \(isAscending ? "" : "DESC"), id LIMIT 4")
      }
      #expect(try database.keys(fetch) == rows)
    }
  }

  /// With a limit, the shops are joined only to the sales that are returned.
  @Test func whatIsShownIsJoinedLate() throws {
    let (database, _, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let fetch = try Self.first("price")
    let late = try database.statement(for: fetch).statement.text
    #expect(late.contains(" LIMIT ?1) t0 LEFT JOIN \"shop\" t1 ON "))
    let early = database.rewriting(by: .sqlite.subtracting(.lateJoins))
    #expect(!(try early.statement(for: fetch).statement.text.contains("(SELECT")))
    for limit in [0, 3, 2_999] {
      var part = fetch
      (part.limit, part.offset) = (limit, 5)
      #expect("\(try database.fetch(part).rows)" == "\(try early.fetch(part).rows)")
    }
  }

  /// Another connection writes a text among the numbers between two runs of a statement. The second run still returns the right rows, and the index
  /// sorts the column again once the text is gone.
  @Test func textsOfOthersAreSeen() throws {
    let (database, queue, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let fetch = try Self.first("price")
    let above = EntityFetch("Sale", where: try QueryPredicate(format: "price > 2999"))
    let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .keys)
    let count = try database.prepare(BoundFetch(above, model: database.model).counted, as: .count)
    let before = (try database.integers(prepared), try database.number(count))
    #expect(!prepared.reliedColumns.isEmpty && !count.reliedColumns.isEmpty)
    try queue.write { try $0.execute(sql: "UPDATE sale SET price = 'dear' WHERE id IN (5, 6)") }
    #expect(try database.integers(prepared) == before.0)
    #expect(try database.number(count) == before.1)
    #expect(try database.keys(fetch) == before.0)
    #expect(!(try Self.plan(fetch, database)).contains("USING INDEX sale_price"))
    try queue.write { try $0.execute(sql: "UPDATE sale SET price = 9000 WHERE id IN (5, 6)") }
    #expect(try database.keys(fetch).prefix(2) == [5, 6])
    #expect(try Self.plan(fetch, database).contains("USING INDEX sale_price"))
  }

  /// If an index proves that all values of a column have one class, comparisons and searches have no additional test of the class.
  @Test func valuesOfOneClass() throws {
    let path = FileManager.default.temporaryDirectory.path + "/classes-\(UUID()).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE sale (id INTEGER PRIMARY KEY, code VARCHAR(20), seen TIMESTAMP);
          CREATE INDEX sale_code ON sale (code);
          CREATE INDEX sale_seen ON sale (seen);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
          INSERT INTO sale SELECT i, CASE WHEN i % 9 THEN 'x' || (i * 7919 % 401) END, CASE WHEN i % 7 THEN 1500000000000 + i * 7919 % 401 END FROM n;
          """)
    }
    let database = try PredicateDatabase.open(path: path)
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    let conditions = [
      "code > 'x2'", "NOT code >= 'x2'", "code CONTAINS '20'", "NOT code CONTAINS '20'",
      "seen > '2017-07-14T02:40:00.2Z'",
      "NOT seen >= '2017-07-14T02:40:00.2Z'", "seen <= '2017-07-14T02:40:00.2Z'",
    ]
    func tests() throws -> [String] {
      try conditions.map { condition in
        let fetch = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: condition)))
        #expect(try database.keys(fetch) == plain.keys(fetch), "\(condition)")
        let prepared = try database.prepare(BoundFetch(fetch, model: database.model).counted, as: .count)
        return prepared.statement?.text ?? ""
      }
    }
    let proven = try tests()
    #expect(!proven.contains { $0.contains("x''") || $0.contains("9e999") || $0.contains("CASE") }, "\(proven)")
    try queue.write { try $0.execute(sql: "UPDATE sale SET code = x'7820', seen = 'never' WHERE id IN (5, 6)") }
    let others = try tests()
    #expect(others.allSatisfy { $0.contains("x''") || $0.contains("9e999") || $0.contains("<") }, "\(others)")
  }

  /// An index sorts texts of dates of one form, until another connection writes a date of another form.
  @Test(arguments: ["2020-03-01 10:00:00", "2020-03-01", "2020-03-01T10:00:00Z", "2020-03-01 10:00:00.125"])
  func datesAsTextsOfOneForm(sample: String) throws {
    let path = FileManager.default.temporaryDirectory.path + "/dates-\(UUID()).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let form = try #require(ISODateForm(of: sample))
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE sale (id INTEGER PRIMARY KEY, sold DATETIME); CREATE INDEX sale_sold ON sale (sold)")
      for number in 1...400 {
        let text = form.text(from: Double(number * 7919 % 401) * 40_000 + 6e8, isIncluded: true)
        try database.execute(sql: "INSERT INTO sale VALUES (?, ?)", arguments: [number, number % 9 == 0 ? nil : text])
      }
    }
    let database = try PredicateDatabase.open(path: path)
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    let conditions = [
      "sold > '2020-03-01'", "sold >= '2020-03-01T10:00:00'", "sold < '2020-03-01 10:00:00.0625'",
      "sold <= '2020-02-29'",
      "sold BETWEEN {'2020-01-31', '2020-03-01'}", "sold == '2020-03-01 10:00:00'", "sold != '2020-03-01'",
      "NOT sold > '2020-03-01'",
    ]
    func compare() throws {
      for isAscending in [true, false] {
        let fetch = try Self.first("sold", isAscending: isAscending, limit: 60)
        #expect(try database.keys(fetch) == plain.keys(fetch))
      }
      for condition in conditions {
        let fetch = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: condition)))
        #expect(try database.keys(fetch) == plain.keys(fetch), "\(condition)")
      }
    }
    try compare()
    let first = try Self.first("sold")
    #expect(try Self.plan(first, database).contains("INDEX sale_sold"))
    #expect(try Self.plan(first, plain).contains("TEMP B-TREE"))
    let later = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: conditions[0])))
    #expect(
      !(try database.prepare(BoundFetch(later, model: database.model), as: .keys).statement?.text.contains("predicate_")
        ?? true))
    for other in ["2020-03-01T12:00:00+02:00", "2020-02-31", "soon"] {
      let prepared = try database.prepare(BoundFetch(first, model: database.model), as: .keys)
      try queue.write { try $0.execute(sql: "UPDATE sale SET sold = ? WHERE id = 5", arguments: [other]) }
      #expect(try database.integers(prepared) == plain.keys(first), "\(other)")
      try compare()
      #expect(try Self.plan(first, database).contains("TEMP B-TREE"), "\(other)")
      try queue.write { try $0.execute(sql: "UPDATE sale SET sold = ? WHERE id = 5", arguments: [sample]) }
      try compare()
    }
    // All texts have another form.
    let prepared = try database.prepare(BoundFetch(later, model: database.model), as: .keys)
    try queue.write { try $0.execute(sql: "UPDATE sale SET sold = strftime('%Y-%m-%dT%H:%M', sold)") }
    #expect(try database.integers(prepared) == plain.keys(later))
    try compare()
  }

  /// A statement that reads few texts does not prove their form. Once statements have read as many texts as the column has, all texts are read for a proof.
  @Test func textsAreReadWhenThatPaysForItself() throws {
    let path = FileManager.default.temporaryDirectory.path + "/paid-\(UUID()).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE sale (id INTEGER PRIMARY KEY, sold DATETIME);
          CREATE INDEX sale_sold ON sale (sold);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO sale SELECT i, CASE WHEN i % 9 THEN datetime(1577836800 + i * 7919 % 2003 * 3600, 'unixepoch') END FROM n;
          """)
    }
    let database = try PredicateDatabase.open(path: path)
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    func isProven(_ condition: String) throws -> Bool {
      let fetch = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: condition)))
      let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .keys)
      #expect(try database.integers(prepared) == plain.keys(fetch), "\(condition)")
      return !prepared.reliedColumns.isEmpty
    }
    for _ in 0..<200 { #expect(!(try isProven("sold == '2030-01-01'"))) }
    // The condition is true for about 45 of 83 days.
    let statements = try (0..<4).map { _ in try isProven("sold > '2020-02-05'") }
    #expect(statements.first == false && statements.last == true, "\(statements)")
    for condition in [
      "sold IN {'2020-01-03T05:00:00Z', '2020-02-01', '2020-02-01T00:30:00Z'}", "sold != '2020-02-01'",
      "NOT sold == '2020-02-01'",
    ] {
      #expect(try isProven(condition), "\(condition)")
    }
    // After a text of another form is written, the proof is tried once more and fails.
    try queue.write { try $0.execute(sql: "UPDATE sale SET sold = '2020-02-06T12:00:00+02:00' WHERE id = 5") }
    for _ in 0..<6 { #expect(!(try isProven("sold > '2020-02-05'"))) }
  }

  /// Nothing is proven within a transaction, because a rollback restores former values and SQLite does not count it as a change.
  @Test func nothingIsProvenWithinATransaction() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE sale (id INTEGER PRIMARY KEY, price REAL); CREATE INDEX sale_price ON sale (price);
          INSERT INTO sale VALUES (1, 5), (2, 'dear'), (3, 7)
          """)
    }
    let database = try PredicateDatabase(name: "shop", queue: queue)
    let fetch = try Self.first("price")
    #expect(try database.keys(fetch) == [3, 1, 2])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try queue.write { connection in
        try connection.execute(sql: "UPDATE sale SET price = 1 WHERE id = 2")
        #expect(try database.keys(fetch) == [3, 1, 2])
        throw Stop()
      }
    }
    #expect(try database.keys(fetch) == [3, 1, 2])
    #expect(try database.count(EntityFetch("Sale", where: try QueryPredicate(format: "price > 6"))) == 1)
  }

  /// Storages whose numbers mean dates only from a smallest number on: the numbers just below and above it are tested.
  @Test(arguments: [
    AttributeStorage.secondsSince1970, .millisecondsSince1970, .julianDay, .microsecondsSince1601,
    .nanosecondsSince1970,
    .ticksSince0001,
  ])
  func datesBeginWhereTheirNumbersDo(storage: AttributeStorage) throws {
    let dates = StoredDates(storage)
    func date(_ constant: QueryValue) -> Double {
      let stored: StoredValue =
        switch constant {
        case .integer(let number): .integer(number)
        case .double(let number): .real(number)
        default: .null
        }
      return if case .date(let seconds) = storage.value(of: stored, as: .date) { seconds } else { .nan }
    }
    var found = 0
    let run = RandomRun(rounds: 3_000)
    for seed in run.seeds {
      var random = SplitMix64(seed: seed)
      let distance = random.pick([1, 1e3, 1e6, 1e9, 3e9]) * Double.random(in: -1...1, using: &random)
      let wanted = random.pick([distance, distance.rounded()])
      for isIncluded in [true, false] {
        guard let first = dates.first(after: wanted, orAt: isIncluded) else { continue }
        found += 1
        let (from, before) = (date(first.constant), date(first.constantBefore))
        #expect(isIncluded ? from >= wanted : from > wanted, "seed \(seed): \(wanted)")
        #expect(isIncluded ? before < wanted : before <= wanted, "seed \(seed): \(wanted)")
      }
    }
    #expect(found > run.rounds)
    #expect(dates.first(after: .infinity, orAt: true) == nil)
    #expect(dates.first(after: 1e300, orAt: true) == nil)
  }
}
