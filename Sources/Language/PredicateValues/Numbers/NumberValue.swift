/// A value of the number family. Booleans are the integers 0 and 1.
enum NumberValue: Sendable {
  case integer(Int64)
  case double(Double)
  indirect case decimal(QueryDecimal)

  /// The number that a value is; nil for a value of another family.
  @inline(__always)
  init?(_ value: QueryValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .decimal(let value): self = .decimal(value)
    default: return nil
    }
  }

  /// The nearest double.
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.nearestDouble
    }
  }

  /// The whole part, if it fits Int64.
  var wholePart: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): value >= -0x1p63 && value < 0x1p63 ? Int64(value) : nil
    case .decimal(let value): value.wholePart
    }
  }

  /// The decimal of the same value; nil if there is none. A double gives the decimal of its shortest text.
  var decimal: QueryDecimal? {
    switch self {
    case .integer(let value): QueryDecimal(value)
    case .double(let value): value.isFinite ? QueryDecimal(value.description) : nil
    case .decimal(let value): value
    }
  }
}

extension QueryValue {
  /// A double; nil for NaN.
  init(nilForNaN value: Double) { self = value.isNaN ? .null : .double(value) }

  /// Whether the value is NaN, which counts as nil.
  var isNaN: Bool {
    switch self {
    case .double(let value), .date(let value): value.isNaN
    default: false
    }
  }

  /// The value, or `.null` if it is NaN. The language has no NaN, but numbers and dates of a caller may be NaN.
  ///
  /// ```swift
  /// QueryValue.double(.nan).withoutNaN  // .null
  /// QueryValue.double(1.5).withoutNaN   // .double(1.5)
  /// ```
  public var withoutNaN: QueryValue {
    switch self {
    case .double(let value) where value.isNaN: .null
    case .date(let value) where value.isNaN: .null
    default: self
    }
  }
}

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
  /// A double without a fraction is compared exactly. Any other double is compared by its shortest text, which is nearer to this double than to any
  /// other. Every double from 2^53 on has no fraction. So the order agrees with the exact order of integers and doubles. Rounding to a double keeps
  /// the order, so digits are compared only if both numbers round to the same double.
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
