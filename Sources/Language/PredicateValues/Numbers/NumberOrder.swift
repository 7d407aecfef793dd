/// Compares numbers of different types without rounding: 2^53 + 1 differs from 2^53. Compared with a decimal, a double with a fraction counts as the decimal
/// of its shortest text, so the decimal 9.99 equals the literal 9.99.
///
/// ```swift
/// NumberOrder.compare(Int64(9_007_199_254_740_993), 9_007_199_254_740_992.0)  // .greater, although both round to one double
/// ```
public enum NumberOrder {
  /// Compares a whole number and a double; nil if the double is NaN.
  @inlinable
  public static func compare(_ left: Int64, _ right: Double) -> ValueOrder? {
    guard right < 0x1p63 else { return right.isNaN ? nil : .less }
    guard right >= -0x1p63 else { return .greater }
    let whole = Int64(right)
    if left != whole { return left < whole ? .less : .greater }
    let fraction = right - Double(whole)
    return fraction == 0 ? .equal : fraction > 0 ? .less : .greater
  }

  /// Compares two doubles; nil if one is NaN.
  @inlinable
  public static func compare(_ left: Double, _ right: Double) -> ValueOrder? {
    if left < right { return .less }
    if left > right { return .greater }
    return left == right ? .equal : nil
  }

  /// Compares a decimal and a double; nil if the double is NaN.
  ///
  /// A whole double is compared exactly, any other double by its shortest text. The order is consistent with the exact order of whole numbers and
  /// doubles: the shortest text of a double is nearer to the double than to any other double, and every double from 2^53 on is whole. Rounding to a
  /// double keeps the order. So digits are compared only if both numbers round to the same double.
  public static func compare(_ left: QueryDecimal, _ right: Double) -> ValueOrder? {
    guard let rounded = compare(left.nearestDouble, right) else { return nil }
    if rounded != .equal { return rounded }
    guard let decimal = QueryValue.double(right).decimalForOrder else { return right > 0 ? .less : .greater }
    return left.order(decimal)
  }

  /// Compares two numbers; nil if one is NaN.
  static func compare(_ left: NumberValue, _ right: NumberValue) -> ValueOrder? {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): ValueOrder(a, b)
    case (.integer(let a), .double(let b)): compare(a, b)
    case (.double(let a), .integer(let b)): compare(b, a)?.reversed
    case (.double(let a), .double(let b)): compare(a, b)
    case (.decimal(let a), .decimal(let b)): a.order(b)
    case (.decimal(let a), .integer(let b)): a.order(QueryDecimal(b))
    case (.integer(let a), .decimal(let b)): QueryDecimal(a).order(b)
    case (.decimal(let a), .double(let b)): compare(a, b)
    case (.double(let a), .decimal(let b)): compare(b, a)?.reversed
    }
  }
}

extension QueryValue {
  /// The decimal that a number counts as in a comparison with a decimal; nil for an infinite number, and for a value that is not a number.
  package var decimalForOrder: QueryDecimal? {
    guard let number = NumberValue(self) else { return nil }
    guard case .double(let double) = number, double == double.rounded(.towardZero) else { return number.decimal }
    return double.isFinite ? QueryDecimal(exactly: double) : nil
  }
}
