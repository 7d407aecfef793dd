import PredicateValues
import Testing

@testable import PredicateEvaluation

/// Whether values can be read where they lie on this platform: without that everything works, only slower.
@Suite struct DynamicMemoryTests {
  #if os(Linux) && _pointerBitWidth(_64)
    @Test func isTrusted() {
      #expect(MemoryLayout<QueryValue>.size == 17)
      #expect(StringMemory.isTrusted)
      #expect(ArrayMemory.isTrusted)
      #expect(ValueMemory.isTrusted)
      #expect(AnyMemory.isTrusted)
      #expect(DictionaryMemory.isTrusted)
      #expect(DynamicSite.isTrusted)
      #expect(HashableMemory.isTrusted)
    }
  #endif
}
