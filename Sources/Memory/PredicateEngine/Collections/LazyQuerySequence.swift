import PredicateBinding
import PredicateValues

extension LazySequenceProtocol {
  /// A view of the elements that match the query. Elements are tested on demand, at most 63 ahead.
  ///
  /// A view has no way to report that an element failed, so it takes only queries that cannot fail: over structs, classes and values, without
  /// MATCHES, functions of the application and values of unknown type. The limit of elements that a predicate may visit for one object
  /// (``PredicateLimits/visitedElements``) does not count here.
  ///
  /// - Throws: kind `unsupported` for a query that could fail while it runs.
  @_disfavoredOverload
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> LazyQuerySequence<Elements> {
    LazyQuerySequence(base: elements, query: try query.total())
  }

  /// Reads and binds a format; a view of the elements that match it.
  @_disfavoredOverload
  public func filter(
    _ format: QueryFormat, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> LazyQuerySequence<Elements> {
    try filter(BoundQuery(format, variables: variables))
  }

  /// Binds a predicate; a view of the elements that match it.
  ///
  /// ```swift
  /// let recent = try movies.lazy.filter(QueryPredicate("year > 1990"))
  /// ```
  @_disfavoredOverload
  public func filter(
    _ predicate: QueryPredicate, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> LazyQuerySequence<Elements> {
    try filter(BoundQuery(predicate, variables: variables))
  }
}

/// A query that cannot fail while it runs.
@usableFromInline
struct TotalQuery<Element>: Sendable {
  private let query: BoundQuery<Element>

  fileprivate init(_ query: BoundQuery<Element>) { self.query = query }

  @usableFromInline
  func start() -> QueryRun { query.start() }

  /// A run for few elements, which is given back: an index is moved by as little as one.
  @usableFromInline
  func take() -> QueryRun {
    let run = query.single.take()
    run.refreshMoment()
    return run
  }

  @usableFromInline
  func give(_ run: QueryRun) { query.single.give(run) }

  /// The bits of the elements that it holds of: those from a place on, at most 64.
  @usableFromInline
  static func matches(_ run: QueryRun, _ elements: UnsafePointer<Element>, count: Int) -> UInt64 {
    do throws(PredicateIssue) {
      return try run.match(elements, count: count)[0]
    } catch {
      // `total()` admits only queries that never throw.
      return 0
    }
  }

  /// Whether it holds of an element.
  @inlinable
  static func holds(_ run: QueryRun, _ element: Element) -> Bool {
    withUnsafePointer(to: element) { matches(run, $0, count: 1) } != 0
  }
}

extension BoundQuery {
  /// The query as one that cannot fail.
  func total() throws(PredicateIssue) -> TotalQuery<Element> {
    guard plan.isTotal else {
      throw PredicateIssue.error(
        "lazy-query", nil, "a lazy view cannot report an element that fails, which this predicate may",
        hint: "filter without lazy", kind: .unsupported)
    }
    return TotalQuery(withoutLimits())
  }
}

/// The elements of a base that match a query, found on demand; see ``Swift/LazySequenceProtocol/filter(_:)``.
///
/// Contiguous elements are tested up to 64 at a time. Other elements may be made only when they are reached, so they are tested one by one.
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
    /// The iterator of a base whose elements are not contiguous.
    @usableFromInline var others: Base.Iterator?
    @usableFromInline let run: QueryRun
    /// The place of the element that the lowest bit is about.
    @usableFromInline var first = 0
    /// The place of the first element that was not tested.
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

    /// The next element that matches.
    @inlinable
    public mutating func next() -> Base.Element? {
      if others != nil { return nextOfOthers() }
      guard let place = nextPlace() else { return nil }
      return base.withContiguousStorageIfAvailable { $0[place] }
    }

    /// The place of the next match among contiguous elements.
    @inlinable
    mutating func nextPlace() -> Int? {
      while bits == 0 {
        guard ask() else { return nil }
      }
      let place = first &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      return place
    }

    /// Tests the next elements; false at the end.
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

  /// Whether the elements of a base are contiguous in memory.
  @inlinable
  static func isContiguous(_ base: Base) -> Bool { base.withContiguousStorageIfAvailable { _ in true } ?? false }

  /// Begins anew, with another moment for `now()`.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(base, query.start()) }

  /// Nothing is known without looking.
  public var underestimatedCount: Int { 0 }
}

extension LazyQuerySequence: Sendable where Base: Sendable {}

/// A view of a collection is a collection, with the base's indexes.
extension LazyQuerySequence: LazyCollectionProtocol, Collection where Base: Collection {
  /// The base's.
  public typealias Index = Base.Index

  /// The first match, which is looked for anew each time.
  @inlinable
  public var startIndex: Index { match(from: base.startIndex) }

  /// Behind the last element of the base.
  public var endIndex: Index { base.endIndex }

  /// The element at an index of a match.
  @inlinable
  public subscript(position: Index) -> Base.Element { base[position] }

  /// The next match.
  ///
  /// - Complexity: linear in the elements between the two. Iterating tests many elements at a time, and is faster.
  @inlinable
  public func index(after index: Index) -> Index { match(from: base.index(after: index)) }

  /// Moves an index to the next match.
  @inlinable
  public func formIndex(after index: inout Index) { index = self.index(after: index) }

  /// The number of matches.
  ///
  /// - Complexity: linear in the elements of the base.
  @inlinable
  public var count: Int {
    var iterator = makeIterator()
    var count = 0
    if iterator.others != nil {
      while iterator.nextOfOthers() != nil { count &+= 1 }
    } else {
      while iterator.ask() { count &+= iterator.bits.nonzeroBitCount }
    }
    return count
  }

  /// Found by iterating once: counting first would test each element twice.
  @inlinable
  public func _copyToContiguousArray() -> ContiguousArray<Base.Element> {
    var result: ContiguousArray<Base.Element> = []
    var iterator = makeIterator()
    while let element = iterator.next() { result.append(element) }
    return result
  }

  /// The first match that is not before an index of the base.
  @inlinable
  func match(from index: Index) -> Index {
    let run = query.take()
    defer { query.give(run) }
    if Self.isContiguous(base) {
      var iterator = Iterator(base, run, from: base.distance(from: base.startIndex, to: index))
      guard let place = iterator.nextPlace() else { return base.endIndex }
      return base.index(base.startIndex, offsetBy: place)
    }
    var index = index
    while index != base.endIndex, !TotalQuery.holds(run, base[index]) { base.formIndex(after: &index) }
    return index
  }
}

extension LazyQuerySequence: BidirectionalCollection where Base: BidirectionalCollection {
  /// The previous match. Backwards, elements are tested one by one.
  public func index(before index: Index) -> Index {
    let run = query.take()
    defer { query.give(run) }
    var index = index
    repeat {
      base.formIndex(before: &index)
    } while !TotalQuery.holds(run, base[index])
    return index
  }
}
