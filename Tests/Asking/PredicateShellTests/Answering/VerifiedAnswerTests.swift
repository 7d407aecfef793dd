import PredicateDatabases
import PredicateDemo
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues
import Testing

@testable import PredicateShell

/// Answers that the shell verifies: `.verify on`, and Ctrl-C. The comparison itself is tested with `PredicateSessions`.
@Suite("Verified answers")
struct VerifiedAnswerTests {
  private let output = TextOutput()

  /// If every answer is verified, a wrong answer is shown and then reported.
  @Test func everyAnswer() throws {
    let database = DistortedDatabase(base: try PredicateDatabase.demo()) { table in
      ResultTable(columns: table.columns, rows: table.rows.dropLast())
    }
    let session = ShellSession(database: database, output: output, errors: output)
    _ = session.run(".verify on")
    _ = session.run("Tag")
    #expect(output.take().contains("bug: memory and SQL differ."))
  }

  /// Ctrl-C stops the evaluator in memory, too.
  @Test func isCancelled() throws {
    let interrupts = InterruptWatch()
    let database = DistortedDatabase(base: try PredicateDatabase.demo()) { table in
      interrupts.interrupt()
      return table
    }
    let screen = ShellScreen(output: output, errors: output, layout: { .plain })
    let session = ShellSession(database: database, screen: screen, interrupts: interrupts)
    #expect(session.run(".verify Movie where year > 1990") == .failed)
    #expect(output.take() == "Cancelled.\n")
  }
}

private struct DistortedDatabase: QueryDatabase {
  let base: PredicateDatabase
  let distort: @Sendable (ResultTable) -> ResultTable

  var model: DataModel { base.model }
  var name: String { base.name }
  var kind: DatabaseKind { base.kind }

  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    try base.prepare(fetch, as: form)
  }

  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    if fetch.form == .count { return try base.run(fetch, body) }
    var rows: [[QueryValue]] = []
    try base.run(fetch) { row in
      rows.append(row)
      return true
    }
    for row in distort(ResultTable(columns: fetch.columns.map(\.name), rows: rows)).rows where try !body(row) { return }
  }

  func graph() throws -> GraphFetch { try base.graph() }

  func inTimeZone(_ zone: QueryTimeZone) -> DistortedDatabase {
    DistortedDatabase(base: base.inTimeZone(zone), distort: distort)
  }
  func version() throws -> DatabaseVersion { try base.version() }
  func reloadedIfChanged() throws -> DistortedDatabase? { nil }
  func interrupt() { base.interrupt() }
  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }
}
