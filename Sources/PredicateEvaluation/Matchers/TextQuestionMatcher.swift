import PredicateMemory

/// Whether a string passes a question that is asked of its bytes, out of line.
struct TextQuestionMatcher: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let question: TextQuestion

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(row + offset) {
      return question.passes(UnsafeBufferPointer(start: text.base, count: text.count))
    }
    return StringMemory.needsPublicWay(row + offset) && question.passes(StringMemory.string(row + offset))
  }
}
