import Foundation
import GRDB
import PredicateSQLite

/// Questions about to-many relationships, asked of all rows, with an index of the foreign key and without one.
struct UnindexedKeys {
  /// `U1` and so on, the predicate, and the tables that it is about.
  static let queries: [(name: String, format: String, tables: Tables)] = [
    ("U1", "children.@max.n > 998", .children), ("U2", "children.@min.n == 0", .children),
    ("U3", "children.@sum.n > 500000", .children), ("U4", "children.@sum.x > 50000", .children),
    ("U5", "children.@avg.x > 50", .children), ("U6", "children.@count > 1000", .children),
    ("U7", "children.@count > n", .children), ("U8", "ANY children.n > 998", .children),
    ("U9", "ANY children.n == n", .children), ("U10", "SUBQUERY(children, $c, $c.n == n).@count > 2", .children),
    ("U11", "SUBQUERY(children, $c, $c.n > n).@count > 2", .children), ("U12", "ALL children.n >= n", .children),
    ("U17", "ANY children.x > n + 99", .children), ("U18", "ALL children.n >= n + 500", .children),
    ("U13", "nodesByUp.@max.n > 3", .nodes), ("U14", "ANY nodesByUp.n == n", .nodes),
    ("U15", "nodesByUp.@count > n", .nodes), ("U16", "SUBQUERY(nodesByUp, $c, $c.n > n).@count > 1", .nodes),
  ]

  enum Tables: String, CaseIterable {
    /// 1,000 parents of 1,000,000 children.
    case children
    /// 4,500 rows that refer to one another.
    case nodes

    var entity: String { self == .children ? "Parent" : "Node" }

    fileprivate var script: String {
      switch self {
      case .children:
        """
        CREATE TABLE Parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INTEGER NOT NULL) STRICT;
        CREATE TABLE Child (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES Parent (id), n INTEGER NOT NULL,
          x REAL NOT NULL, t TEXT NOT NULL) STRICT;
        \(Self.numbers(to: 1_000)) INSERT INTO Parent SELECT i, 'parent ' || i, i * 7919 % 1000 FROM number;
        \(Self.numbers(to: 1_000_000)) INSERT INTO Child
          SELECT i, abs(i * 2654435761 / 1000 % 1000) + 1, i * 7919 % 1009, i * 31 % 10007 / 100.0, 'child ' || i FROM number;
        """
      case .nodes:
        """
        CREATE TABLE Node (id INTEGER PRIMARY KEY, up_id INTEGER REFERENCES Node (id), n INTEGER NOT NULL) STRICT;
        \(Self.numbers(to: 4_500)) INSERT INTO Node SELECT i, abs(i * 2654435761 / 1000 % 4500) + 1, i * 7919 % 1000 FROM number;
        """
      }
    }

    fileprivate var index: String {
      self == .children
        ? "CREATE INDEX child_by_parent ON Child (parent_id);" : "CREATE INDEX node_by_up ON Node (up_id);"
    }

    private static func numbers(to last: Int) -> String {
      "WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < \(last))"
    }
  }

  private let indexed: PredicateDatabase
  private let unindexed: PredicateDatabase
  private let folder: URL

  /// Makes the tables twice, in files that ``clean()`` removes.
  init(_ tables: Tables) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("sql-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    indexed = try Self.make(tables.script + tables.index, at: folder.appendingPathComponent("indexed.sqlite").path)
    unindexed = try Self.make(tables.script, at: folder.appendingPathComponent("unindexed.sqlite").path)
  }

  private static func make(_ script: String, at path: String) throws -> PredicateDatabase {
    try DatabaseQueue(path: path).write { try $0.execute(sql: script) }
    return try PredicateDatabase.open(path: path)
  }

  func clean() { try? FileManager.default.removeItem(at: folder) }

  /// What reading the table of the children once takes without an index, with one comparison for each of them: no statement that has to look at
  /// all children is below. The shortest of some rounds, in milliseconds.
  func scan(rounds: Int) throws -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let (time, count) = try Race.milliseconds {
        try unindexed.reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Child WHERE n < -1") }
      }
      precondition(count == 0, "no child has less than 0")
      best = min(best, time)
    }
    return best
  }

  /// The shortest of some rounds with the index and without, in turns, in milliseconds; nil where the answers differ.
  func race(_ fetch: EntityFetch, rounds: Int) throws -> (indexed: Double, unindexed: Double)? {
    guard try indexed.keys(fetch) == unindexed.keys(fetch) else { return nil }
    var best = (indexed: Double.infinity, unindexed: Double.infinity)
    for _ in 0..<rounds {
      best.indexed = min(best.indexed, try Race.milliseconds { try indexed.keys(fetch) }.0)
      best.unindexed = min(best.unindexed, try Race.milliseconds { try unindexed.keys(fetch) }.0)
    }
    return best
  }
}
