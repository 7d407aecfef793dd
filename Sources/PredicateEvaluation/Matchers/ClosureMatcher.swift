import PredicateMemory

/// Whether a value passes a matcher that was made for its type and a constant. It reads nothing but the row's own bytes, unless
/// it says otherwise.
struct ClosureMatcher: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  let matches: AddressMatcher

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { matches(row + offset) }
}
