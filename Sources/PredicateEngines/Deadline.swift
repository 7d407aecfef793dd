import Dispatch
import PredicateValues

/// Runs something after a time, unless it is cancelled before.
struct Deadline {
  private let item: DispatchWorkItem
  private let isOver = Locked(false)

  /// - Parameter action: called on another thread; never once ``cancel()`` has come back.
  init(seconds: Double, action: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem { [isOver] in
      isOver.withLock { if !$0 { action() } }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: item)
  }

  /// Waits for the action where it is running.
  func cancel() {
    isOver.withLock { $0 = true }
    item.cancel()
  }
}
