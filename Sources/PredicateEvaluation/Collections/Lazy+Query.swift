import PredicateBinding
import PredicateValues

extension LazySequenceProtocol {
  /// A view of the elements of which the query holds: each is looked at when it is asked for.
  ///
  /// A view has no way to report that an element failed, so it takes only queries that cannot fail: over structs, classes and values,
  /// without MATCHES.
  ///
  /// - Throws: kind `unsupported` for a query that could fail while it runs.
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> LazyFilterSequence<Elements> {
    let query = try query.total()
    return filter { query.holds($0) }
  }

  /// Reads and binds a format; a view of the elements of which it holds.
  public func filter(
    _ format: String, _ arguments: any QueryArgumentConvertible...
  ) throws(PredicateIssue) -> LazyFilterSequence<Elements> {
    try filter(BoundQuery(format: format, arguments))
  }
}

/// A query that cannot fail while it runs.
struct TotalQuery<Element>: Sendable {
  private let query: BoundQuery<Element>

  fileprivate init(_ query: BoundQuery<Element>) { self.query = query }

  func holds(_ element: Element) -> Bool {
    do throws(PredicateIssue) {
      return try query.matches(element)
    } catch {
      // Only what `total()` lets through comes here, and nothing in it throws.
      return false
    }
  }
}

extension BoundQuery {
  /// The query as one that cannot fail.
  func total() throws(PredicateIssue) -> TotalQuery<Element> {
    guard plan.bound.condition.isTotal else {
      throw PredicateIssue(
        kind: .unsupported, code: "lazy-query",
        message: "a lazy view cannot report an element that fails, which this predicate may",
        hint: "filter without lazy")
    }
    return TotalQuery(self)
  }
}
