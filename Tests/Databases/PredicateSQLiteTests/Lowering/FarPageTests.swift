import Foundation
import GRDB
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateSQL
@testable import PredicateSQLite

/// Pages far from the beginning of an order have the right rows, for any content of the column and any direction of its index.
@Suite struct FarPageTests {
  /// 12,000 rows with columns of these kinds: numbers with repetitions and nil, few values, one value, no value, dates as texts, times in milliseconds.
  private static let script = """
    CREATE TABLE sale (id INTEGER PRIMARY KEY, num INTEGER, few TEXT, one REAL, empty INTEGER, sold DATETIME, seen TIMESTAMP, odd TIMESTAMP,
      low TEXT COLLATE NOCASE, mixed REAL, pair INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO sale SELECT i * 3, CASE WHEN i % 11 THEN i * 7919 % 5003 END, CASE WHEN i % 13 THEN 'c' || (i % 5) END, 7, NULL,
      CASE WHEN i % 9 THEN datetime(1600000000 + i * 7919 % 5003, 'unixepoch') END, 1600000000000 + i * 7919 % 5003,
      1600000000000 + i * 7919 % 5003 / 4.0, CASE WHEN i % 2 THEN 'A' ELSE 'a' END || (i % 700),
      CASE WHEN i % 100 THEN i * 7919 % 5003 ELSE 'none' END, i % 50 FROM n;
    """

  private static let keys = ["num", "few", "one", "empty", "sold", "seen", "odd", "low", "mixed", "pair"]

  private static func database(_ direction: String) throws -> AgreementSubject {
    let indexes = keys.map { "CREATE INDEX sale_\($0) ON sale (\($0) \(direction)\($0 == "pair" ? ", num" : ""));" }
    return try ScriptDatabase.subject(script + indexes.joined(separator: "\n"))
  }

  private static func page(
    _ key: String, isAscending: Bool, limit: Int?, offset: Int, where condition: String? = nil
  ) throws -> EntityFetch {
    EntityFetch(
      "Sale", where: try condition.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
      sortedBy: [QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)), isAscending: isAscending)],
      limit: limit, offset: offset)
  }

  private static func text(_ fetch: EntityFetch, _ database: PredicateDatabase) throws -> String {
    try database.prepare(BoundFetch(fetch, model: database.model), as: .keys).statement?.text ?? ""
  }

  private static let step = " OFFSET (SELECT COUNT(*)"

  @Test(arguments: ["", "DESC"])
  func pagesAreTheSameWithoutTheIndex(direction: String) throws {
    let subject = try Self.database(direction)
    let plain = subject.database.rewriting(by: .sqlite.subtracting([.indexEnds, .provenColumns]))
    for key in Self.keys {
      for isAscending in [true, false] {
        for (limit, offset) in [(1, 10_000), (7, 10_913), (40, 11_980), (3, 11_999), (3, 12_000), (1_500, 10_400)] {
          let fetch = try Self.page(key, isAscending: isAscending, limit: limit, offset: offset)
          #expect(
            try subject.database.keys(fetch) == plain.keys(fetch),
            "\(key) \(isAscending) \(limit) \(offset) \(direction)")
        }
        // An index in the other direction has rows with equal values in the opposite order of their keys.
        let fetch = try Self.page(key, isAscending: isAscending, limit: 5, offset: 11_000)
        let isPage = isAscending != direction.isEmpty && !["odd", "low", "mixed", "pair"].contains(key)
        #expect(try Self.text(fetch, subject.database).contains(Self.step) == isPage, "\(key) \(isAscending)")
      }
    }
  }

  @Test func pagesAreThoseOfMemory() throws {
    let subject = try Self.database("")
    for key in ["num", "few", "seen"] {
      let fetch = try Self.page(key, isAscending: false, limit: 20, offset: 10_900)
      #expect(try subject.rows(fetch) == GraphFetch(subject.graph).rows(fetch).rows.map { "\($0)" }, "\(key)")
    }
  }

  /// The rewrite for far pages does not change statements with a condition, without a limit, or with a small offset.
  @Test func otherStatementsStay() throws {
    let database = try Self.database("").database
    let others = [
      try Self.page("num", isAscending: false, limit: 5, offset: 10_500, where: "one == 7"),
      try Self.page("num", isAscending: false, limit: nil, offset: 10_500),
      try Self.page("num", isAscending: false, limit: 5, offset: 9_000),
      try Self.page("num", isAscending: false, limit: 10_001, offset: 10_500),
    ]
    for fetch in others { #expect(!(try Self.text(fetch, database)).contains(Self.step)) }
  }

  /// Two different whole numbers of milliseconds are different dates. Two fractions of a millisecond, or two numbers of nanoseconds, can be the same date.
  @Test func numbersOfDates() throws {
    func isPage(_ value: String, storedAs storage: AttributeStorage) throws -> Bool {
      let subject = try ScriptDatabase.subject(
        """
        CREATE TABLE sale (id INTEGER PRIMARY KEY, seen INTEGER); CREATE INDEX sale_seen ON sale (seen);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11000)
        INSERT INTO sale SELECT i, i * 7919 % 5003 FROM n;
        INSERT INTO sale VALUES (20000, \(value)), (20001, \(value) + 1), (20002, \(value));
        """)
      let database = try subject.database.retyped("seen", of: "Sale", to: .date, storedAs: storage)
      let fetch = try Self.page("seen", isAscending: false, limit: 9, offset: 10_995)
      let plain = database.rewriting(by: .sqlite.subtracting([.indexEnds, .provenColumns]))
      #expect(try database.keys(fetch) == plain.keys(fetch), "\(value) \(storage)")
      return try Self.text(fetch, database).contains(Self.step)
    }
    #expect(try isPage("1600000000000", storedAs: .millisecondsSince1970))
    #expect(try isPage("-1600000000000", storedAs: .millisecondsSince1970))
    #expect(try !isPage("1600000000000.5", storedAs: .millisecondsSince1970))
    #expect(try !isPage("9007199254740993", storedAs: .millisecondsSince1970))
    #expect(try !isPage("'later'", storedAs: .millisecondsSince1970))
    #expect(try isPage("1600000000000000", storedAs: .microsecondsSince1970))
    #expect(try !isPage("13200000000000000", storedAs: .microsecondsSince1601))
    #expect(try !isPage("1600000000000000000", storedAs: .nanosecondsSince1970))
  }

  /// Between two runs of a statement another connection writes a fraction of a millisecond. The second run has the right rows.
  @Test func partsOfMillisecondsAreSeen() throws {
    let path = FileManager.default.temporaryDirectory.path + "/page-\(UUID()).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: Self.script + "CREATE INDEX sale_seen ON sale (seen)") }
    let database = try PredicateDatabase.open(path: path)
    let fetch = try Self.page("seen", isAscending: false, limit: 5, offset: 11_000)
    let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .keys)
    #expect(prepared.statement?.text.contains(Self.step) == true)
    // Adding 2^-12 milliseconds gives a number that is the same date.
    try queue.write { try $0.execute(sql: "UPDATE sale SET seen = seen + 0.000244140625 WHERE id % 2") }
    let plain = database.rewriting(by: .sqlite.subtracting([.indexEnds, .provenColumns]))
    #expect(try database.integers(prepared) == plain.keys(fetch))
    #expect(!(try Self.text(fetch, database)).contains(Self.step))
  }
}
