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
      Result { () throws(PredicateIssue) in try Self.forEachChunk(of: buffer, run, size, stopsAtFirst, body) }
    }
    if let done { return try done.get() }
    var chunk: ContiguousArray<Element> = []
    chunk.reserveCapacity(size)
    var position = 0
    for element in elements {
      chunk.append(element)
      if chunk.count < size { continue }
      guard try Self.ask(run, chunk, position, stopsAtFirst, body) else { return }
      position += chunk.count
      chunk.removeAll(keepingCapacity: true)
    }
    _ = try Self.ask(run, chunk, position, stopsAtFirst, body)
  }

  @inlinable
  @inline(__always)
  static func forEachChunk(
    of buffer: UnsafeBufferPointer<Element>, _ run: QueryRun, _ size: Int, _ stopsAtFirst: Bool,
    _ body: (UnsafePointer<Element>, MaskWords, Int, Int) -> Bool
  ) throws(PredicateIssue) {
    guard let base = buffer.baseAddress else { return }
    var position = 0
    while position < buffer.count {
      let count = min(size, buffer.count - position)
      let first = base + position
      if !body(first, try run.match(first, count: count, stopsAtFirst: stopsAtFirst), count, position) { return }
      position += count
    }
  }

  @inlinable
  @inline(__always)
  static func ask(
    _ run: QueryRun, _ chunk: ContiguousArray<Element>, _ position: Int, _ stopsAtFirst: Bool,
    _ body: (UnsafePointer<Element>, MaskWords, Int, Int) -> Bool
  ) throws(PredicateIssue) -> Bool {
    let result = chunk.withUnsafeBufferPointer { buffer -> Result<Bool, PredicateIssue> in
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return .success(true) }
      return Result { () throws(PredicateIssue) in
        body(base, try run.match(base, count: buffer.count, stopsAtFirst: stopsAtFirst), buffer.count, position)
      }
    }
    return try result.get()
  }
}
