/// A decimal number whose mantissa fits a word.
public struct ShortDecimal: Sendable {
  /// Whether the number has a minus sign. 0 may have one too.
  public let isNegative: Bool
  /// The digits, as a whole number.
  public let mantissa: UInt64
  /// The power of ten that the mantissa is multiplied by.
  public let exponent: Int

  /// `mantissa · 10^exponent`.
  @inlinable @inline(__always)
  public init(isNegative: Bool, mantissa: UInt64, exponent: Int) {
    self.isNegative = isNegative
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// The same number, if it has at most nineteen digits.
  public init?(_ number: QueryDecimal) {
    guard let coefficient = number.coefficient else { return nil }
    self.init(isNegative: number.isNegative, mantissa: coefficient, exponent: number.exponent)
  }

  /// The same number.
  public var exact: QueryDecimal {
    QueryDecimal(isNegative: isNegative, coefficient: mantissa, exponent: exponent)
  }

  /// The order of two numbers, consistent with ``QueryDecimal/order(_:)``.
  @inlinable @inline(__always)
  public func order(_ other: ShortDecimal) -> ValueOrder {
    let sign = mantissa == 0 ? 0 : isNegative ? -1 : 1
    let otherSign = other.mantissa == 0 ? 0 : other.isNegative ? -1 : 1
    if sign != otherSign { return sign < otherSign ? .less : .greater }
    if sign == 0 { return .equal }
    let order = orderOfMagnitude(other)
    return sign < 0 ? order.reversed : order
  }

  @inlinable @inline(__always)
  func orderOfMagnitude(_ other: ShortDecimal) -> ValueOrder {
    if exponent == other.exponent { return ValueOrder(mantissa, other.mantissa) }
    if exponent < other.exponent { return Self.order(other, overScaled: self).reversed }
    return Self.order(self, overScaled: other)
  }

  /// The order of two numbers other than 0. The first has the greater exponent.
  @usableFromInline
  static func order(_ left: ShortDecimal, overScaled right: ShortDecimal) -> ValueOrder {
    let power = left.exponent - right.exponent
    // 10^20 does not fit a word.
    guard power < powers.count else { return .greater }
    let scaled = left.mantissa.multipliedFullWidth(by: powers[power])
    return scaled.high > 0 ? .greater : ValueOrder(scaled.low, right.mantissa)
  }

  private static let powers: [UInt64] = (0..<20).map { power in (0..<power).reduce(1) { product, _ in product * 10 } }
}
