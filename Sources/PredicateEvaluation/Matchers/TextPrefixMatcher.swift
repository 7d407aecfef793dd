import PredicateMemory

/// Whether a string begins with a constant of one to eight ASCII bytes.
struct TextPrefixMatcher: RowMatcher {
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  private let pattern: FoldingPattern
  private let count: Int
  private let word: UInt64
  private let bits: UInt64
  private let caseBits: UInt64
  private let folds: Bool
  /// The high bits of the bytes that decide, the one behind the pattern among them; 0 where nothing is folded.
  private let beyondASCII: UInt64
  /// Whether the byte behind the pattern decides, and is not among the eight.
  private let isWhole: Bool

  init(offset: Int, _ pattern: FoldingPattern) {
    self.offset = offset
    self.pattern = pattern
    count = pattern.constant.count
    word = pattern.constant.word(at: 0)
    bits = ~0 >> UInt64(64 - 8 * count)
    caseBits = pattern.caseBits(of: word)
    folds = pattern.folds
    beyondASCII = folds ? (bits &<< 8 | 0xFF) & 0x8080_8080_8080_8080 : 0
    isWhole = folds && count == 8
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

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

  /// First the addresses, then the bytes, then the comparisons: short loops, so that many rows are waited for at once.
  @inline(__always)
  func word(_ rows: Int, _ row: (Int) -> UnsafeRawPointer) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { heads in
      guard let heads = heads.baseAddress else { return 0 }
      var elsewhere: UInt64 = 0
      for position in 0..<rows {
        let string = row(position) + offset
        let (first, second) = StringMemory.words(string)
        let shape = StringMemory.Shape(first, second)
        heads[position] = shape.base(string)
        elsewhere |= shape.elsewhere
      }
      for position in 0..<rows { heads[position] = StringMemory.eightBytes(at: heads[position]) }
      var beyond: UInt64 = 0
      let same = RowMask.word(rows) { position in
        let (first, second) = StringMemory.words(row(position) + offset)
        beyond |= heads[position] & beyondASCII
        return isSame(heads[position], Int(truncatingIfNeeded: StringMemory.Shape(first, second).count))
      }
      // Rare: some of the strings are not decided by their first bytes.
      return elsewhere | beyond == 0 && !isWhole ? same : RowMask.word(rows) { passes(row($0)) }
    }
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
