import PredicateValues

extension BoundQuery {
  /// A run of the query.
  @usableFromInline
  func start() -> QueryRun { QueryRun(plan) }

  /// Calls `body` with each chunk of the elements: where it lies, the bits of the matches, how many elements it has, and the position
  /// of its first; until it returns false.
  ///
  /// What lies behind one another in memory is looked at there, everything else is copied a chunk at a time.
  ///
  /// - Parameter stopsAtFirst: Whether only the first match matters: chunks are small then, and no element behind it fails.
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

  /// Calls `body` with chunks of elements that lie behind one another, the first of which has a position; false where `body` wants no more.
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
      let mask = try run.match(first, count: count, stopsAtFirst: stopsAtFirst)
      if !body(first, mask, count, position + done) { return false }
      done += count
    }
    return true
  }
}
