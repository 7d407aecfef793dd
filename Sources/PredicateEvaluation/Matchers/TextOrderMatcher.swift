import PredicateBinding
import PredicateMemory
import PredicateValues

/// How a string stands to a constant, by the order of their bytes.
///
/// The first eight bytes of both decide most comparisons: as a number with the first byte highest they have that order.
struct TextOrderMatcher: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  private let comparison: CoreComparison
  private let constant: TextConstant
  /// The constant's first eight bytes, zeros where it has fewer.
  private let head: UInt64
  private let holdsOfLess: Bool
  private let holdsOfGreater: Bool

  init(offset: Int, _ comparison: CoreComparison, _ constant: TextConstant) {
    self.offset = offset
    self.comparison = comparison
    self.constant = constant
    head = constant.word(at: 0).byteSwapped
    holdsOfLess = comparison.holds(.less)
    holdsOfGreater = comparison.holds(.greater)
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let string = row + offset
    let (first, second) = StringMemory.words(string)
    if second == 0 { return false }
    let shape = StringMemory.Shape(first, second)
    if shape.elsewhere != 0 { return passesInFull(string) }
    let bytes = StringMemory.eightBytes(at: shape.base(string))
    let missing = shape.count < 8 ? 64 &- 8 &* shape.count : 0
    // Beyond the end of a string may lie anything.
    let found = missing == 64 ? 0 : (bytes.byteSwapped &>> missing) &<< missing
    if found == head { return passesInFull(string) }
    return found < head ? holdsOfLess : holdsOfGreater
  }

  /// The answer where the first bytes are the same: a missing byte and a zero look alike.
  @inline(never)
  private func passesInFull(_ string: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(string) {
      let bytes = UnsafeBufferPointer(start: text.base, count: text.count)
      return comparison.holds(StringSearch.order(bytes, constant.bytes))
    }
    return StringMemory.string(string).withBytes { comparison.holds(StringSearch.order($0, constant.bytes)) }
  }
}
