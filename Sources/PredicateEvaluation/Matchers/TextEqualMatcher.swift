import PredicateMemory
import PredicateValues

/// Whether a string equals a constant.
struct TextEqualMatcher: RowMatcher {
  static var readsAnyRow: Bool { false }
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
    // A large constant has no words here, and no small string is equal to it.
    if StringMemory.isSmall(b) { return (a ^ first) | (b ^ second) == 0 }
    return passesLarge(row + offset)
  }

  @inline(never)
  private func passesLarge(_ string: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(string) {
      return StringSearch.equals(UnsafeBufferPointer(start: text.base, count: text.count), constant.bytes)
    }
    return StringMemory.needsPublicWay(string)
      && StringMemory.string(string).withBytes { StringSearch.equals($0, constant.bytes) }
  }
}
