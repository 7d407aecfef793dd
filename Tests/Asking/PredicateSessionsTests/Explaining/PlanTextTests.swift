import PredicateSQLite
import Testing

@testable import PredicateSessions

/// SQLite's plan contains the aliases of the statement. The description in words shows the names of the tables instead.
@Suite("Plans in words")
struct PlanTextTests {
  private func words(_ detail: String) -> [String] {
    PlanText(tables: ["t0": "Movie", "t1": "t0 \" t2"])
      .lines(for: SQLitePlan.nodes(of: [(1, 0, detail)]))
  }

  @Test func tablesHaveTheirOwnNames() {
    #expect(words("SCAN t0") == ["reads every row of Movie"])
    #expect(words("SCAN t1") == ["reads every row of t0 \" t2"])
    #expect(
      words("SEARCH t0 USING INDEX year (year>?)") == ["uses the index year to find rows of Movie (year>?)"])
  }

  @Test func statementsInsideHaveNone() {
    #expect(words("SCAN t2") == ["reads every row of what was made first"])
    #expect(words("SCAN sqlite_schema") == ["reads every row of sqlite_schema"])
  }
}
