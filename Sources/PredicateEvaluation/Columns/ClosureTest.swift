import PredicateMemory

/// Whether a value passes a question that was made for its type and a constant. The question reads nothing but the row's own bytes, unless
/// it says otherwise.
struct ClosureTest: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  let question: AddressTest

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { question(row + offset) }
}
