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
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    // A small string has sixteen readable bytes; a large one is at least as long as a word, but for rare ones.
    let isWide = text.count >= 8 || UnsafeRawPointer(text.base) == row + offset
    if !isWide { return pattern.foldedAnswer(text) }
    let head = UnsafeRawPointer(text.base).loadUnaligned(as: UInt64.self)
    if text.isASCII || !folds { return text.count >= count && (head | caseBits) & bits == word }
    return passesBeyondASCII(text, head)
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
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    let tail: UInt64
    if text.count >= 8 {
      tail = UnsafeRawPointer(text.base).loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
    } else if UnsafeRawPointer(text.base) == row + offset {
      if text.count < count { return text.isASCII || !folds ? false : pattern.foldedAnswer(text) }
      // The bytes moved up, so that the last one is the highest; there is at least one.
      tail = StringMemory.words(row + offset).0 << UInt64(truncatingIfNeeded: 64 &- 8 &* text.count)
    } else {
      return pattern.foldedAnswer(text)
    }
    if (tail | caseBits) & bits == word { return text.count >= count }
    return !text.isASCII && folds && tail & bits & 0x8080_8080_8080_8080 != 0 && pattern.foldedAnswer(text)
  }
}
