import PredicateMemory

/// What an instruction does that depends on types: a class with constants, so that a call counts no references.
///
/// Its functions are closures. Methods of a generic class are compiled once for all types, a closure is compiled for the type that it was made for.
///
/// Unchecked, because a class with subclasses cannot be checked: several threads read its constants.
class RowOperand: @unchecked Sendable {}

/// A leaf test, compiled for its matcher. Unchecked as every operand: threads only read it.
final class TestOperand: RowOperand, @unchecked Sendable {
  /// Whether the row at an address passes.
  let passes: AddressMatcher
  /// Whether the test has an answer for one of several elements: the first, their number, and the bytes from one to the next.
  let isAny: @Sendable (_ answer: Bool, UnsafeRawPointer, _ count: Int, _ stride: Int) -> Bool

  @inline(__always)
  init(_ matcher: some RowMatcher) {
    passes = { matcher.passes($0) }
    isAny = { answer, first, count, stride in
      var element = first
      let end = first + count &* stride
      if answer {
        while element != end {
          if matcher.passes(element) { return true }
          element += stride
        }
      } else {
        while element != end {
          if !matcher.passes(element) { return true }
          element += stride
        }
      }
      return false
    }
  }
}
