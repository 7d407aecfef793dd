import PredicateBinding
import PredicateValues

/// Asking a sequence with a query that was bound before.
extension Sequence {
  /// The elements of which the query holds, in their order.
  ///
  /// - Throws: `limit` or `domain`; over dynamic values also `type` and `unknown-key`.
  /// - Complexity: linear in the number of elements.
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Element] {
    var result: [Element] = []
    var run = QueryRun(query)
    try run.forEachMatch(in: self) { _, element in
      result.append(element)
      return true
    }
    return result
  }

  /// How many elements the query holds of; throws as ``filter(_:)-(BoundQuery<Element>)`` does.
  public func count(where query: BoundQuery<Element>) throws(PredicateIssue) -> Int {
    var count = 0
    var run = QueryRun(query)
    try run.forEachMatch(in: self) { _, _ in
      count += 1
      return true
    }
    return count
  }

  /// The first element of which the query holds; nil where there is none. Elements behind it are not looked at.
  public func first(where query: BoundQuery<Element>) throws(PredicateIssue) -> Element? {
    var found: Element?
    var run = QueryRun(query)
    try run.forEachMatch(in: self) { _, element in
      found = element
      return false
    }
    return found
  }

  /// Whether the query holds of some element. Elements behind the first match are not looked at.
  public func contains(where query: BoundQuery<Element>) throws(PredicateIssue) -> Bool {
    try first(where: query) != nil
  }
}

extension Collection {
  /// The positions of the elements of which the query holds, ascending.
  ///
  /// Cheaper than the elements themselves where these are large: nothing is copied.
  public func filterIndices(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Index] {
    var result: [Index] = []
    var run = QueryRun(query)
    var index = startIndex
    var position = 0
    try run.forEachMatch(in: self) { match, _ in
      // Matches ascend, so the index only ever moves forward.
      formIndex(&index, offsetBy: match - position)
      position = match
      result.append(index)
      return true
    }
    return result
  }
}
