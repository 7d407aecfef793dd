import GRDB
import PredicateDemo
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import Testing

@testable import PredicateShell

@Suite("Progress")
struct ProgressTests {
  /// A clock that stands still, and what was drawn.
  private final class Desk: Sendable {
    let time = LockedState(Duration.zero)
    let drawn = LockedState("")

    func bar(delay: Duration = .seconds(1), width: Int = 80) -> ProgressBar {
      ProgressBar(
        delay: delay, now: { [time] in time.withLock { $0 } }, width: { width },
        draw: { [drawn] text in drawn.withLock { $0 += text } })
    }

    func wait(_ seconds: Double) { time.withLock { $0 += .seconds(seconds) } }

    func take() -> String {
      drawn.withLock { text in
        defer { text = "" }
        return text
      }
    }
  }

  @Test func nothingIsShownBeforeASecondNorAfterTheEnd() {
    let desk = Desk()
    let bar = desk.bar()
    bar.update(done: 1, total: 4)
    bar.begin()
    desk.wait(0.9)
    bar.update(done: 1, total: 4)
    bar.finish()
    #expect(desk.take().isEmpty)
    bar.begin()
    desk.wait(2)
    bar.update(done: 1, total: 4)
    #expect(desk.take() == "\r███████░░░░░░░░░░░░░░░░░░░░░░░ 25 %  2 s, about 6 s left\u{1B}[K")
    // Ten times a second is enough.
    bar.update(done: 2, total: 4)
    #expect(desk.take().isEmpty)
    bar.finish()
    #expect(desk.take() == "\r\u{1B}[K")
    bar.finish()
    bar.update(done: 3, total: 4)
    #expect(desk.take().isEmpty)
  }

  @Test func withoutADelayTheFirstUpdateIsShown() {
    let desk = Desk()
    let bar = desk.bar(delay: .zero)
    bar.begin()
    bar.update(done: 1, total: 4)
    #expect(desk.take().hasPrefix("\r███████░"))
    bar.finish()
    #expect(desk.take() == "\r\u{1B}[K")
  }

  @Test func whatIsNotKnownIsNotTold() {
    let desk = Desk()
    let bar = desk.bar()
    bar.begin()
    desk.wait(1)
    bar.update(done: 1_234_567)
    #expect(desk.take() == "\r⠋ 1 s, 1,234,567 rows looked at; Ctrl-C cancels\u{1B}[K")
    // More than there was said to be: the total tells nothing.
    bar.expect(10)
    desk.wait(200)
    bar.update(done: 11)
    #expect(desk.take() == "\r⠋ 3 min, 11 rows looked at; Ctrl-C cancels\u{1B}[K")
    bar.update(done: 5)
    desk.wait(1)
    bar.update(done: 5)
    #expect(desk.take().contains("50 %  3 min, about 3 min left"))
  }

  @Test("A line fits its terminal", arguments: [20, 30, 40, 60, 200])
  func width(_ columns: Int) {
    for (done, total) in [(0, nil), (5, nil), (1, 1_000_000), (500, 1_000), (1_000, 1_000)] as [(Int, Int?)] {
      let line = ProgressText(done: done, total: total, elapsed: .seconds(75)).line(columns: columns)
      #expect(DisplayWidth.columns(of: line) <= columns)
    }
  }

  @Test(
    "What a plan reads",
    arguments: [
      (["0 SCAN t0"], ["Movie"]), (["0 SEARCH t0 USING INDEX year (year>?)"], nil),
      // A join: the second table is read for each row of the first.
      (["0 SCAN t0", "0 SCAN t1"], nil), (["0 SCAN t0", "0 SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)"], ["Movie"]),
      // A list is made once.
      (["0 SCAN t0", "0 LIST SUBQUERY 1", "2 SCAN t1"], ["Movie", "Loan"]),
      (["0 SCAN t0", "0 CORRELATED SCALAR SUBQUERY 1", "2 SCAN t1"], nil),
      (["0 SCAN CONSTANT ROW"], nil),
    ] as [([String], [String]?)])
  func plans(_ lines: [String], _ tables: [String]?) {
    let steps = lines.enumerated().map { number, line in
      PredicateDatabase.PlanStep(
        id: number + 1, parent: Int(line.prefix(1)) ?? 0, detail: String(line.dropFirst(2)))
    }
    #expect(ScanEstimate(steps, tables: ["t0": "Movie", "t1": "Loan"]).tables == tables)
  }

  @Test func aQueryIsExpectedToReadTheRowsOfItsTable() throws {
    let output = TextOutput()
    let session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: output)
    let statement = try session.parser.parse("title MATCHES \".*x.*\"").get()
    guard case .query(let query) = statement else {
      Issue.record("expected a query, found \(statement)")
      return
    }
    #expect(session.expectedRows(of: query) == 200)
  }

  @Test func aDatabaseReportsTheRowsThatSQLiteHasRead() throws {
    let queue = try DemoDatabase.makeQueue()
    let database = try PredicateDatabase(queue)
    let reports = LockedState([Int]())
    // 600,000 rows whatever the planner does: SQLite reports after a number of steps, not after some time.
    let sql = "SELECT count(*) FROM Movie a CROSS JOIN Movie b CROSS JOIN Tag t WHERE a.year + b.year + t.id < 0"
    let count = try database.watching({ rows in reports.withLock { $0.append(rows) } }) {
      try queue.read { try Int.fetchOne($0, sql: sql) }
    }
    #expect(count == 0)
    let rows = reports.withLock { $0 }
    #expect(rows.count >= 2)
    #expect(rows == rows.sorted() && (rows.first ?? 0) > 0 && (rows.last ?? 0) <= 700_000, "\(rows)")
    // Nothing is reported any more.
    _ = try queue.read { try Int.fetchOne($0, sql: sql) }
    #expect(reports.withLock { $0.count } == rows.count)
  }

  @Test func aStatementDrawsTheReportsOfItsDatabaseAndErasesThem() {
    let desk = Desk()
    let database = FakeDatabase()
    let output = TextOutput()
    let screen = ShellScreen(output: output, errors: output, layout: { .plain })
    screen.progress = desk.bar(delay: .zero)
    let session = ShellSession(database: database, screen: screen, interrupts: InterruptWatch())
    database.reportsWhileFetching = [7]
    #expect(session.run("Movie") == .done)
    #expect(desk.take() == "\r⠋ 0 s, 7 rows looked at; Ctrl-C cancels\u{1B}[K\r\u{1B}[K")
    #expect(output.text.hasSuffix("3 movies\n"))
  }
}
