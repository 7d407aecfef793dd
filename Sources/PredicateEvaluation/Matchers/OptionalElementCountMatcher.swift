import PredicateMemory

/// Whether an optional collection has so many elements; a nil has none of any number.
struct OptionalElementCountMatcher: RowMatcher {
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let inner: ElementCountMatcher

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let isThere = row.load(fromByteOffset: offset, as: UInt.self) != 0
    return (isThere ? 1 : 0) & (inner.passes(ArrayMemory.countOrZero(row + offset)) ? 1 : 0) != 0
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}
