import PredicateValues

/// A progress line on a terminal for a long statement. It appears after a delay and is erased when the statement ends.
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

  /// A progress bar. `draw` must write to the terminal immediately, without a buffer.
  ///
  /// - Parameters:
  ///   - delay: The time before the bar appears. With `.zero`, the first ``update(done:total:)`` draws it.
  ///   - now: The time since any fixed moment.
  ///   - width: Returns the columns of the terminal. It is called for each drawing, because windows can be resized.
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

  /// Sets the approximate total for updates without a total.
  package func expect(_ total: Int?) { state.withLock { $0.expected = total } }

  /// Reports the finished amount, and the total if it is known. Calls may be frequent and from any thread.
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

  /// Erases the progress line, so that other text can be written there. Nothing is drawn until the next ``begin()``.
  package func finish() {
    state.withLock { state in
      state.isRunning = false
      guard state.isShown else { return }
      state.isShown = false
      draw("\r\u{1B}[K")
    }
  }
}
