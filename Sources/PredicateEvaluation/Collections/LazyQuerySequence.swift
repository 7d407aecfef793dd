import PredicateValues

/// The elements of a base of which a query holds, found as they are asked for; see ``Swift/LazySequenceProtocol/filter(_:)``.
///
/// Of elements that lie behind one another in memory up to 64 are asked about together; others, which may be made only when they are
/// reached, one by one.
public struct LazyQuerySequence<Base: Sequence>: LazySequenceProtocol {
  @usableFromInline let base: Base
  @usableFromInline let query: TotalQuery<Base.Element>

  @usableFromInline
  init(base: Base, query: TotalQuery<Base.Element>) {
    self.base = base
    self.query = query
  }

  /// Goes through the matches of a view.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let base: Base
    /// What gives the elements where they do not lie behind one another.
    @usableFromInline var others: Base.Iterator?
    @usableFromInline let run: QueryRun
    /// The place of the element that the lowest bit is about.
    @usableFromInline var first = 0
    /// The place of the first element that was not asked about.
    @usableFromInline var ahead: Int
    /// The matches among the elements between the two.
    @usableFromInline var bits: UInt64 = 0

    @inlinable
    init(_ base: Base, _ run: QueryRun, from start: Int = 0) {
      self.base = base
      self.run = run
      ahead = start
      others = LazyQuerySequence.isContiguous(base) ? nil : base.makeIterator()
    }

    /// The next element of which the query holds.
    @inlinable
    public mutating func next() -> Base.Element? {
      if others != nil { return nextOfOthers() }
      guard let place = nextPlace() else { return nil }
      return base.withContiguousStorageIfAvailable { $0[place] }
    }

    /// The place of the next match among elements that lie behind one another.
    @inlinable
    mutating func nextPlace() -> Int? {
      while bits == 0 {
        guard ask() else { return nil }
      }
      let place = first &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      return place
    }

    /// Asks about the next elements; false where there are none.
    @inlinable
    mutating func ask() -> Bool {
      first = ahead
      let found = base.withContiguousStorageIfAvailable { [run, ahead] elements -> (Int, UInt64) in
        let count = Swift.min(64, elements.count &- ahead)
        guard count > 0, let start = elements.baseAddress else { return (0, 0) }
        return (count, TotalQuery.matches(run, start + ahead, count: count))
      }
      guard let (count, matches) = found, count > 0 else { return false }
      ahead = first &+ count
      bits = matches
      return true
    }

    @inlinable
    mutating func nextOfOthers() -> Base.Element? {
      while let element = others?.next() {
        if TotalQuery.holds(run, element) { return element }
      }
      return nil
    }
  }

  /// Whether the elements of a base lie behind one another in memory.
  @inlinable
  static func isContiguous(_ base: Base) -> Bool { base.withContiguousStorageIfAvailable { _ in true } ?? false }

  /// Begins anew, with another moment for `now()`.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(base, query.start()) }

  /// Nothing is known without looking.
  public var underestimatedCount: Int { 0 }
}

extension LazyQuerySequence: Sendable where Base: Sendable {}
