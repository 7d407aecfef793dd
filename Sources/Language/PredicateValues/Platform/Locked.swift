#if canImport(Darwin)
  import os
#elseif SANITIZER
  import Glibc
#else
  import Synchronization
#endif

/// A value that a lock guards. Apple's platforms use a lock that the oldest supported systems have.
///
/// ThreadSanitizer does not see the kernel's hand-over of `Mutex`, so each contended access looks like a race. Builds for sanitizers pass
/// `-Xswiftc -DSANITIZER` and use a mutex of the C library, which the sanitizer knows.
///
/// Its code is compiled where it is used, for the type of the value there: for one that is known only at run time a call takes 35 ns more.
public final class Locked<State: Sendable>: Sendable {
  #if canImport(Darwin)
    @usableFromInline let lock: OSAllocatedUnfairLock<State>

    /// A value nobody else holds.
    @inlinable
    public init(_ state: State) { lock = OSAllocatedUnfairLock(initialState: state) }

    /// Runs with the value, one caller at a time.
    @inlinable
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result { lock.withLock(body) }
  #elseif SANITIZER
    // Shared by all threads, which is what a mutex is for.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // Shared; only the thread that holds the mutex reads or writes it.
    nonisolated(unsafe) private var state: State

    /// A value that no other caller holds.
    public init(_ state: State) {
      self.state = state
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    /// Runs with the value, one caller at a time.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body(&state)
    }
  #else
    @usableFromInline let lock: Mutex<State>

    /// A value nobody else holds.
    @inlinable
    public init(_ state: State) { lock = Mutex(state) }

    /// Runs with the value, one caller at a time.
    @inlinable
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
      lock.withLock { body(&$0) }
    }
  #endif
}
