import Dispatch

/// Runs something after a time, unless it is cancelled before.
struct Deadline {
  private let item: DispatchWorkItem

  /// - Parameter action: called on another thread.
  init(seconds: Double, action: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem(block: action)
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: item)
  }

  func cancel() { item.cancel() }
}
