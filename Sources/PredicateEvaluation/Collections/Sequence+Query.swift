import PredicateBinding
import PredicateValues

/// Asking a sequence with a query that was bound before.
extension Sequence {
  /// The elements of which the query holds, in their order.
  ///
  /// Elements that do not lie behind one another in memory (a set, a lazy view) are copied a chunk at a time.
  ///
  /// - Throws: `limit` or `domain`; over dynamic values also `type` and `unknown-key`.
  /// - Complexity: linear in the number of elements.
  @inlinable
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Element] {
    var result: [Element] = []
    try query.forEachChunk(of: self) { elements, mask, count, _ in
      for word in 0..<RowMask.words(for: count) {
        var bits = mask[word]
        while bits != 0 {
          result.append(elements[word &* 64 &+ bits.trailingZeroBitCount])
          bits &= bits &- 1
        }
      }
      return true
    }
    return result
  }

  /// How many elements the query holds of; throws as ``filter(_:)-(BoundQuery<Element>)`` does.
  public func count(where query: BoundQuery<Element>) throws(PredicateIssue) -> Int {
    var matches = 0
    try query.forEachChunk(of: self) { _, mask, count, _ in
      for word in 0..<RowMask.words(for: count) { matches &+= mask[word].nonzeroBitCount }
      return true
    }
    return matches
  }

  /// The first element of which the query holds; nil where there is none. Elements further behind it are not looked at: over dynamic
  /// values none, else at most 63.
  @inlinable
  public func first(where query: BoundQuery<Element>) throws(PredicateIssue) -> Element? {
    var found: Element?
    try query.forEachChunk(of: self, atMost: query.sizeOfFirst) { elements, mask, _, _ in
      if mask[0] == 0 { return true }
      found = elements[mask[0].trailingZeroBitCount]
      return false
    }
    return found
  }

  /// Whether the query holds of some element; looks at no more than ``first(where:)-(BoundQuery<Element>)``.
  public func contains(where query: BoundQuery<Element>) throws(PredicateIssue) -> Bool {
    var found = false
    try query.forEachChunk(of: self, atMost: query.sizeOfFirst) { _, mask, _, _ in
      found = mask[0] != 0
      return !found
    }
    return found
  }
}

extension Collection {
  /// The positions of the elements of which the query holds, ascending.
  ///
  /// Cheaper than the elements themselves where these are large: nothing is copied.
  @inlinable
  public func filterIndices(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Index] {
    var result: [Index] = []
    var index = startIndex
    var position = 0
    try query.forEachChunk(of: self) { _, mask, count, first in
      for word in 0..<RowMask.words(for: count) {
        var bits = mask[word]
        while bits != 0 {
          let match = first &+ word &* 64 &+ bits.trailingZeroBitCount
          // Matches ascend, so the index only ever moves forward.
          formIndex(&index, offsetBy: match &- position)
          position = match
          result.append(index)
          bits &= bits &- 1
        }
      }
      return true
    }
    return result
  }
}
