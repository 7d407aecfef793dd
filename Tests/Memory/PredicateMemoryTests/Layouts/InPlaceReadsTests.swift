import PredicateMemory
import Testing

/// In-place reads work on the platforms that they are compiled for, unless they are off.
@Suite struct InPlaceReadsTests {
  #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
    @Test func isTrusted() {
      #expect(FieldTable.isTrusted == InPlaceReads.areOn)
      #expect(StringMemory.isTrusted == InPlaceReads.areOn)
      #expect(ArrayMemory.isTrusted == InPlaceReads.areOn)
    }
  #endif
}
