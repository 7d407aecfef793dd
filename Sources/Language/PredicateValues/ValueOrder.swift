/// The order of one value and another.
public enum ValueOrder: Sendable {
  /// The value is before the other.
  case less
  /// The two are equal.
  case equal
  /// The value is after the other.
  case greater

  /// The order when the two values are exchanged.
  @inlinable public var reversed: ValueOrder {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }

  /// The order of two values of a comparable type.
  @inlinable
  public init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .equal : .greater
  }
}

/// Search by halves.
package enum BinarySearch {
  /// The first of `count` positions that is not before the place that is searched; `count` if all are before it.
  ///
  /// - Parameter isBefore: Whether a position is before the place. Such positions come first.
  @inlinable
  @inline(__always)
  package static func place(in count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) >> 1
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
