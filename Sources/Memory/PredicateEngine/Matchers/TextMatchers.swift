import PredicateMemory
import PredicateValues

/// A matcher for strings that prefetches the bytes of a large string.
protocol PrefetchedTextMatcher: RowMatcher {
  /// The distance in bytes from the row to the string.
  var offset: Int { get }
}

extension PrefetchedTextMatcher {
  static var readsIndirectly: Bool { true }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }
}

struct TextEqualMatcher: RowMatcher {
  let offset: Int
  private let first: UInt64
  private let second: UInt64
  private let constant: TextConstant

  init(offset: Int, _ bytes: [UInt8]) {
    self.offset = offset
    constant = TextConstant(bytes)
    (first, second) = constant.words
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (a, b) = StringMemory.words(row + offset)
    // A large constant never equals a small string: its `first` and `second` are words that no string has.
    if StringMemory.isSmall(b) { return (a ^ first) | (b ^ second) == 0 }
    return passesLarge(row + offset)
  }

  @inline(never)
  private func passesLarge(_ string: UnsafeRawPointer) -> Bool {
    StringMemory.read(string) { StringSearch.equals($0, constant.bytes) } ?? false
  }
}

/// The end of a string at which a pattern is.
protocol TextEnd: SendableMetatype {
  static var isFirst: Bool { get }
}

enum TextStart: TextEnd {
  @inline(__always)
  static var isFirst: Bool { true }
}

enum TextTail: TextEnd {
  @inline(__always)
  static var isFirst: Bool { false }
}

/// Tests whether a string has a constant of one to eight ASCII bytes, none of which is 0, at an end.
struct TextEndMatcher<End: TextEnd>: PrefetchedTextMatcher {
  let offset: Int
  private let pattern: FoldingPattern
  private let count: Int
  /// The bytes of the pattern, at the low end of the word for a prefix, and at its high end for a suffix.
  private let word: UInt64
  private let bits: UInt64
  private let caseBits: UInt64
  private let folds: Bool
  /// The high bits of the bytes that decide the answer for a prefix, including the byte after the pattern; 0 without folding.
  private let beyondASCII: UInt64
  /// Whether the byte after the pattern decides the answer but is not among the first eight bytes.
  private let isWhole: Bool

  init(offset: Int, _ pattern: FoldingPattern) {
    self.offset = offset
    self.pattern = pattern
    count = pattern.constant.count
    word = pattern.constant.word(at: End.isFirst ? 0 : count - 8)
    let others = UInt64(64 - 8 * count)
    bits = End.isFirst ? ~0 >> others : ~0 << others
    caseBits = pattern.caseBits(of: word)
    folds = pattern.folds
    beyondASCII = folds ? (bits &<< 8 | 0xFF) & 0x8080_8080_8080_8080 : 0
    isWhole = folds && count == 8
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    if StringMemory.isSmall(second) {
      let found = End.isFirst ? first : StringMemory.smallTail(first, second)
      let length = StringMemory.smallCount(second)
      if !folds || StringMemory.isSmallASCII(second) { return isSame(found, length) }
      let text = TextBytes(base: (row + offset).assumingMemoryBound(to: UInt8.self), count: length, isASCII: false)
      return passesBeyondASCII(text, found)
    }
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    // Large strings of fewer than eight bytes are rare, so they are folded as a whole.
    if text.count < 8 { return pattern.foldedAnswer(text) }
    let found = UnsafeRawPointer(text.base)
      .loadUnaligned(fromByteOffset: End.isFirst ? 0 : text.count &- 8, as: UInt64.self)
    return text.isASCII || !folds ? isSame(found, text.count) : passesBeyondASCII(text, found)
  }

  /// For the beginnings of strings, first the addresses are computed, then the bytes are read, then they are compared. The loops are short, so that the processor waits for the
  /// memory of many rows together.
  @inline(__always)
  func word(_ rows: Int, _ row: (Int) -> UnsafeRawPointer) -> UInt64 {
    if !End.isFirst { return RowMask.word(rows) { passes(row($0)) } }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { heads in
      guard let heads = heads.baseAddress else { return 0 }
      var foreign: UInt64 = 0
      for position in 0..<rows {
        let string = row(position) + offset
        let (first, second) = StringMemory.words(string)
        let shape = StringMemory.Shape(first, second)
        heads[position] = shape.base(string)
        foreign |= shape.foreignBit
      }
      for position in 0..<rows { heads[position] = StringMemory.eightBytes(at: heads[position]) }
      var beyond: UInt64 = 0
      let same = RowMask.word(rows) { position in
        let (first, second) = StringMemory.words(row(position) + offset)
        beyond |= heads[position] & beyondASCII
        return isSame(heads[position], Int(truncatingIfNeeded: StringMemory.Shape(first, second).count))
      }
      // Rarely, the first bytes do not decide the answer for some strings. Then the rows are tested one by one.
      return foreign | beyond == 0 && !isWhole ? same : RowMask.word(rows) { passes(row($0)) }
    }
  }

  /// Whether eight bytes have the pattern and the string is long enough, without a jump. In the last bytes of a shorter string, a byte of the pattern
  /// is compared with 0 and differs.
  @inline(__always)
  private func isSame(_ found: UInt64, _ length: Int) -> Bool {
    ((found | caseBits) & bits == word ? 1 : 0) & (!End.isFirst || length >= count ? 1 : 0) != 0
  }

  /// Whether a string with bytes beyond ASCII passes. Folding changes ASCII bytes only if marks follow them. So an end in ASCII decides the answer,
  /// unless a byte beyond ASCII follows it.
  @inline(__always)
  private func passesBeyondASCII(_ text: TextBytes, _ found: UInt64) -> Bool {
    if text.count < count || found & bits & 0x8080_8080_8080_8080 != 0 { return pattern.foldedAnswer(text) }
    if (found | caseBits) & bits != word { return false }
    return !End.isFirst || text.count == count || text.base[count] < 0x80 || pattern.foldedAnswer(text)
  }
}

/// Tests whether a string contains a constant of ASCII bytes.
struct TextSearchMatcher: PrefetchedTextMatcher {
  let offset: Int
  private let pattern: FoldingPattern
  private let search: ASCIISearch
  private let folds: Bool

  init?(offset: Int, _ pattern: FoldingPattern) {
    guard let search = ASCIISearch(pattern.constant.bytes, foldsCase: pattern.matcher.folding.foldsCase) else {
      return nil
    }
    self.offset = offset
    self.pattern = pattern
    self.search = search
    folds = pattern.folds
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    if folds && !text.isASCII { return pattern.foldedAnswer(text) }
    let bytes = UnsafeBufferPointer(start: text.base, count: text.count)
    // In a small string sixteen bytes are readable.
    let isSmall = UnsafeRawPointer(text.base) == row + offset
    return isSmall ? search.occurs(inSixteen: bytes) : search.place(in: bytes) != nil
  }
}

/// Tests whether a string is in a list of constants.
struct TextListMatcher: RowMatcher {
  let offset: Int
  let constants: TextList

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    // A short string may be stored as a large one, for example after it became shorter.
    return StringMemory.isSmall(second)
      ? constants.small.contains(WordPair(first: first, second: second)) : constants.containsLarge(row + offset)
  }
}

/// Tests the bytes of a string by a question, which is not inlined.
struct TextQuestionMatcher: PrefetchedTextMatcher {
  let offset: Int
  let question: TextQuestion

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    StringMemory.read(row + offset, question.passes) ?? false
  }
}
