/// A test of the instance that a row refers to; false where there is none.
struct ReferenceTest<Inner: RowTest>: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  let inner: Inner

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let instance = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return false }
    return inner.passes(instance)
  }
}

/// Makes the loops for a test of the instance that a row refers to.
struct ReferenceMaker: RowTestVisitor {
  let offset: Int

  @inline(__always)
  func visit(_ test: some RowTest) -> RowFilter { RowFilter(ReferenceTest(offset: offset, inner: test)) }
}
