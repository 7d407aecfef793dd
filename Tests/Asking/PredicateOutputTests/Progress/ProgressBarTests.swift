import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateOutput

@Suite("The bar of progress")
struct ProgressBarTests {
  /// A clock that only the test advances. It also records the text that the bar draws.
  private final class Desk: Sendable {
    let time = Locked(Duration.zero)
    let drawn = Locked("")

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
    // A bar is drawn at most every tenth of a second.
    bar.update(done: 2, total: 4)
    #expect(desk.take().isEmpty)
    bar.finish()
    #expect(desk.take() == "\r\u{1B}[K")
    bar.finish()
    bar.update(done: 3, total: 4)
    #expect(desk.take().isEmpty)
  }

  @Test func anActivityIsShownIfTheTotalIsUnknown() {
    let desk = Desk()
    let bar = desk.bar()
    bar.begin()
    desk.wait(2)
    bar.update(done: 0, counted: "received", activity: "the server computes")
    #expect(desk.take() == "\r⠋ 2 s, the server computes; Ctrl-C cancels\u{1B}[K")
    desk.wait(1)
    bar.update(done: 1, counted: "received")
    #expect(desk.take() == "\r⠋ 3 s, 1 row received; Ctrl-C cancels\u{1B}[K")
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
    // More rows have arrived than were expected, so the total is hidden.
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
}
