import PredicateValues

/// A line on a terminal that shows how far a long statement is. It appears after a delay and is erased when the statement ends.
///
/// ```swift
/// bar.begin()
/// defer { bar.finish() }
/// for (number, row) in rows.enumerated() { bar.update(done: number, total: rows.count) … }
/// ```
package final class ProgressBar: Sendable {
  private struct State {
    var isRunning = false
    var start = Duration.zero
    var isShown = false
    var nextDraw = Duration.zero
    var expected: Int?
  }

  private static let interval = Duration.milliseconds(100)

  private let state = Locked(State())
  private let delay: Duration
  private let now: @Sendable () -> Duration
  private let draw: @Sendable (String) -> Void
  private let width: @Sendable () -> Int

  /// A bar that is drawn by a closure, which writes to the terminal at once.
  ///
  /// - Parameters:
  ///   - delay: How long work takes before the bar appears; with `.zero` the first ``update(done:total:)`` draws it.
  ///   - now: The time since any moment that stays the same.
  ///   - width: The columns of the terminal, asked for each time since windows change.
  package init(
    delay: Duration, now: @escaping @Sendable () -> Duration = ProgressBar.uptime,
    width: @escaping @Sendable () -> Int, draw: @escaping @Sendable (String) -> Void
  ) {
    self.delay = delay
    self.now = now
    self.width = width
    self.draw = draw
  }

  private static let uptime: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }()

  package func begin() {
    let time = now()
    state.withLock { $0 = State(isRunning: true, start: time, nextDraw: time + delay) }
  }

  /// Sets the approximate total, for updates that do not know it.
  package func expect(_ total: Int?) { state.withLock { $0.expected = total } }

  /// Reports the finished amount, and the total if it is known. May be called as often as one likes, from any thread.
  package func update(done: Int, total: Int? = nil) {
    let time = now()
    state.withLock { state in
      guard state.isRunning, time >= state.nextDraw else { return }
      state.nextDraw = time + Self.interval
      state.isShown = true
      let text = ProgressText(done: done, total: total ?? state.expected, elapsed: time - state.start)
      draw("\r" + text.line(columns: width() - 1) + "\u{1B}[K")
    }
  }

  /// Erases the line, so that something else can be written there. Nothing is drawn until the next ``begin()``.
  package func finish() {
    state.withLock { state in
      state.isRunning = false
      guard state.isShown else { return }
      state.isShown = false
      draw("\r\u{1B}[K")
    }
  }
}
