extension QueryDecimal {
  /// Whether the number is zero.
  public var isZero: Bool { digits.count == 1 && digits[0] == 0 }

  /// The exponent of the first power of ten above the absolute value, which is below 10^magnitudePower.
  var magnitudePower: Int { digits.count + exponent }

  /// The order of two decimals. Linear in the digits.
  ///
  /// ```swift
  /// QueryDecimal(2).order(QueryDecimal(10))  // .less
  /// ```
  public func order(_ other: QueryDecimal) -> ValueOrder {
    if isNegative != other.isNegative { return isNegative ? .less : .greater }
    let order = orderOfMagnitude(other)
    return isNegative ? order.reversed : order
  }

  /// The order of the absolute values.
  func orderOfMagnitude(_ other: QueryDecimal) -> ValueOrder {
    if isZero || other.isZero { return ValueOrder(isZero ? 0 : 1, other.isZero ? 0 : 1) }
    if magnitudePower != other.magnitudePower { return ValueOrder(magnitudePower, other.magnitudePower) }
    for (a, b) in zip(digits, other.digits) where a != b { return ValueOrder(a, b) }
    return ValueOrder(digits.count, other.digits.count)
  }

  /// The double nearest to the number. It is infinite for numbers beyond the largest double.
  ///
  /// ```swift
  /// QueryDecimal("0.1")?.nearestDouble  // 0.1
  /// ```
  public var nearestDouble: Double {
    if let whole = wholeValue { return Double(whole) }
    var text = isNegative ? "-" : ""
    text.unicodeScalars.append(contentsOf: digits.map { Unicode.Scalar($0 + 0x30) })
    return Double(text + "e\(exponent)") ?? .nan
  }

  /// The number, if it is whole and fits Int64.
  ///
  /// ```swift
  /// QueryDecimal("1e3")?.wholeValue  // 1000
  /// QueryDecimal("1.5")?.wholeValue  // nil
  /// ```
  public var wholeValue: Int64? { exponent >= 0 ? wholePart : nil }

  /// The number without its fraction, if that fits Int64.
  ///
  /// ```swift
  /// QueryDecimal("-1.5")?.wholePart  // -1
  /// ```
  public var wholePart: Int64? {
    guard magnitudePower <= 19 else { return nil }
    var value: Int64 = 0
    for position in 0..<max(magnitudePower, 0) {
      let digit = position < digits.count ? Int64(digits[position]) : 0
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, above) = product.addingReportingOverflow(isNegative ? -digit : digit)
      if over || above { return nil }
      value = sum
    }
    return value
  }

  /// The exact value of a finite double: up to 767 digits. Infinity and NaN give zero.
  init(exactly value: Double) {
    guard value.isFinite, value != 0 else {
      self.init(0)
      return
    }
    var mantissa = Int64(value.significandBitPattern)
    var power = Int(value.exponentBitPattern)
    if power == 0 { power = 1 } else { mantissa |= 1 << 52 }
    power -= 1075
    while mantissa & 1 == 0 {
      mantissa >>= 1
      power += 1
    }
    // 2^-n is 5^n / 10^n.
    let factor = power < 0 ? 5 : 2
    var digits = Array(QueryDecimal(mantissa).plainDigits.reversed())
    for _ in 0..<abs(power) { Self.multiply(&digits, by: factor) }
    self.init(isNegative: value < 0, digits: digits.reversed(), exponent: min(power, 0))
  }

  /// The digits of a whole number, including the zeros at its end.
  private var plainDigits: [UInt8] { digits + [UInt8](repeating: 0, count: exponent) }

  /// Multiplies digits, least significant first, by one digit.
  private static func multiply(_ digits: inout [UInt8], by factor: Int) {
    var carry = 0
    for index in digits.indices {
      let product = Int(digits[index]) * factor + carry
      digits[index] = UInt8(product % 10)
      carry = product / 10
    }
    if carry > 0 { digits.append(UInt8(carry)) }
  }
}
