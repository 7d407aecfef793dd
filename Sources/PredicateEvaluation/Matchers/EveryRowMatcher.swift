/// Every row.
struct EveryRowMatcher: RowMatcher {
  static var readsAnyRow: Bool { true }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { true }
}
