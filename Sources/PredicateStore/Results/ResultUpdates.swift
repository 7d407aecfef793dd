/// The changes of observed results as they come: ``ObservedResults/updates(every:)``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ResultUpdates<Object: StoredObject>: AsyncSequence {
  let results: ObservedResults<Object>
  let interval: Duration

  /// Waits for changes again and again.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let results: ObservedResults<Object>
    let interval: Duration

    /// The next changes.
    public mutating func next() async throws -> ResultChanges? {
      try await results.nextChanges(every: interval, isolation: nil)
    }

    /// The next changes, waited for where the caller is isolated.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ResultChanges? {
      try await results.nextChanges(every: interval, isolation: actor)
    }
  }

  /// An iterator over the same results: two of them share the changes among them.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results, interval: interval) }
}
