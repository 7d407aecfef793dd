import PredicateMemory
import PredicateValues
import Testing

/// Whether values can be read where they lie: on the platforms that raw reads are compiled for, unless they are off.
@Suite struct DynamicMemoryTests {
  #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
    @Test func isTrusted() {
      #expect(FieldTable.isTrusted == RawReads.areOn)
      #expect(StringMemory.isTrusted == RawReads.areOn)
      #expect(ArrayMemory.isTrusted == RawReads.areOn)
      #expect(ValueMemory.isTrusted == RawReads.areOn)
      #expect(AnyMemory.isTrusted == RawReads.areOn)
      #expect(DictionaryMemory.isTrusted == RawReads.areOn)
      #expect(SetMemory.isTrusted == RawReads.areOn)
      #expect(HashableMemory.isTrusted == RawReads.areOn)
      #expect((OptionalMemory.nilPattern(of: String.self) != nil) == RawReads.areOn)
      #expect((NameHash("title") != nil) == RawReads.areOn)
      #expect(ValueView.areInPlace == RawReads.areOn)
      #expect(MemoryLayout<QueryValue>.size == 17)
    }
  #endif
}
