import PredicateBinding
import PredicateValues

extension LazySequenceProtocol {
  /// A view of the elements of which the query holds: they are looked at as they are asked for, at most 63 ahead.
  ///
  /// A view has no way to report that an element failed, so it takes only queries that cannot fail: over structs, classes and values,
  /// without MATCHES, functions of the application and values of unknown type. How many elements a predicate may visit for one object
  /// (``PredicateLimits/visitedElements``) does not count here.
  ///
  /// - Throws: kind `unsupported` for a query that could fail while it runs.
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> LazyQuerySequence<Elements> {
    LazyQuerySequence(base: elements, query: try query.total())
  }

  /// Reads and binds a format; a view of the elements of which it holds.
  public func filter(
    _ format: String, _ arguments: any QueryArgumentConvertible..., variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> LazyQuerySequence<Elements> {
    try filter(BoundQuery(format: format, arguments, variables))
  }

  /// Binds a predicate; a view of the elements of which it holds.
  ///
  /// ```swift
  /// let recent = try movies.lazy.filter(QueryPredicate("year > 1990"))
  /// ```
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

  /// A run of the query.
  @usableFromInline
  func start() -> QueryRun { query.start() }

  /// A run for few elements, which is given back: an index is moved by as little as one.
  @usableFromInline
  func take() -> QueryRun {
    let run = query.single.take()
    run.renew()
    return run
  }

  /// Gives a run back.
  @usableFromInline
  func give(_ run: QueryRun) { query.single.give(run) }

  /// The bits of the elements that it holds of: those from a place on, at most 64.
  @usableFromInline
  static func matches(_ run: QueryRun, _ elements: UnsafePointer<Element>, count: Int) -> UInt64 {
    do throws(PredicateIssue) {
      return try run.match(elements, count: count)[0]
    } catch {
      // Only what `total()` lets through comes here, and nothing in it throws.
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
      throw PredicateIssue(
        kind: .unsupported, code: "lazy-query",
        message: "a lazy view cannot report an element that fails, which this predicate may",
        hint: "filter without lazy")
    }
    return TotalQuery(withoutLimits())
  }
}
