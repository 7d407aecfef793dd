#if canImport(Darwin)
  import os
#else
  import Synchronization
#endif

/// A value behind a lock. On Apple's platforms by a lock that the oldest supported systems have.
package final class Locked<State: Sendable>: Sendable {
  #if canImport(Darwin)
    private let lock: OSAllocatedUnfairLock<State>

    /// A value nobody else holds.
    package init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }

    /// Runs with the value, one caller at a time.
    package func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result { lock.withLock(body) }
  #else
    private let lock: Mutex<State>

    /// A value nobody else holds.
    package init(_ state: State) { lock = Mutex(state) }

    /// Runs with the value, one caller at a time.
    package func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
      lock.withLock { body(&$0) }
    }
  #endif
}
