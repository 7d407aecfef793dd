import PredicateMemory
import PredicateValues

/// A constant that strings are searched for, in whole or at an end, with what folding asks of each byte of it.
///
/// A subject is compared where it lies, byte for byte, with the bit that tells upper from lower case set where the pattern has a letter.
/// Only where bytes beyond ASCII could have a part in the answer is the subject folded first.
///
/// Unchecked: it is only read once it is made, so that several threads may use it.
final class FoldingPattern: @unchecked Sendable {
  let constant: TextConstant
  let matcher: StringMatcher
  /// Whether only ASCII subjects can be answered in place.
  let folds: Bool

  init(_ matcher: StringMatcher) {
    self.matcher = matcher
    constant = TextConstant(matcher.pattern)
    folds = !matcher.folding.isIdentity
  }

  /// 0x20 for each letter of eight bytes of the pattern, where case is folded.
  func caseBits(of word: UInt64) -> UInt64 {
    guard matcher.folding.foldsCase else { return 0 }
    var bits: UInt64 = 0
    for index in 0..<8 {
      let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
      if (0x61...0x7A).contains(byte) { bits |= 0x20 << UInt64(8 * index) }
    }
    return bits
  }

  /// The answer by folding the whole subject.
  @inline(never)
  func foldedAnswer(_ text: TextBytes) -> Bool {
    var scratch: [UInt8] = []
    let subject = UnsafeBufferPointer(start: text.base, count: text.count)
    return matcher.matches(subject, pattern: constant.bytes, scratch: &scratch)
  }

  /// The answer for a string without bytes at a known place: false for nil.
  @inline(never)
  func publicAnswer(_ string: UnsafeRawPointer) -> Bool {
    StringMemory.needsPublicWay(string) && matcher.matches(StringMemory.string(string))
  }
}
