import PredicateMemory

/// The numbers of elements of a column of arrays.
enum ArrayCounts: MeasuredColumn {
  @inline(__always)
  static func prefetch(_ value: UnsafeRawPointer) { ArrayMemory.prefetchCount(value) }

  @inline(__always)
  static func measure(_ value: UnsafeRawPointer) -> Int? { ArrayMemory.count(value) }
}
