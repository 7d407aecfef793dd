import PredicateMemory
import PredicateValues

/// Whether a string contains a constant of ASCII bytes.
struct TextSearchMatcher: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  private let pattern: FoldingPattern
  private let search: ASCIISearch
  private let folds: Bool

  /// Nil for an empty constant.
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
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    if folds && !text.isASCII { return pattern.foldedAnswer(text) }
    let bytes = UnsafeBufferPointer(start: text.base, count: text.count)
    // A small string has sixteen readable bytes.
    let isSmall = UnsafeRawPointer(text.base) == row + offset
    return isSmall ? search.occurs(inSixteen: bytes) : search.place(in: bytes) != nil
  }
}
