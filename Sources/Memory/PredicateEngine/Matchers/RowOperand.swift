import PredicateMemory

/// The part of an instruction that depends on types. It is a class with constants, so that a call changes no reference counts.
///
/// Its functions are closures: a method of a generic class is compiled once for all types, but a closure is compiled for the type for which it was
/// made.
///
/// Unchecked, because the compiler cannot check a class with subclasses. Several threads only read its constants.
class RowOperand: @unchecked Sendable {}

/// A leaf test, compiled for its matcher. Unchecked like every operand: threads only read it.
final class TestOperand: RowOperand, @unchecked Sendable {
  /// Whether the row at an address passes.
  let passes: AddressMatcher
  /// Whether the test has the given answer for at least one of several elements. The arguments are the first element, the number of elements, and the
  /// distance in bytes from one element to the next.
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
