import PredicateMemory

/// Whether an optional string is there.
struct TextPresentMatcher: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { StringMemory.words(row + offset).1 != 0 }
}
