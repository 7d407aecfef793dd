import PredicateSyntax
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

  /// Sets the approximate total that is used for calls of ``update(done:total:)`` without a total.
  package func expect(_ total: Int?) { state.withLock { $0.expected = total } }

  /// Reports the finished amount, and the total if it is known. Calls may be frequent and from any thread.
  ///
  /// - Parameters:
  ///   - counted: What happened to the rows that `done` counts, if the total is unknown.
  ///   - activity: The current work: `the server waits for a lock`. It is only computed for a drawing.
  package func update(
    done: Int, total: Int? = nil, counted: String = "looked at", activity: @autoclosure @Sendable () -> String? = nil
  ) {
    let time = now()
    state.withLock { state in
      guard state.isRunning, time >= state.nextDraw else { return }
      state.nextDraw = time + Self.interval
      state.isShown = true
      var text = ProgressText(done: done, total: total ?? state.expected, elapsed: time - state.start)
      (text.counted, text.activity) = (counted, activity())
      draw("\r" + text.line(columns: width() - 1) + "\u{1B}[K")
    }
  }

  /// Erases the progress line, so that other text can be written there. A later ``update(done:total:)`` draws it again.
  package func hide() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      draw("\r\u{1B}[K")
    }
  }

  /// Erases the progress line. Nothing is drawn until the next ``begin()``.
  package func finish() {
    hide()
    state.withLock { $0.isRunning = false }
  }
}

/// The text of a ``ProgressBar``: a bar and the remaining time if the total is known, otherwise the number of rows and the elapsed time.
struct ProgressText {
  let done: Int
  /// The approximate total; nil if it is unknown.
  let total: Int?
  let elapsed: Duration
  /// What happened to the rows that ``done`` counts.
  var counted = "looked at"
  /// The current work; nil if it is unknown.
  var activity: String?

  private static let longestBar = 30
  private static let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  /// The smallest finished share for which a remaining time is shown. Below it, the time would be a guess.
  private static let leastShare = 0.02

  /// The finished share of the total; nil if the total is unknown, or if more than the total is finished.
  private var share: Double? {
    guard let total, total > 0, done <= total else { return nil }
    return Double(done) / Double(total)
  }

  /// The progress line, which takes at most `columns` columns.
  func line(columns: Int) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    var words = Self.text(of: seconds)
    guard let share else {
      let turn = Self.spinner[Int(seconds * 10) % Self.spinner.count]
      if done > 0 { words += ", \(done.grouped) \(done == 1 ? "row" : "rows") \(counted)" }
      if let activity { words += ", \(activity)" }
      return CellText.shortened("\(turn) \(words); Ctrl-C cancels", to: columns)
    }
    if share >= Self.leastShare { words += ", about \(Self.text(of: seconds * (1 - share) / share)) left" }
    let percent = "\(Int(share * 100)) %"
    let length = min(Self.longestBar, columns - DisplayWidth.columns(of: percent + words) - 4)
    guard length >= 5 else { return CellText.shortened("\(percent)  \(words)", to: columns) }
    let full = Int(share * Double(length))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
    return "\(bar) \(percent)  \(words)"
  }

  private static func text(of seconds: Double) -> String {
    if seconds < 90 { return "\(Int(seconds.rounded())) s" }
    if seconds < 5_400 { return "\(Int((seconds / 60).rounded())) min" }
    return "\(Int((seconds / 3_600).rounded())) h"
  }
}

extension Int {
  /// The number with its digits in groups of three: `1,500,000`.
  package var grouped: String {
    let digits = Array(String(self))
    var text = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
