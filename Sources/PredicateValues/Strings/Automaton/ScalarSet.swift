/// A set of Unicode scalar values: ranges in order, with a gap between any two.
struct ScalarSet: Sendable, Hashable {
  /// The last scalar value.
  static let last: UInt32 = 0x10_FFFF
  /// No scalar.
  static let none = ScalarSet([])
  /// Every scalar.
  static let all = ScalarSet([0...last])

  /// The ranges, in order.
  private(set) var ranges: [ClosedRange<UInt32>]

  /// The union of ranges in any order.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let before = self.ranges.last, range.lowerBound <= before.upperBound + 1 {
        self.ranges[self.ranges.count - 1] = before.lowerBound...max(before.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Whether there is no scalar in the set.
  var isEmpty: Bool { ranges.isEmpty }

  /// The scalars of either.
  func union(_ other: ScalarSet) -> ScalarSet {
    isEmpty ? other : other.isEmpty ? self : ScalarSet(ranges + other.ranges)
  }

  /// The scalars that are not in the set.
  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { result.append(next...Self.last) }
    return ScalarSet(result)
  }

  /// The scalars that are not in another set.
  func subtracting(_ other: ScalarSet) -> ScalarSet {
    isEmpty || other.isEmpty ? self : inverted.union(other).inverted
  }

  /// Whether every scalar of another set is in this one.
  func contains(_ other: ScalarSet) -> Bool { other.subtracting(self).isEmpty }
}
