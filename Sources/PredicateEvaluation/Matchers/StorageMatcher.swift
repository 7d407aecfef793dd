import PredicateMemory

/// Whether a collection passes a matcher that reads its storage, which is prefetched.
struct StorageMatcher: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let matches: AddressMatcher
  private let prefetches = ArrayMemory.isTrusted

  init(offset: Int, matches: @escaping AddressMatcher) {
    self.offset = offset
    self.matches = matches
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { matches(row + offset) }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { if prefetches { ArrayMemory.prefetch(row + offset) } }
}
