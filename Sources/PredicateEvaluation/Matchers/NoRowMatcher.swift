/// No row.
struct NoRowMatcher: RowMatcher {
  static var readsAnyRow: Bool { true }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { false }
}
