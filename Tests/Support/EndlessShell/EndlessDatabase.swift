import GRDB
import PredicateDatabases
import PredicateDemo
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateShell
import PredicateValues

/// The demo database, except that SQLite counts friends until it is interrupted.
///
/// Tests of Ctrl-C and of the progress bar need a statement that still runs while they check it. The duration of a slow query would depend on the
/// planner and on the machine, which is not the case here.
struct EndlessDatabase: QueryDatabase {
  private let queue: DatabaseQueue
  private let demo: PredicateDatabase

  init() throws {
    queue = try DemoDatabase.makeQueue()
    demo = try PredicateDatabase(queue)
  }

  var model: DataModel { demo.model }
  var name: String { "endless" }
  var kind: DatabaseKind { demo.kind }

  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    try demo.prepare(fetch, as: form)
  }

  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    guard fetch.form == .count, fetch.fetch.entity.name == "Friend" else { return try demo.run(fetch, body) }
    let endless = """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT count(*) FROM number
      """
    _ = try body([.integer(try queue.read { try Int64.fetchOne($0, sql: endless) ?? 0 })])
  }

  func plan(of statement: SQLStatement) throws -> [PlanNode] {
    try demo.plan(of: statement)
  }

  /// The number of rows that the progress bar takes as the total.
  func approximateRowCount(ofTable name: String) throws -> Int? { 4 }

  /// Passes SQLite's progress reports on during the count. Each report is changed to “the first of four rows”.
  func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    try demo.watching({ _ in report(1) }, work)
  }

  func interrupt() { demo.interrupt() }

  /// Tests do not change the zone.
  func inTimeZone(_ zone: QueryTimeZone) -> EndlessDatabase { self }
  func version() throws -> DatabaseVersion { try demo.version() }
  func reloadedIfChanged() throws -> EndlessDatabase? { nil }
  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { demo.areAlike(foreign, key) }
}
