/// A place in a format string: half-open UTF-8 byte offsets.
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

  /// A range between two UTF-8 byte offsets. Reversed bounds give an empty range at the lower one.
  @inlinable
  public init(_ lowerBound: Int, _ upperBound: Int) {
    let lower = UInt32(clamping: lowerBound)
    self.lowerBound = lower
    self.upperBound = Swift.max(lower, UInt32(clamping: upperBound))
  }

  /// The range of a node that was built in code and stands in no text.
  public static let none = SourceRange(Int(UInt32.max), Int(UInt32.max))

  /// Whether the node stands in no text.
  @inlinable public var isNone: Bool { lowerBound == UInt32.max }

  /// The smallest range that holds both; a missing one is left out.
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
