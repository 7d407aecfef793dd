import PredicateMemory
import PredicateValues

/// A constant string at an address that does not change.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class TextConstant: @unchecked Sendable {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// The words of the string where it is small; else (0, 0), which no string has.
  let words: (UInt64, UInt64)
  let isSmall: Bool

  init(_ bytes: [UInt8]) {
    let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 16)
    storage.initialize(repeating: 0, count: bytes.count + 16)
    storage.update(from: bytes, count: bytes.count)
    base = UnsafePointer(storage)
    count = bytes.count
    let words = StringMemory.smallWords(String(decoding: bytes, as: UTF8.self))
    isSmall = words != nil
    self.words = words ?? (0, 0)
  }

  deinit { UnsafeMutablePointer(mutating: base).deallocate() }

  /// The bytes.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Up to eight bytes from an offset, the first lowest, the missing ones 0.
  func word(at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 where offset + index >= 0 && offset + index < count {
      word |= UInt64(base[offset + index]) << UInt64(8 * index)
    }
    return word
  }
}
