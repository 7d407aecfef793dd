import PredicateValues

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
