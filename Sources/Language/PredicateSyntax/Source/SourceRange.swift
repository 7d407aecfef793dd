/// A range of a format, in UTF-8 offsets. The upper bound is excluded.
///
/// Ranges are for people and tools. They take no part in the equality of a tree.
///
/// ```swift
/// let range = SourceRange(4, 8)
/// String(decoding: Array(text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
/// ```
public struct SourceRange: Sendable, Hashable {
  /// The offset of the first byte.
  public let lowerBound: UInt32
  /// The offset after the last byte.
  public let upperBound: UInt32

  /// A range between two UTF-8 offsets. If the bounds are reversed, the range is empty at `lowerBound`.
  @inlinable
  public init(_ lowerBound: Int, _ upperBound: Int) {
    let lower = UInt32(clamping: lowerBound)
    self.lowerBound = lower
    self.upperBound = Swift.max(lower, UInt32(clamping: upperBound))
  }

  /// The range of a node that is not from a text, because it was built in code.
  public static let none = SourceRange(Int(UInt32.max), Int(UInt32.max))

  /// Whether the range is ``none``.
  @inlinable public var isNone: Bool { lowerBound == UInt32.max }

  /// The smallest range that contains both ranges. If one of them is ``none``, the result is the other.
  ///
  /// ```swift
  /// SourceRange(2, 5).union(SourceRange(8, 9))  // SourceRange(2, 9)
  /// ```
  @inlinable
  public func union(_ other: SourceRange) -> SourceRange {
    if isNone { return other }
    if other.isNone { return self }
    return SourceRange(
      Int(Swift.min(lowerBound, other.lowerBound)), Int(Swift.max(upperBound, other.upperBound)))
  }
}

extension Range<Int> {
  /// The first number that meets a condition; the upper bound if there is none. All numbers after the first one must meet the condition too.
  /// Logarithmic.
  package func partitionPoint(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Collection<UInt8> {
  /// The text of a range of these UTF-8 bytes. Nil for ``SourceRange/none``, and if the bytes end before the range does.
  package func text(at range: SourceRange) -> String? {
    guard !range.isNone, Int(range.upperBound) <= count else { return nil }
    let rest = dropFirst(Int(range.lowerBound))
    return String(decoding: rest.prefix(Int(range.upperBound - range.lowerBound)), as: UTF8.self)
  }
}
