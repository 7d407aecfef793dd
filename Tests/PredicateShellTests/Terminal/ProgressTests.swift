import PredicateSQLite
import PredicateSyntax
import Testing

@testable import PredicateShell

@Suite("Progress")
struct ProgressTests {
  /// A clock that stands still, and what was drawn.
  private final class Desk: Sendable {
    let time = LockedState(Duration.zero)
    let drawn = LockedState("")

    func bar(width: Int = 80) -> ProgressBar {
      ProgressBar(
        now: { [time] in time.withLock { $0 } }, width: { width },
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

  @Test func aQueryTellsHowManyRowsItHasLookedThrough() throws {
    let database = try PredicateDatabase.demo()
    let output = TextOutput()
    let session = ShellSession(database: database, output: output, errors: output)
    guard case .query(let query) = try session.parser.parse("title MATCHES \".*x.*\"") else { return }
    #expect(session.expectedRows(of: query) == 200)
    let seen = LockedState([Int]())
    // Reads two tables against each other, so that it takes a while.
    _ = database.watching({ rows in seen.withLock { $0.append(rows) } }) {
      session.run("count SUBQUERY(loans.friend.loans.friend.loans, $l, $l.lentOn > \"1900-01-01\").@count > 5")
    }
    let reports = seen.withLock { $0 }
    #expect(!reports.isEmpty)
    #expect(reports == reports.sorted())
  }
}
