import Foundation

/// A value behind a lock.
final class LockedState<Value>: @unchecked Sendable {
  // Unchecked: the value is only reached while the lock is held.
  private let lock = NSLock()
  private var value: Value

  /// A value.
  init(_ value: Value) {
    self.value = value
  }

  /// Reaches the value while nobody else does.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
