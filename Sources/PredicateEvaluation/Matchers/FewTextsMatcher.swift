import PredicateMemory

/// Whether a string is one of up to four small constants, which the loop keeps at hand.
struct FewTextsMatcher: RowMatcher {
  static var readsAnyRow: Bool { false }
  /// How many constants fit.
  static let capacity = 4
  let offset: Int
  private let firsts: SIMD4<UInt64>
  private let seconds: SIMD4<UInt64>
  private let constants: TextList

  /// Nil where the list has none, too many, or large ones.
  init?(offset: Int, _ constants: TextList) {
    guard (1...Self.capacity).contains(constants.smallCount), !constants.hasLarge else { return nil }
    self.offset = offset
    self.constants = constants
    var firsts = SIMD4<UInt64>()
    var seconds = SIMD4<UInt64>()
    for index in 0..<Self.capacity {
      // The last one stands in all places that are left.
      let word = 2 * min(index, constants.smallCount - 1)
      firsts[index] = constants.words[word]
      seconds[index] = constants.words[word + 1]
    }
    self.firsts = firsts
    self.seconds = seconds
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    // A short string, too, may lie in storage that it once filled.
    if !StringMemory.isSmall(second) { return constants.containsLarge(row + offset) }
    var found: UInt64 = 0
    for index in 0..<Self.capacity {
      found |= ((first ^ firsts[index]) | (second ^ seconds[index])) == 0 ? 1 : 0
    }
    return found != 0
  }
}
