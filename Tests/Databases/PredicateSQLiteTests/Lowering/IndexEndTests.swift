import Foundation
import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

@testable import PredicateSQL
@testable import PredicateSQLite

/// The first rows by an indexed column are right, for any content of the column.
@Suite struct IndexEndTests {
  /// 12,000 rows with columns of these kinds: numbers with many repetitions, numbers with texts among them, times in several units, few values, one
  /// number in all rows.
  private static func database() throws -> (PredicateDatabase, String) {
    let path = FileManager.default.temporaryDirectory.path + "/ends-\(UUID()).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE sale (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (id), stars INTEGER, price REAL, seen TIMESTAMP,
            crawled INTEGER, rare REAL, one REAL, text REAL, country TEXT, sold DATETIME);
          INSERT INTO shop VALUES (1, 'Bio'), (2, 'Kiosk');
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
          INSERT INTO sale SELECT i, i % 2 + 1, CASE WHEN i % 7 THEN i * 7919 % 6 END,
            CASE WHEN i % 4001 = 0 THEN 'dear' WHEN i % 4003 = 0 THEN x'00' WHEN i % 11 THEN i * 7919 % 3001 / 4.0 END,
            1600000000000 + i * 7919 % 3001, 13200000000000000 + i * 7919 % 3001, CASE WHEN i % 5000 = 0 THEN i END, 7,
            CASE WHEN i % 4000 = 0 THEN 9e999 WHEN i % 3999 = 0 THEN -9e999 WHEN i % 3 = 0 THEN 'x' || i END,
            CASE WHEN i % 13 THEN 'c' || (i % 5) END, CASE WHEN i % 6000 THEN date(i % 9 * 1e7, 'unixepoch') END FROM n;
          CREATE INDEX i1 ON sale (stars); CREATE INDEX i2 ON sale (price); CREATE INDEX i3 ON sale (seen); CREATE INDEX i4 ON sale (crawled);
          CREATE INDEX i5 ON sale (rare); CREATE INDEX i6 ON sale (one); CREATE INDEX i7 ON sale (text); CREATE INDEX i8 ON sale (country); CREATE INDEX i9 ON sale (sold);
          """)
    }
    try queue.close()
    let database = try PredicateDatabase.open(path: path)
    return (try database.retyped("crawled", of: "Sale", to: .date, storedAs: .microsecondsSince1601), path)
  }

  @Test func firstRowsAreTheSameWithoutTheIndex() throws {
    let (database, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = database.rewriting(by: .sqlite.subtracting(.indexEnds))
    var rewritten = 0
    for key in ["stars", "price", "seen", "crawled", "rare", "one", "text", "country", "sold"] {
      for isAscending in [true, false] {
        let order = QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)), isAscending: isAscending)
        for (limit, offset) in [(1, 0), (5, 0), (40, 3), (2_500, 100), (0, 2), (9_000, 3_000)] {
          let fetch = EntityFetch("Sale", sortedBy: [order], limit: limit, offset: offset)
          let text = try database.statement(for: fetch).statement.text
          if text.contains(" IN (SELECT * FROM (SELECT ") { rewritten += 1 }
          #expect(try database.keys(fetch) == plain.keys(fetch), "\(key) \(isAscending) \(limit) \(offset)")
          if limit < 50 { #expect("\(try database.fetch(fetch).rows)" == "\(try plain.fetch(fetch).rows)") }
        }
      }
    }
    #expect(rewritten >= 40)
  }

  /// The rewrite is used only if the second sort key is the object's key, ascending, because the index has rows with equal values in that order.
  @Test(arguments: [(true, true), (false, true), (true, false)])
  func secondLineIsTheKey(isKey: Bool, isAscending: Bool) throws {
    let (database, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var indexes = SQLIndexes()
    indexes.setRowCount(20_000, ofTable: "sale")
    let attribute = try #require(database.model.entity(named: "Sale")?.attribute(named: "stars"))
    let read = SQLColumnRead(attribute: attribute, table: "sale", source: 0, isOfVariable: true, isIndexed: true)
    let key = SQLExpression.column("id", of: 0, mayBeNull: false)
    var select = SQLSelect(columns: [key], sources: [SQLSource(number: 0, relation: .table("sale"), join: .none)])
    select.order = [
      SQLOrder(expression: read.column, isAscending: false),
      SQLOrder(expression: key, isAscending: isAscending, isKey: isKey),
    ]
    select.limit = 5
    var rewriter = SQLRewriter(
      rewrites: .sqlite, dialect: SQLiteDialect(), indexes: indexes, model: database.model, testRewrite: nil,
      areAlike: { _, _, _, _ in true }, nextSource: 1)
    #expect((rewriter.endsOfIndex(select) != nil) == (isKey && isAscending))
  }

  /// The plan reads only the rows that the index finds: no step scans the table.
  @Test func nothingIsScanned() throws {
    let (database, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for key in ["stars", "price", "seen", "crawled", "country", "sold"] {
      let order = QuerySortKey(try QueryExpression(format: QueryFormat(raw: key)), isAscending: false)
      let fetch = try BoundFetch(EntityFetch("Sale", sortedBy: [order], limit: 5), model: database.model)
      let statement = try #require(try database.prepare(fetch, as: .rows).statement)
      let words = try database.plan(of: statement).all.map(\.words)
      #expect(!words.contains { $0.contains("reads all of sale") || $0.hasPrefix("SCAN sale") }, "\(key): \(words)")
    }
  }

  /// Nil, and texts among numbers, are read only if there are too few numbers. So SQLite takes as many steps with many of these values as with few.
  @Test(arguments: ["NULL", "'x' || i"])
  func othersAreNotRead(value: String) throws {
    func steps(_ rows: Int, others: Int) throws -> Int {
      let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
      try queue.write { database in
        try database.execute(
          sql: """
            CREATE TABLE sale (id INTEGER PRIMARY KEY, price REAL); CREATE INDEX sale_price ON sale (price);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO sale SELECT i, CASE WHEN i > \(others) THEN i * 7919 % 3001 ELSE \(value) END FROM n;
            """)
      }
      let database = try PredicateDatabase(name: "shop", queue: queue)
      let order = QuerySortKey(try QueryExpression(format: "price"), isAscending: false)
      let fetch = try BoundFetch(EntityFetch("Sale", sortedBy: [order], limit: 5), model: database.model)
      let plain = database.rewriting(by: .sqlite.subtracting(.indexEnds))
      let expected = try plain.integers(plain.prepare(fetch, as: .keys))
      let statement = try #require(try database.prepare(fetch, as: .keys).statement)
      #expect(statement.text.contains(" IN (SELECT * FROM (SELECT "))
      return try queue.read { connection in
        let counted = try RawStatement(connection, statement.text)
        for (position, value) in statement.bindings.enumerated() {
          guard case .integer(let number) = value else { continue }
          counted.bind(.integer(number), at: position + 1)
        }
        var keys: [Int64] = []
        while try counted.step() { keys.append(counted.integer(at: 0)) }
        #expect(keys == expected)
        return Int(sqlite3_stmt_status(counted.pointer.statement, SQLITE_STMTSTATUS_VM_STEP, 0))
      }
    }
    let few = try steps(12_000, others: 10)
    let many = try steps(30_000, others: 20_000)
    #expect(many < few * 2, "\(few) \(many)")
  }
}
