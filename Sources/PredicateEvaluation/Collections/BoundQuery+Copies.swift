extension BoundQuery {
  /// Prefetches what those elements of up to 64 refer to whose bit is set: copying them counts references there.
  @usableFromInline
  func prefetchReferences(_ elements: UnsafeRawPointer, _ bits: UInt64) {
    single.prefetchReferences(elements, bits)
  }

  /// Calls `body` with the matches among the elements of a chunk, row by row or 64 at a time, after what they refer to was fetched.
  @inlinable
  @inline(__always)
  func forEachRun(
    of elements: UnsafePointer<Element>, _ mask: MaskWords, _ count: Int,
    _ body: (UnsafeBufferPointer<Element>) -> Void
  ) {
    let words = RowMask.words(for: count)
    if words == 0 { return }
    prefetchReferences(elements, mask[0])
    for word in 0..<words {
      if word &+ 1 < words, mask[word &+ 1] != 0 { prefetchReferences(elements + (word &+ 1) &* 64, mask[word &+ 1]) }
      let first = elements + word &* 64
      var bits = mask[word]
      if bits == ~0 {
        body(UnsafeBufferPointer(start: first, count: 64))
        continue
      }
      while bits != 0 {
        body(UnsafeBufferPointer(start: first + bits.trailingZeroBitCount, count: 1))
        bits &= bits &- 1
      }
    }
  }

  /// Appends the matches among the elements of a chunk, which is `done` of `total` elements to its end.
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
      // What the share of matches so far lets expect, the more of it the more elements it was seen in.
      let expected = Int(min(Double(needed) / Double(max(done, 1)) * Double(total) * 1.02, 0x1p62))
      result.reserveCapacity(max(needed, 2 &* result.capacity, min(expected, (done < 8192 ? 16 : 128) &* needed)))
    }
    forEachRun(of: elements, mask, count) { run in
      if run.count == 1 { result.append(run[0]) } else { result.append(contentsOf: run) }
    }
  }
}
