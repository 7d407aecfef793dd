import PredicateValues

/// A question about the bytes of a string, and which numbers of bytes it can be answered with yes for.
struct TextQuestion: Sendable {
  /// How many bytes a string has that passes.
  let counts: ClosedRange<Int>
  let passes: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  init(
    counts: ClosedRange<Int> = 0...(.max), _ passes: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    self.counts = counts
    self.passes = passes
  }

  /// Whether a string that is there passes.
  @inline(__always)
  func passes(_ text: String) -> Bool {
    if !counts.contains(text.utf8.count) { return false }
    return text.withBytes(passes)
  }
}
