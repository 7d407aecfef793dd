import PredicateMemory

/// Whether a collection, whose count lies where an array has it, has so many elements.
struct ElementCountMatcher: RowMatcher {
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let low: Int
  /// From the low end to the high end, so that one comparison tells: few instructions, for many rows to be waited for at once.
  let span: UInt

  init(offset: Int, low: Int, high: Int) {
    self.offset = offset
    self.low = max(low, 0)
    span = high < self.low ? 0 : UInt(high - self.low)
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    passes(ArrayMemory.count(inStorage: row.load(fromByteOffset: offset, as: UnsafeRawPointer.self)))
  }

  /// Whether a number of elements is one of those.
  @inline(__always)
  func passes(_ count: Int) -> Bool { UInt(bitPattern: count &- low) <= span }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}

extension RowFilter {
  /// Whether the collection that a row has at an offset has so many elements; nil where no number is so many.
  init?(countAt offset: Int, isOptional: Bool, low: Int, high: Int) {
    if high < max(low, 0) { return nil }
    let matcher = ElementCountMatcher(offset: offset, low: low, high: high)
    if isOptional {
      self.init(OptionalElementCountMatcher(offset: offset, inner: matcher))
    } else {
      self.init(matcher)
    }
  }
}
