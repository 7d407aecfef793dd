import PredicateMemory

/// Whether a string ends with a constant of one to eight ASCII bytes, none of them 0.
struct TextSuffixMatcher: RowMatcher {
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  private let pattern: FoldingPattern
  private let count: Int
  /// The pattern at the high end.
  private let word: UInt64
  private let bits: UInt64
  private let caseBits: UInt64
  private let folds: Bool

  init(offset: Int, _ pattern: FoldingPattern) {
    self.offset = offset
    self.pattern = pattern
    count = pattern.constant.count
    word = pattern.constant.word(at: count - 8)
    bits = ~0 << UInt64(64 - 8 * count)
    caseBits = pattern.caseBits(of: word)
    folds = pattern.folds
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    if StringMemory.isSmall(second) {
      let tail = StringMemory.smallTail(first, second)
      // Where there are fewer bytes than in the pattern, a zero stands beside one of them.
      let isSame = (tail | caseBits) & bits == word
      if !folds || StringMemory.isSmallASCII(second) { return isSame }
      if isSame { return true }
      return passesBeyondASCII(
        TextBytes(
          base: (row + offset).assumingMemoryBound(to: UInt8.self), count: StringMemory.smallCount(second),
          isASCII: false),
        tail)
    }
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    if text.count < 8 { return pattern.foldedAnswer(text) }
    let tail = UnsafeRawPointer(text.base).loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
    if (tail | caseBits) & bits == word { return true }
    return folds && !text.isASCII && passesBeyondASCII(text, tail)
  }

  /// The answer where the bytes as they are do not match: an ASCII ending decides, anything else is folded.
  private func passesBeyondASCII(_ text: TextBytes, _ tail: UInt64) -> Bool {
    if text.count >= count && tail & bits & 0x8080_8080_8080_8080 == 0 { return false }
    return pattern.foldedAnswer(text)
  }
}
