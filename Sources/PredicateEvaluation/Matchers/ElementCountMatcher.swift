import PredicateMemory

/// Whether a collection has from `low` to `high` elements. Its count lies where an array has it.
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

  /// Whether a count lies between the two ends.
  @inline(__always)
  func passes(_ count: Int) -> Bool { UInt(bitPattern: count &- low) <= span }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}

extension RowFilter {
  /// The rows whose collection at an offset has from `low` to `high` elements; nil where no count lies between the two.
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
