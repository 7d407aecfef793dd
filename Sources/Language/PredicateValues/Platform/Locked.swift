#if canImport(Darwin)
  import os
#elseif SANITIZER
  import Glibc
#else
  import Synchronization
#endif

/// A value guarded by a lock. On Apple's platforms it is `OSAllocatedUnfairLock`, which the oldest supported systems have.
///
/// ThreadSanitizer does not see the hand-over of `Mutex` in the kernel, so each contended access looks like a race. Builds for sanitizers pass `-Xswiftc
/// -DSANITIZER` and use a mutex of the C library, which the sanitizer knows.
///
/// The code is inlinable, so that it is specialised for the type of the value: an unspecialised call takes 35 ns more.
public final class Locked<State: Sendable>: Sendable {
  #if canImport(Darwin)
    @usableFromInline let lock: OSAllocatedUnfairLock<State>

    /// Takes a value that no other code uses.
    @inlinable
    public init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }

    /// Runs a closure with the value. Only one caller runs at a time.
    @inlinable
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result { lock.withLock(body) }
  #elseif SANITIZER
    // Shared by all threads, which is what a mutex is for.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // Shared; only the thread that holds the mutex reads or writes it.
    nonisolated(unsafe) private var state: State

    /// Protects a value with a lock. No other code may keep a reference to the value.
    public init(_ state: State) {
      self.state = state
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    /// Runs a closure with the value. Only one caller runs at a time.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body(&state)
    }
  #else
    @usableFromInline let lock: Mutex<State>

    /// Takes a value that no other code uses.
    @inlinable
    public init(_ state: State) { lock = Mutex(state) }

    /// Runs a closure with the value. Only one caller runs at a time.
    @inlinable
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
      lock.withLock { body(&$0) }
    }
  #endif
}
