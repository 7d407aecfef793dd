import Foundation
import PredicateValues

/// Handles Ctrl-C while a statement runs. It calls a closure that cancels the statement, instead of letting the signal end the shell.
///
/// The signal handler only writes a byte to a pipe. A separate thread reads the byte and calls the closure, so the closure may use locks.
final class InterruptWatch: Sendable {
  private struct State {
    var isStarted = false
    /// Whether Ctrl-C ends the process if no statement runs, and once the cancelled statement has ended.
    var endsProcess = false
    var isRunning = false
    var wasInterrupted = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// The end of the pipe that the signal handler writes to. The variable is written once, before the handler is installed.
  private nonisolated(unsafe) static var signalPipe: Int32 = -1
  /// Whether the second Ctrl-C ends the process. The variable is written once, before the handler is installed.
  private nonisolated(unsafe) static var catchesOnce = false

  /// A watch that does nothing until ``start()``.
  init() {}

  /// Starts to catch SIGINT. If no pipe can be created, Ctrl-C still ends the process.
  ///
  /// - Parameter endsProcess: Whether Ctrl-C also ends the process: at once if no statement runs, otherwise when the program calls
  ///   ``endIfInterrupted()`` after the cancelled statement. A second Ctrl-C ends it at once.
  func start(endsProcess: Bool = false) {
    var ends: [Int32] = [-1, -1]
    guard Self.signalPipe < 0, pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The pipe is non-blocking, because a full pipe must not block the handler.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Self.signalPipe = ends[1]
    Self.catchesOnce = endsProcess
    state.withLock { ($0.isStarted, $0.endsProcess) = (true, endsProcess) }
    let reading = ends[0]
    let thread = Thread { [self] in
      var byte: UInt8 = 0
      while true {
        let count = read(reading, &byte, 1)
        if count == 1 { interruptUntilItEnds() } else if count == 0 || errno != EINTR { return }
      }
    }
    thread.stackSize = 1 << 19
    thread.start()
    signal(SIGINT) { _ in
      let savedError = errno
      if InterruptWatch.catchesOnce { signal(SIGINT, SIG_DFL) }
      var byte: UInt8 = 1
      _ = write(InterruptWatch.signalPipe, &byte, 1)
      errno = savedError
    }
  }

  /// Runs a body that can be cancelled, by `cancel` and by the checks of ``WorkCancellation`` between two objects that memory evaluates. Afterwards
  /// ``wasInterrupted`` shows whether it was cancelled.
  func run<Result>(cancel: @escaping @Sendable () -> Void, _ body: () throws -> Result) rethrows -> Result {
    state.withLock {
      $0.isRunning = true
      $0.wasInterrupted = false
      $0.cancel = cancel
    }
    defer {
      state.withLock {
        $0.isRunning = false
        $0.cancel = nil
      }
    }
    return try WorkCancellation.whileWatching({ [self] in wasInterrupted }) { try body() }
  }

  /// Whether the last run was interrupted.
  var wasInterrupted: Bool { state.withLock { $0.wasInterrupted } }

  /// Whether the watch catches Ctrl-C. The terminal then has written `^C` at the cursor.
  var isStarted: Bool { state.withLock { $0.isStarted } }

  /// Calls `cancel` repeatedly until the statement ends, because a cancellation between two steps of the statement has no effect. The lock is held
  /// during the call, so `cancel` never reaches the next statement.
  private func interruptUntilItEnds() {
    interrupt()
    var goesOn = true
    while goesOn {
      Thread.sleep(forTimeInterval: 0.02)
      goesOn = state.withLock { state in
        guard state.isRunning, state.wasInterrupted else { return false }
        state.cancel?()
        return true
      }
    }
  }

  /// Handles Ctrl-C: cancels the running statement, if there is one.
  func interrupt() {
    let (cancel, ends) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
      guard state.isRunning else { return (nil, state.endsProcess) }
      state.wasInterrupted = true
      return (state.cancel, false)
    }
    if ends { Self.end() }
    cancel?()
  }

  /// Ends the process as Ctrl-C does, if a statement was cancelled and `start` was called with `endsProcess`.
  func endIfInterrupted() {
    if state.withLock({ $0.endsProcess && $0.wasInterrupted }) { Self.end() }
  }

  /// Ends the process by the signal SIGINT. A script that started the process then ends, too.
  private static func end() {
    signal(SIGINT, SIG_DFL)
    _ = kill(getpid(), SIGINT)
  }
}
