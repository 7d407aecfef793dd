import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Columns without a type: the values say what they are, and an index serves all the same.
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

  @Test(
    arguments: [
      ("a == 5", [1, 3], true), ("a == '5'", [2], true), ("a == 5.5", [7], true), ("a != 5", [2, 4, 5, 6, 7], false),
      ("NOT (a == '5')", [1, 3, 4, 5, 6, 7], false), ("a == nil", [4], true), ("a IN {5, 'é'}", [1, 3, 6], false),
      ("a == 'é' AND b == 'z'", [6], true), ("a == b", [], false), ("CAST(a, 'NSString') == '5'", [1, 2, 3], false),
    ] as [(String, [Int64], Bool)])
  func answersAndIndexes(format: String, expected: [Int64], usesIndex: Bool) throws {
    let database = try Self.database()
    let entity = try #require(database.model.entityNames.first)
    let predicate = try QueryPredicate(format: format)
    #expect(try database.ids(entity: entity, predicate: predicate) == expected)
    let plan = try database.plan(of: database.translator.keys(of: entity, where: predicate))
    #expect(plan.contains { $0.detail.contains("SEARCH") && $0.detail.contains("thing_a") } == usesIndex, "\(plan)")
  }
}
