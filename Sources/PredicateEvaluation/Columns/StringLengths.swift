import PredicateMemory

/// The numbers of UTF-16 units of a column of strings.
enum StringLengths: MeasuredColumn {
  @inline(__always)
  static func prefetch(_ value: UnsafeRawPointer) { StringMemory.prefetch(value) }

  @inline(__always)
  static func measure(_ value: UnsafeRawPointer) -> Int? { StringMemory.length(value) }
}
