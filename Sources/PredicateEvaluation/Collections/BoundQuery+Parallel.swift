import PredicateValues

extension BoundQuery where Element: Sendable {
  /// The same query, to be run on all cores at once where the elements lie behind one another in memory.
  ///
  /// `filter`, `filterIndices` and `count(where:)` give the same answers in the same order. Worth it from some ten thousand elements.
  public var parallel: BoundQuery {
    var query = self
    query.isParallel = true
    return query
  }
}

extension BoundQuery {
  /// The rows of a buffer, which several threads may look at: only a query over `Sendable` elements becomes parallel.
  @usableFromInline
  struct SharedRows: @unchecked Sendable {
    @usableFromInline let buffer: UnsafeBufferPointer<Element>

    @inlinable
    init(_ buffer: UnsafeBufferPointer<Element>) { self.buffer = buffer }
  }

  /// What a block gave: it crosses to the calling thread once, when the block is done.
  @usableFromInline
  struct BlockResult<Value>: @unchecked Sendable {
    @usableFromInline let result: Result<Value, PredicateIssue>

    @inlinable
    init(_ result: Result<Value, PredicateIssue>) { self.result = result }
  }

  /// What is made of each block of a buffer: `add` is called with the elements of a chunk, its mask, its count and its position.
  @inlinable
  @inline(__always)
  func mapBlocks<Value>(
    of buffer: UnsafeBufferPointer<Element>, _ empty: @escaping @Sendable () -> Value,
    add: @escaping @Sendable (inout Value, UnsafePointer<Element>, MaskWords, Int, Int) -> Void
  ) throws(PredicateIssue) -> [Value] {
    let rows = SharedRows(buffer)
    let size = RowMask.chunkSize(stride: MemoryLayout<Element>.stride)
    let query = self
    let parts = ParallelBlocks.map(buffer.count) { range in
      BlockResult(
        Result { () throws(PredicateIssue) in
          var value = empty()
          let block = UnsafeBufferPointer(rebasing: rows.buffer[range])
          try Self.forEachChunk(of: block, query.start(), size) { elements, mask, count, position in
            add(&value, elements, mask, count, range.lowerBound + position)
            return true
          }
          return value
        })
    }
    var values: [Value] = []
    for part in parts { values.append(try part.result.get()) }
    return values
  }
}

extension BoundQuery {
  @inlinable
  func filterInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<[Element], PredicateIssue> {
    Result { () throws(PredicateIssue) in
      let parts = try mapBlocks(of: buffer) {
        [Element]()
      } add: { result, elements, mask, count, _ in
        mask.forEachMatch(count) { result.append(elements[$0]) }
      }
      return Array(parts.joined())
    }
  }

  @usableFromInline
  func positionsInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<[Int], PredicateIssue> {
    Result { () throws(PredicateIssue) in
      let parts = try mapBlocks(of: buffer) {
        [Int]()
      } add: { result, _, mask, count, first in
        mask.forEachMatch(count) { result.append(first &+ $0) }
      }
      return Array(parts.joined())
    }
  }

  func countInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<Int, PredicateIssue> {
    Result { () throws(PredicateIssue) in
      try mapBlocks(of: buffer) {
        0
      } add: { result, _, mask, count, _ in
        result &+= mask.matches(count)
      }.reduce(0, +)
    }
  }
}
