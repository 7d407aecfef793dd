/// A test of the instance that a row refers to; false where there is none.
struct ReferenceTest<Inner: RowTest>: RowTest {
  static var readsAnyRow: Bool { false }
  let offset: Int
  let inner: Inner

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let instance = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return false }
    return inner.passes(instance)
  }

  /// First which rows refer to something, then what that is: whether a row does is not to be foretold.
  @inline(__always)
  func word(_ count: Int, _ row: (Int) -> UnsafeRawPointer) -> UInt64 {
    var present = RowMask.word(count) { row($0).load(fromByteOffset: offset, as: UInt.self) != 0 }
    var passed: UInt64 = 0
    while present != 0 {
      let position = present.trailingZeroBitCount
      let holds = passes(row(position))
      passed |= UInt64(unsafeBitCast(holds, to: UInt8.self)) &<< UInt64(truncatingIfNeeded: position)
      present &= present &- 1
    }
    return passed
  }
}

/// Makes the loops for a test of the instance that a row refers to.
struct ReferenceMaker: RowTestVisitor {
  let offset: Int

  @inline(__always)
  func visit(_ test: some RowTest) -> RowFilter { RowFilter(ReferenceTest(offset: offset, inner: test)) }
}
