import PredicateBinding
import PredicateValues

/// What two columns give for a comparison.
protocol PairedValue {
  /// Whether a comparison with another value holds.
  func holds(_ comparison: CoreComparison, _ other: Self) -> Bool
}

extension PairedValue where Self: Equatable {
  /// Only equality is asked of values without an order.
  @inline(__always)
  func holds(_: CoreComparison, _ other: Self) -> Bool { self == other }
}

extension UUIDKey: PairedValue {}

extension UInt: PairedValue {}

extension String: PairedValue {
  func holds(_ comparison: CoreComparison, _ other: String) -> Bool {
    if !comparison.isEquality { return comparison.holds(StringSearch.order(self, other)) }
    return utf8.count == other.utf8.count && hasSameScalars(as: other)
  }
}

extension TextKey: PairedValue {
  @inline(__always)
  func holds(_ comparison: CoreComparison, _ other: TextKey) -> Bool {
    comparison.isEquality ? self == other : comparison.holds(StringSearch.order(bytes, other.bytes))
  }
}
