/// Whether a row is one instance.
struct InstanceMatcher: RowMatcher {
  static var readsAnyRow: Bool { true }
  let address: UInt

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { UInt(bitPattern: row) == address }
}
