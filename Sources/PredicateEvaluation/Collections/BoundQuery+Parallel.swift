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
  /// Rows and answers that several threads work on, each with a part of them: only a query over `Sendable` elements becomes parallel.
  @usableFromInline
  struct Shared<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  /// The matches of a buffer, found on all cores.
  @usableFromInline
  func matches(of buffer: UnsafeBufferPointer<Element>, keepsBits: Bool) throws(PredicateIssue) -> ParallelMatches {
    let nothing = UnsafeRawPointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    let base = buffer.baseAddress.map { UnsafeRawPointer($0) } ?? nothing
    return try ParallelMatches.find(plan, base, buffer.count, keepsBits: keepsBits)
  }

  @inlinable
  func filterInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<[Element], PredicateIssue> {
    Result { () throws(PredicateIssue) in
      let found = try matches(of: buffer, keepsBits: true)
      return Array(unsafeUninitializedCapacity: found.total) { result, count in
        let shared = Shared((elements: buffer.baseAddress, result: result.baseAddress))
        found.blocks.forEach { block in
          guard let elements = shared.value.elements, var next = shared.value.result else { return }
          let range = found.blocks[block]
          next += found.offsets[block]
          forEachRun(of: elements + range.lowerBound, found.words + range.lowerBound / 64, range.count) { run in
            guard let first = run.baseAddress else { return }
            next.initialize(from: first, count: run.count)
            next += run.count
          }
        }
        count = found.total
      }
    }
  }

  @usableFromInline
  func positionsInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<[Int], PredicateIssue> {
    Result { () throws(PredicateIssue) in
      let found = try matches(of: buffer, keepsBits: true)
      return Array(unsafeUninitializedCapacity: found.total) { result, count in
        let shared = Shared(result.baseAddress)
        found.blocks.forEach { block in
          guard var next = shared.value else { return }
          let range = found.blocks[block]
          next += found.offsets[block]
          (found.words + range.lowerBound / 64).forEachSetBit(range.count) { position in
            next.initialize(to: range.lowerBound &+ position)
            next += 1
          }
        }
        count = found.total
      }
    }
  }

  func countInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<Int, PredicateIssue> {
    Result { () throws(PredicateIssue) in try matches(of: buffer, keepsBits: false).total }
  }
}
