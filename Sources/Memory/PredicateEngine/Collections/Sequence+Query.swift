import PredicateBinding

/// Filtering and counting by a bound query.
extension Sequence {
  /// The elements that match the query, in their order: `try movies.filter(query)`.
  ///
  /// Elements that are not contiguous in memory (a set, a lazy view) are copied chunk by chunk.
  ///
  /// - Throws: Issues of kind `limit` or `domain`; over dynamic values also of kind `type` or `unknown-key`.
  /// - Complexity: linear in the number of elements.
  @inlinable
  @_disfavoredOverload
  public func filter(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Element] {
    var result: [Element] = []
    let total = underestimatedCount
    try query.forEachChunk(of: self) { elements, mask, count, position in
      query.append(elements, mask, count, to: &result, done: position &+ count, total: total)
      return true
    }
    return result
  }
}

extension BoundQuery {
  @usableFromInline
  func start() -> QueryRun { QueryRun(plan) }

  /// Calls `body` with each chunk of the elements until it returns false. The arguments are the first element of the chunk, the bits of the matches,
  /// the number of elements, and the position of the first element in the sequence.
  ///
  /// Contiguous elements are read in place. Other elements are copied chunk by chunk.
  ///
  /// - Parameter stopsAtFirst: Whether only the first match matters. Chunks are then small, and issues of elements after the match are ignored.
  @inlinable
  @inline(__always)
  func forEachChunk<Elements: Sequence<Element>>(
    of elements: Elements, stopsAtFirst: Bool = false,
    _ body: (UnsafePointer<Element>, MaskWords, Int, Int) -> Bool
  ) throws(PredicateIssue) {
    let run = start()
    let size = stopsAtFirst ? min(64, run.chunkSize) : run.chunkSize
    let done = elements.withContiguousStorageIfAvailable { buffer -> Result<Void, PredicateIssue> in
      Result { () throws(PredicateIssue) in
        _ = try Self.forEachChunk(of: buffer, run, size, stopsAtFirst, from: 0, body)
      }
    }
    if let done { return try done.get() }
    var chunk: ContiguousArray<Element> = []
    chunk.reserveCapacity(size)
    var position = 0
    func ask() throws(PredicateIssue) -> Bool {
      try chunk.withUnsafeBufferPointer { (buffer) throws(PredicateIssue) in
        try Self.forEachChunk(of: buffer, run, size, stopsAtFirst, from: position, body)
      }
    }
    for element in elements {
      chunk.append(element)
      if chunk.count < size { continue }
      guard try ask() else { return }
      position += chunk.count
      chunk.removeAll(keepingCapacity: true)
    }
    _ = try ask()
  }

  /// Calls `body` with chunks of contiguous elements. `position` is the position of the first element. Returns false if `body` returned false.
  @inlinable
  @inline(__always)
  static func forEachChunk(
    of buffer: UnsafeBufferPointer<Element>, _ run: QueryRun, _ size: Int, _ stopsAtFirst: Bool, from position: Int,
    _ body: (UnsafePointer<Element>, MaskWords, Int, Int) -> Bool
  ) throws(PredicateIssue) -> Bool {
    guard let base = buffer.baseAddress else { return true }
    var done = 0
    while done < buffer.count {
      let count = min(size, buffer.count - done)
      let first = base + done
      let mask = try run.match(first, count: count, at: position + done, stopsAtFirst: stopsAtFirst)
      if !body(first, mask, count, position + done) { return false }
      done += count
    }
    return true
  }
}

extension BoundQuery {
  /// Appends the matches in a chunk. `done` is the number of elements up to the end of the chunk, out of `total`.
  @inlinable
  @inline(__always)
  func append(
    _ elements: UnsafePointer<Element>, _ mask: MaskWords, _ count: Int, to result: inout [Element], done: Int,
    total: Int
  ) {
    let matches = mask.matches(count)
    if matches == 0 { return }
    let needed = result.count &+ matches
    if needed > result.capacity {
      // Room is reserved for the expected number of matches, estimated by their share so far. It is limited to 16 times the matches, and to 128 times
      // after 8,192 elements.
      let expected = Int(min(Double(needed) / Double(max(done, 1)) * Double(total) * 1.02, 0x1p62))
      result.reserveCapacity(max(needed, 2 &* result.capacity, min(expected, (done < 8192 ? 16 : 128) &* needed)))
    }
    for word in 0..<RowMask.words(for: count) {
      let first = elements + word &* 64
      if mask[word] == ~0 {
        result.append(contentsOf: UnsafeBufferPointer(start: first, count: 64))
      } else {
        mask[word].forEachSetBit { result.append(first[$0]) }
      }
    }
  }
}

extension Sequence {
  /// The number of elements that match the query. Throws the same issues as ``filter(_:)-(BoundQuery<Element>)``.
  @_disfavoredOverload
  public func count(where query: BoundQuery<Element>) throws(PredicateIssue) -> Int {
    var matches = 0
    try query.forEachChunk(of: self) { _, mask, count, _ in
      matches &+= mask.matches(count)
      return true
    }
    return matches
  }

  /// The first elements that match, at most `most`. Less than one chunk of elements is read after the last of them.
  package func filter(_ query: BoundQuery<Element>, upTo most: Int) throws(PredicateIssue) -> [Element] {
    if most == .max { return try filter(query) }
    var result: [Element] = []
    if most <= 0 { return result }
    try query.forEachChunk(of: self) { elements, mask, count, _ in
      mask.forEachRow(count) { if result.count < most { result.append(elements[$0]) } }
      return result.count < most
    }
    return result
  }

  /// The first element that matches the query, or nil: `try movies.first(where: query)`.
  ///
  /// The query reads up to 63 elements after the match. Issues of these elements are not thrown.
  ///
  /// - Throws: The issue of the first element whose evaluation fails, if no element before it matches.
  @inlinable
  @_disfavoredOverload
  public func first(where query: BoundQuery<Element>) throws(PredicateIssue) -> Element? {
    var found: Element?
    try query.forEachChunk(of: self, stopsAtFirst: true) { elements, mask, _, _ in
      if mask[0] == 0 { return true }
      found = elements[mask[0].trailingZeroBitCount]
      return false
    }
    return found
  }

  /// Whether the query holds for some element. Reads no more elements than ``first(where:)-(BoundQuery<Element>)``.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func contains(where query: BoundQuery<Element>) throws(PredicateIssue) -> Bool {
    try first(where: query) != nil
  }

  /// Whether every element matches the query: `try movies.allSatisfy(query)`. After the first element that does not match, at most one chunk of 2,048
  /// elements is read.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func allSatisfy(_ query: BoundQuery<Element>) throws(PredicateIssue) -> Bool {
    var holds = true
    try query.forEachChunk(of: self) { _, mask, count, _ in
      holds = mask.matches(count) == count
      return holds
    }
    return holds
  }
}

extension Collection {
  /// The position of the first element that matches the query, or nil. Reads no more than ``first(where:)-(BoundQuery<Element>)``.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func firstIndex(where query: BoundQuery<Element>) throws(PredicateIssue) -> Index? {
    var found: Int?
    try query.forEachChunk(of: self, stopsAtFirst: true) { _, mask, _, first in
      if mask[0] == 0 { return true }
      found = first &+ mask[0].trailingZeroBitCount
      return false
    }
    return found.map { index(startIndex, offsetBy: $0) }
  }

  /// The positions of the elements that match the query, ascending: `try movies.filterIndices(query)`.
  /// Costs less than `filter` if the elements are large, because no element is copied.
  /// Costs less than the elements themselves if these are large: nothing is copied.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @inlinable
  public func filterIndices(_ query: BoundQuery<Element>) throws(PredicateIssue) -> [Index] {
    var result: [Index] = []
    var index = startIndex
    var position = 0
    try query.forEachChunk(of: self) { _, mask, count, first in
      mask.forEachSetBit(count) { match in
        // The matches are in ascending order, so the index only moves forward.
        formIndex(&index, offsetBy: first &+ match &- position)
        position = first &+ match
        result.append(index)
      }
      return true
    }
    return result
  }
}

extension BidirectionalCollection {
  /// The last element that matches the query, or nil: `try movies.last(where: query)`. Elements are read from the end.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func last(where query: BoundQuery<Element>) throws(PredicateIssue) -> Element? {
    try reversed().first(where: query)
  }

  /// The position of the last element that matches the query, or nil: `try movies.lastIndex(where: query)`.
  ///
  /// - Throws: The issue of the first element whose evaluation fails.
  @_disfavoredOverload
  public func lastIndex(where query: BoundQuery<Element>) throws(PredicateIssue) -> Index? {
    try reversed().firstIndex(where: query).map { index(before: $0.base) }
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements that match the query: `try movies.removeAll(where: query)`. If the call throws, nothing is removed.
  ///
  /// - Complexity: linear in the number of elements.
  @_disfavoredOverload
  public mutating func removeAll(where query: BoundQuery<Element>) throws(PredicateIssue) {
    let matches = try filterIndices(query)
    if matches.isEmpty { return }
    var kept = Self()
    var next = startIndex
    for match in matches {
      kept.append(contentsOf: self[next..<match])
      next = index(after: match)
    }
    kept.append(contentsOf: self[next...])
    self = kept
  }
}
