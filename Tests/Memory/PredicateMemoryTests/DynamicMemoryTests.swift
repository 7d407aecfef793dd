import PredicateMemory
import PredicateValues
import Testing

/// In-place reads work on the platforms that they are compiled for, unless they are off.
@Suite struct DynamicMemoryTests {
  #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
    @Test func isTrusted() {
      #expect(FieldTable.isTrusted == InPlaceReads.areOn)
      #expect(StringMemory.isTrusted == InPlaceReads.areOn)
      #expect(ArrayMemory.isTrusted == InPlaceReads.areOn)
      #expect(ValueMemory.isTrusted == InPlaceReads.areOn)
      #expect(AnyMemory.isTrusted == InPlaceReads.areOn)
      #expect(DictionaryMemory.isTrusted == InPlaceReads.areOn)
      #expect(SetMemory.isTrusted == InPlaceReads.areOn)
      #expect(HashableMemory.isTrusted == InPlaceReads.areOn)
      #expect((OptionalMemory.nilPattern(of: String.self) != nil) == InPlaceReads.areOn)
      #expect((NameHash("title") != nil) == InPlaceReads.areOn)
      #expect(DynamicValue.areInPlace == InPlaceReads.areOn)
      #expect(MemoryLayout<QueryValue>.size == 17)
    }
  #endif
}
