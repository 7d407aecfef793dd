import Foundation
import GRDB
import PredicateModel
import PredicateSQL
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQLite

/// Groups, extremes and tests for nil use the stored column without a conversion if its index proves what the column holds. Also: literals for
/// partial indexes.
@Suite struct BareColumnTests {
  private static func database() throws -> (PredicateDatabase, DatabaseQueue, String) {
    let path = FileManager.default.temporaryDirectory.path + "/bare-\(UUID()).sqlite"
    let queue = try DatabaseQueue(path: path, configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE sale (id INTEGER PRIMARY KEY, status VARCHAR(12), shop INTEGER, sold DATETIME, seen TIMESTAMP,
            deleted BOOLEAN, stars SMALLINT, note TEXT);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
          INSERT INTO sale SELECT i, CASE WHEN i % 9 THEN 's' || (i * 7919 % 5) END, CASE WHEN i % 7 THEN i * 31 % 11 END,
            CASE WHEN i % 5 THEN datetime(1600000000 + i * 7919 % 601 * 3600, 'unixepoch') END,
            CASE WHEN i % 8 THEN 1600000000000 + i * 7919 % 601 END, i % 3 = 0, i % 5, 'n' || (i % 6) FROM n;
          CREATE INDEX sale_status ON sale (status, shop); CREATE INDEX sale_shop ON sale (shop);
          CREATE INDEX sale_sold ON sale (sold DESC); CREATE INDEX sale_seen ON sale (seen);
          CREATE INDEX sale_stars ON sale (stars DESC) WHERE deleted = 0;
          CREATE INDEX sale_note ON sale (note COLLATE NOCASE);
          """)
    }
    return (try PredicateDatabase.open(path: path), queue, path)
  }

  private static func groups(_ keys: [String], _ shown: [String], where condition: String? = nil) throws -> EntityFetch
  {
    func columns(_ texts: [String]) throws -> [FetchedColumn] {
      try texts.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
    }
    let groupBy = try columns(keys)
    return EntityFetch(
      "Sale", where: try condition.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
      columns: groupBy + (try columns(shown)), groupBy: groupBy)
  }

  private static func text(_ fetch: EntityFetch, _ database: PredicateDatabase) throws -> String {
    let bound = try BoundFetch(fetch, model: database.model)
    return try #require(try database.prepare(bound, as: .rows).statement).text
  }

  private static func plan(_ fetch: EntityFetch, _ database: PredicateDatabase) throws -> String {
    let bound = try BoundFetch(fetch, model: database.model)
    let statement = try #require(try database.prepare(bound, as: .rows).statement)
    return try database.plan(of: statement).all.map(\.words).joined(separator: "; ")
  }

  struct Groups: Sendable {
    let keys: [String]
    let shown: [String]
    /// The index that finds the groups; nil if none does.
    let index: String?
    /// The column that gets a value of another class.
    let column: String

    init(_ keys: [String], _ shown: [String], _ index: String?, _ column: String) {
      (self.keys, self.shown, self.index, self.column) = (keys, shown, index, column)
    }
  }

  private static let cases: [Groups] = [
    Groups(["status"], ["count()"], "sale_status", "status"),
    Groups(["shop"], ["count()"], "sale_shop", "shop"),
    Groups(["status"], ["max(shop)", "min(shop)", "count(shop)"], "sale_status", "status"),
    Groups(["status", "shop"], [], "sale_status", "shop"),
    Groups([], ["count(distinct shop)"], "sale_shop", "shop"),
    Groups(["note"], ["count()"], nil, "note"),
  ]

  /// The index has the groups in their order, until another connection writes a value of another class.
  @Test(arguments: cases)
  func groupsAreFoundByTheIndex(_ groups: Groups) throws {
    let (keys, shown, index, column) = (groups.keys, groups.shown, groups.index, groups.column)
    let (database, queue, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    let fetch = try Self.groups(keys, shown)
    #expect(try "\(database.fetch(fetch).rows)" == "\(plain.fetch(fetch).rows)")
    #expect(try Self.text(fetch, database).contains("CASE") == (index == nil))
    #expect(try Self.text(fetch, plain).contains("CASE"))
    if let index {
      let plan = try Self.plan(fetch, database)
      #expect(plan.contains("COVERING INDEX \(index)") && !plan.contains("FOR GROUP BY"), "\(plan)")
    }
    let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows)
    #expect(prepared.reliedColumns.isEmpty == (index == nil))
    try queue.write { try $0.execute(sql: "UPDATE sale SET \(column) = x'00' WHERE id IN (5, 6)") }
    #expect(try Self.text(fetch, database).contains("CASE"))
    #expect(try "\(database.fetch(fetch).rows)" == "\(plain.fetch(fetch).rows)")
  }

  /// For `min` and `max` of a column of dates, only the resulting number is converted to a date, and not the date of each row.
  @Test(arguments: ["sold", "seen"])
  func extremesAreConvertedOnce(column: String) throws {
    let (database, queue, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    for fetch in [
      try Self.groups(["status"], ["min(\(column))", "max(\(column))"]),
      try Self.groups([], ["max(\(column))"], where: "status == 's1'"),
      try Self.groups(["status"], ["min(\(column))"], where: "status == 'none'"),
    ] {
      // By the second run the values are proven, even if the first run had to read them without a proof.
      _ = try database.fetch(fetch)
      #expect(try "\(database.fetch(fetch).rows)" == "\(plain.fetch(fetch).rows)")
    }
    let fetch = try Self.groups(["status"], ["min(\(column))"])
    func isOutside(_ text: String) -> Bool { text.contains("MIN(t0.\"\(column)\")") }
    #expect(isOutside(try Self.text(fetch, database)))
    #expect(!isOutside(try Self.text(fetch, plain)))
    try queue.write { try $0.execute(sql: "UPDATE sale SET \(column) = 'later' WHERE id IN (5, 6)") }
    _ = try database.fetch(fetch)
    #expect(!isOutside(try Self.text(fetch, database)))
    #expect(try "\(database.fetch(fetch).rows)" == "\(plain.fetch(fetch).rows)")
  }

  /// If all values of a column are proven, `!= nil` is translated as IS NOT NULL, and `== nil` as IS NULL.
  @Test(arguments: ["sold", "seen", "status", "shop"])
  func nilIsNull(column: String) throws {
    let (database, queue, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    func test(isProven: Bool) throws {
      for condition in ["\(column) != nil", "\(column) == nil"] {
        let fetch = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: condition)))
        _ = try database.keys(fetch)
        #expect(try database.keys(fetch) == plain.keys(fetch), "\(condition)")
        let text = try Self.text(fetch, database)
        #expect(text.contains("WHERE t0.\"\(column)\" IS ") == isProven, "\(text)")
      }
    }
    try test(isProven: true)
    try queue.write { try $0.execute(sql: "UPDATE sale SET \(column) = x'00' WHERE id IN (5, 6)") }
    try test(isProven: false)
  }

  /// SQLite uses a partial index only if the number in its condition is a literal in the statement. Numbers that belong to no partial index stay parameters.
  @Test func numbersOfPartialIndexesAreWritten() throws {
    let (database, _, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    func text(_ condition: String) throws -> String {
      let fetch = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: condition)))
      let bound = try BoundFetch(fetch, model: database.model).counted
      let statement = try #require(try database.prepare(bound, as: .count).statement)
      let plan = try database.plan(of: statement).all.map(\.words).joined(separator: "; ")
      #expect(plan.contains("sale_stars") == statement.text.contains("\"deleted\" = 0"), "\(plan)")
      let plain = database.rewriting(by: [])
      #expect(try database.keys(fetch) == plain.keys(fetch), "\(condition)")
      return statement.text
    }
    #expect(try text("stars IN {1, 4} AND deleted == NO").hasSuffix("AND t0.\"deleted\" = 0"))
    #expect(try text("deleted == NO AND stars > 3").contains("\"deleted\" = 0"))
    #expect(try text("stars IN {1, 4} AND deleted == YES").hasSuffix("AND t0.\"deleted\" = ?3"))
    #expect(try text("stars == 0 AND shop == 0").contains("?2"))
  }

  /// A partial index sorts its own rows, even if rows outside of it have values that would break the order.
  @Test func partialIndexesSort() throws {
    let (database, queue, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = database.rewriting(by: .sqlite.subtracting(.provenColumns))
    func fetch(_ condition: String, isAscending: Bool = false) throws -> EntityFetch {
      EntityFetch(
        "Sale", where: try QueryPredicate(format: QueryFormat(raw: condition)),
        sortedBy: [QuerySortKey(try QueryExpression(format: "stars"), isAscending: isAscending)], limit: 7)
    }
    try queue.write { try $0.execute(sql: "UPDATE sale SET stars = 'many' WHERE deleted = 1 AND id % 2 = 0") }
    let first = try fetch("deleted == NO")
    #expect(try Self.plan(first, database).contains("INDEX sale_stars"))
    #expect(!(try Self.plan(first, database)).contains("TEMP B-TREE"))
    for other in [
      first, try fetch("deleted == NO AND shop > 3"), try fetch("deleted == NO", isAscending: true),
      try fetch("deleted == YES"),
    ] {
      #expect(try database.keys(other) == plain.keys(other))
    }
    #expect(try Self.text(fetch("deleted == YES"), database).contains("ORDER BY CASE"))
    try queue.write { try $0.execute(sql: "UPDATE sale SET stars = 'many' WHERE deleted = 0 AND id % 2 = 0") }
    #expect(try Self.plan(first, database).contains("TEMP B-TREE"))
    #expect(try database.keys(first) == plain.keys(first))
  }

  /// An index with another collation is used neither for sorting nor for finding values.
  @Test func anIndexOfAnotherCollationDoesNotCount() throws {
    let (database, _, path) = try Self.database()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(!database.hasIndex(beginningWith: "note", of: "sale"))
    #expect(database.hasIndex(beginningWith: "sold", of: "sale"))
    #expect(!database.hasIndex(beginningWith: "stars", of: "sale"))
  }
}
