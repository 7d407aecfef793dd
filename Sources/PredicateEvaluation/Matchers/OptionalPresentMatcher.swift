import PredicateMemory

/// Whether an optional is there.
struct OptionalPresentMatcher: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let pattern: OptionalMemory.NilPattern

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { !pattern.isNil(row + offset) }
}
