import GRDB
import PredicateDatabases
import PredicateDemo
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateShell
import PredicateValues

/// The demo database, except that SQLite counts friends until it is interrupted.
///
/// Tests of Ctrl-C and of the progress bar need a statement that runs while they look. A slow query would depend on the planner and on
/// the machine; this one depends on neither.
struct EndlessDatabase: QueryDatabase {
  private let queue: DatabaseQueue
  private let demo: PredicateDatabase

  init() throws {
    queue = try DemoDatabase.makeQueue()
    demo = try PredicateDatabase(queue)
  }

  var model: DataModel { demo.model }
  var name: String { "endless" }

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

  /// The number that the bar takes for the whole.
  func approximateRowCount(ofTable name: String) throws -> Int? { 4 }

  /// SQLite's reports while it counts, each as the first of four rows.
  func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    try demo.watching({ _ in report(1) }, work)
  }

  func interrupt() { demo.interrupt() }
}
