import PredicateMemory

/// Whether a decimal is there: no nil, and no NaN.
struct DecimalPresentMatcher: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let absence: (isNil: OptionalMemory.NilPattern, isNaN: OptionalMemory.NilPattern)

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    (absence.isNil.isNil(row + offset) ? 1 : 0) | (absence.isNaN.isNil(row + offset) ? 1 : 0) == 0
  }
}
