import PredicateMemory

/// Whether a string is one of a list of constants.
struct TextListMatcher: RowMatcher {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  let offset: Int
  private let constants: TextList

  init(offset: Int, _ constants: TextList) {
    self.offset = offset
    self.constants = constants
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let (first, second) = StringMemory.words(row + offset)
    return StringMemory.isSmall(second)
      ? constants.containsSmall(first, second) : constants.containsLarge(row + offset)
  }
}
