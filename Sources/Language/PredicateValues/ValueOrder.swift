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
