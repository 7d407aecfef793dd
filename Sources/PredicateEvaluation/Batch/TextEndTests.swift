import PredicateValues

/// Whether a string begins with a constant of one to eight ASCII bytes.
struct TextPrefixTest: RowTest {
  static var readsAnyRow: Bool { false }
  let offset: Int
  private let pattern: FoldingPattern
  private let count: Int
  private let word: UInt64
  private let bits: UInt64
  private let caseBits: UInt64
  private let folds: Bool

  init(offset: Int, _ pattern: FoldingPattern) {
    self.offset = offset
    self.pattern = pattern
    count = pattern.constant.count
    word = pattern.constant.word(at: 0)
    bits = ~0 >> UInt64(64 - 8 * count)
    caseBits = pattern.caseBits(of: word)
    folds = pattern.folds
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    if StringMemory.isSmall(second) {
      let length = StringMemory.smallCount(second)
      if !folds || StringMemory.isSmallASCII(second) { return isSame(first, length) }
      let text = TextBytes(base: (row + offset).assumingMemoryBound(to: UInt8.self), count: length, isASCII: false)
      return passesBeyondASCII(text, first)
    }
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    // A large string is at least as long as a word, but for rare ones.
    if text.count < 8 { return pattern.foldedAnswer(text) }
    let head = UnsafeRawPointer(text.base).loadUnaligned(as: UInt64.self)
    return text.isASCII || !folds ? isSame(head, text.count) : passesBeyondASCII(text, head)
  }

  /// Whether both the bytes and the length do, without a jump.
  @inline(__always)
  private func isSame(_ head: UInt64, _ length: Int) -> Bool {
    ((head | caseBits) & bits == word ? 1 : 0) & (length >= count ? 1 : 0) != 0
  }

  /// Folding changes ASCII only where marks follow, so an ASCII beginning decides, unless something else stands behind it.
  @inline(__always)
  private func passesBeyondASCII(_ text: TextBytes, _ head: UInt64) -> Bool {
    if text.count < count || head & bits & 0x8080_8080_8080_8080 != 0 { return pattern.foldedAnswer(text) }
    if (head | caseBits) & bits != word { return false }
    return text.count == count || text.base[count] < 0x80 || pattern.foldedAnswer(text)
  }
}

/// Whether a string ends with a constant of one to eight ASCII bytes.
struct TextSuffixTest: RowTest {
  static var readsAnyRow: Bool { false }
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
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    if StringMemory.isSmall(second) {
      let length = StringMemory.smallCount(second)
      // The last eight bytes with the last one highest, zeros where there are fewer; without a jump, since lengths are not to be foretold.
      let shift = UInt64(truncatingIfNeeded: (length & 7) &* 8)
      let low = length < 8 ? 0 : first
      let high = length < 8 ? first : second
      let tail = low &>> shift | (high &<< (63 &- shift)) &<< 1
      let isSame = ((tail | caseBits) & bits == word ? 1 : 0) & (length >= count ? 1 : 0) != 0
      if !folds || StringMemory.isSmallASCII(second) { return isSame }
      if isSame { return true }
      return passesBeyondASCII(
        TextBytes(base: (row + offset).assumingMemoryBound(to: UInt8.self), count: length, isASCII: false), tail)
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
