/// How one value stands to another.
public enum ValueOrder: Sendable {
  /// The value comes before the other.
  case less
  /// The two are equal.
  case equal
  /// The value comes behind the other.
  case greater

  /// The same pair seen from the other side.
  @inlinable public var reversed: ValueOrder {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }

  /// How two values of a comparable type stand.
  @inlinable
  public init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .equal : .greater
  }
}
