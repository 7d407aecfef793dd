import PredicateMemory

/// Whether a collection passes a question that reads its storage, which is prefetched.
struct StorageTest: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let question: AddressTest
  private let prefetches = ArrayMemory.isTrusted

  init(offset: Int, question: @escaping AddressTest) {
    self.offset = offset
    self.question = question
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { question(row + offset) }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { if prefetches { ArrayMemory.prefetch(row + offset) } }
}
