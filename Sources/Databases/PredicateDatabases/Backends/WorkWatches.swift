import PredicateValues

/// The watches of the work that is running now. A task-local value finds them, so work that runs at the same time has its own watches, and may end in
/// any order.
///
/// A database has one static value of this type, and a key for each connection or pool:
///
/// ```swift
/// static let watches = WorkWatches<ObjectIdentifier, ServerWatch>()
/// try watches.watching(ObjectIdentifier(pool), of: pool, with: watch) { … }
/// watches.current(of: ObjectIdentifier(pool))?.watch  // in a statement of the pool
/// ```
package final class WorkWatches<Key: Hashable & Sendable, Watch: Sendable>: Sendable {
  /// Some watched work. A task that the work has started may outlive the work, and then has no watch.
  package final class Work: Sendable {
    private let state: Locked<Watch?>

    fileprivate init(_ watch: Watch) { state = Locked(watch) }

    /// The watch; nil after the end of the work.
    package var watch: Watch? { state.withLock { $0 } }

    fileprivate func end() { state.withLock { $0 = nil } }
  }

  private let works = TaskLocal<[Key: Work]>(wrappedValue: [:])

  package init() {}

  /// The current work with a key; nil if it is not watched.
  package func current(of key: Key) -> Work? { works.get()[key] }

  /// Does some work with a watch. Inside watched work with the same key, only the inner watch is current.
  ///
  /// - Parameter owner: The object that the key identifies, or the owner of the connection that the key identifies. It lives until the work ends, so no
  ///   other object gets the address, unless the work itself closes the connection.
  package func watching<Result>(
    _ key: Key, of owner: AnyObject, with watch: Watch, _ work: () throws -> Result
  ) rethrows -> Result {
    let current = Work(watch)
    defer { withExtendedLifetime(owner) { current.end() } }
    var works = self.works.get()
    works[key] = current
    return try self.works.withValue(works, operation: work)
  }
}
