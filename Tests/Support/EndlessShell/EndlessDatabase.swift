import GRDB
import PredicateSessions
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
struct EndlessDatabase: ShellDatabase {
  private let queue: DatabaseQueue
  private let demo: PredicateDatabase

  init() throws {
    queue = try DemoDatabase.makeQueue()
    demo = try PredicateDatabase(queue)
  }

  var model: DataModel { demo.model }
  var displayName: String { "endless" }

  func fetch(_ fetch: EntityFetch, variables: QueryVariables) throws -> ResultTable {
    try demo.fetch(fetch, variables: variables)
  }

  func count(_ fetch: EntityFetch, variables: QueryVariables) throws -> Int {
    guard fetch.entity == "Friend" else { return try demo.count(fetch, variables: variables) }
    let endless = """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number) SELECT count(*) FROM number
      """
    return try queue.read { try Int.fetchOne($0, sql: endless) ?? 0 }
  }

  func sql(
    for fetch: EntityFetch, variables: QueryVariables, form: SQLFetchForm
  ) throws -> SQLStatement {
    try demo.sql(for: fetch, variables: variables, form: form)
  }

  func plan(of statement: SQLStatement) throws -> [PlanStep] {
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
