import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Columns without a type: each value shows its own type, and an index is used nevertheless.
@Suite struct UndeclaredColumnTests {
  private static func database() throws -> PredicateDatabase {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("bare-\(UUID().uuidString).sqlite").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE thing (a, b TEXT); CREATE INDEX thing_a ON thing (a);
          INSERT INTO thing VALUES (5, 'x'), ('5', 'x'), (5.0, 'y'), (NULL, 'y'), (x'35', 'z'), ('é', 'z'), (5.5, 'z');
          """)
    }
    try queue.close()
    // The connection keeps the file as long as it needs it.
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try PredicateDatabase.open(path: path)
  }

  /// A group's key is the stored value, even if SQL has no form for it.
  @Test func groupsAndDistinctValuesAreWhatIsStored() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE thing (a);
          INSERT INTO thing VALUES (5), ('5'), (5.0), (NULL), (x'35'), ('é'), (5.5), (x'FFFE'), (x''), (x'FFFE');
          """)
    }
    let database = try PredicateDatabase(queue)
    let entity = try #require(database.model.entityNames.first)
    let a = FetchedColumn(key: "a")
    let stored: [QueryValue] = [
      .null, .string("5"), .string("é"), .double(5.5), .data([]), .data([0x35]), .data([0xFF, 0xFE]),
    ]
    func sorted(_ rows: [[QueryValue]]) -> [String] { rows.map { "\($0)" }.sorted() }
    // Of 5 and 5.0 either may name the group.
    let distinct = try database.fetch(EntityFetch(entity, columns: [a], isDistinct: true)).rows.filter { row in
      if case .integer(5) = row[0] { false } else if case .double(5) = row[0] { false } else { true }
    }
    #expect(sorted(distinct) == sorted(stored.map { [$0] }))
    let count = FetchedColumn(.call("count", []), as: "n")
    let groups = try database.fetch(EntityFetch(entity, columns: [a, count], groupBy: [a])).rows
    #expect(groups.count == 8)
    #expect(sorted(groups).contains("\([QueryValue.data([0xFF, 0xFE]), .integer(2)])"), "\(groups)")
  }

  @Test(
    arguments: [
      ("a == 5", [1, 3], true), ("a == '5'", [2], true), ("a == 5.5", [7], true), ("a != 5", [2, 4, 5, 6, 7], false),
      ("NOT (a == '5')", [1, 3, 4, 5, 6, 7], false), ("a == nil", [4], true), ("a IN {5, 'é'}", [1, 3, 6], false),
      ("a == 'é' AND b == 'z'", [6], true), ("a == b", [], false), ("CAST(a, 'NSString') == '5'", [1, 2, 3], false),
    ] as [(String, [Int64], Bool)])
  func answersAndIndexes(format: String, expected: [Int64], usesIndex: Bool) throws {
    let database = try Self.database()
    let entity = try #require(database.model.entityNames.first)
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    #expect(try database.ids(entity: entity, predicate: predicate) == expected)
    let plan = try database.plan(of: database.translator.keys(of: entity, where: predicate))
    #expect(plan.all.contains { $0.words.contains("SEARCH") && $0.words.contains("thing_a") } == usesIndex, "\(plan)")
  }
}
