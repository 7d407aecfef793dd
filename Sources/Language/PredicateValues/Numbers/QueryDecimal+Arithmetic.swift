/// Sums, differences and products are exact. Quotients have at most 38 significant digits.
///
/// The result is nil if it is not in the range of decimals (``isInRange``). The caller then computes with doubles.
extension QueryDecimal {
  /// The most digits of a quotient, as in Foundation's decimals.
  static let quotientDigits = 38

  /// The number with the other sign.
  public var negated: QueryDecimal { QueryDecimal(isNegative: !isNegative, digits: digits, exponent: exponent) }

  /// The number without its sign.
  public var magnitude: QueryDecimal { QueryDecimal(isNegative: false, digits: digits, exponent: exponent) }

  /// The exact sum.
  ///
  /// ```swift
  /// QueryDecimal("0.1")?.adding(QueryDecimal(2))  // 2.1
  /// ```
  public func adding(_ other: QueryDecimal) -> QueryDecimal? {
    if isZero { return other }
    if other.isZero { return self }
    if let sum = shortSum(other) { return sum.ifInRange }
    let low = Swift.min(exponent, other.exponent)
    // One more digit for a carry.
    let width = Swift.max(magnitudePower, other.magnitudePower) - low + 1
    // A wider sum has its last digit at the lower end and loses at most one digit at the upper end, so it has too many digits.
    guard width <= Self.maximumDigits + 2 else { return nil }
    let a = aligned(to: low, width: width)
    let b = other.aligned(to: low, width: width)
    let isOtherGreater = orderOfMagnitude(other) == .less
    let digits =
      isNegative == other.isNegative ? Self.sum(a, b) : isOtherGreater ? Self.difference(b, a) : Self.difference(a, b)
    return QueryDecimal(isNegative: isOtherGreater ? other.isNegative : isNegative, digits: digits, exponent: low)
      .ifInRange
  }

  /// The number; nil beyond the range of decimals.
  private var ifInRange: QueryDecimal? { isInRange ? self : nil }

  /// The sum, if both numbers and the sum fit 64 bits when they are written with the lower of the two exponents.
  private func shortSum(_ other: QueryDecimal) -> QueryDecimal? {
    let low = Swift.min(exponent, other.exponent)
    guard let a = coefficient(atPower: low), let b = other.coefficient(atPower: low) else { return nil }
    if isNegative != other.isNegative {
      let isNegative = a < b ? other.isNegative : self.isNegative
      return QueryDecimal(isNegative: isNegative, coefficient: a < b ? b - a : a - b, exponent: low)
    }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : QueryDecimal(isNegative: isNegative, coefficient: sum, exponent: low)
  }

  /// The absolute value divided by 10 to the power `low`, which is not above the exponent; nil if the result does not fit 64 bits.
  private func coefficient(atPower low: Int) -> UInt64? {
    guard exponent - low < Self.coefficientDigits, var value = coefficient else { return nil }
    for _ in low..<exponent {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    return value
  }

  /// The exact difference.
  public func subtracting(_ other: QueryDecimal) -> QueryDecimal? { adding(other.negated) }

  /// The exact product.
  ///
  /// ```swift
  /// QueryDecimal("0.1")?.multiplied(by: QueryDecimal(3))  // 0.3
  /// ```
  public func multiplied(by other: QueryDecimal) -> QueryDecimal? {
    let power = exponent + other.exponent
    guard digits.count + other.digits.count <= Self.maximumDigits else { return nil }
    if let a = coefficient, let b = other.coefficient {
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      if !overflow {
        return QueryDecimal(isNegative: isNegative != other.isNegative, coefficient: product, exponent: power).ifInRange
      }
    }
    var cells = [Int](repeating: 0, count: digits.count + other.digits.count)
    for (i, a) in digits.enumerated() where a != 0 {
      for (j, b) in other.digits.enumerated() { cells[i + j + 1] += Int(a) * Int(b) }
    }
    for index in cells.indices.dropFirst().reversed() {
      cells[index - 1] += cells[index] / 10
      cells[index] %= 10
    }
    return QueryDecimal(isNegative: isNegative != other.isNegative, digits: cells.map { UInt8($0) }, exponent: power)
      .ifInRange
  }

  /// The quotient, rounded to 38 significant digits, halves away from zero; nil for a divisor of zero.
  ///
  /// ```swift
  /// QueryDecimal(1).divided(by: QueryDecimal(8))  // 0.125
  /// ```
  public func divided(by other: QueryDecimal) -> QueryDecimal? {
    if other.isZero { return nil }
    if isZero { return self }
    // Long division. The zeros give 38 digits and one for rounding.
    let zeros = Swift.max(0, Self.quotientDigits + 2 + other.digits.count - digits.count)
    var quotient: [UInt8] = []
    var rest: [UInt8] = []
    for digit in digits + [UInt8](repeating: 0, count: zeros) {
      if !rest.isEmpty || digit != 0 { rest.append(digit) }
      var count: UInt8 = 0
      while !Self.isBelow(rest, other.digits) {
        rest = Array(Self.difference(rest, Self.padded(other.digits, to: rest.count)).drop { $0 == 0 })
        count += 1
      }
      quotient.append(count)
    }
    let power = exponent - other.exponent - zeros
    return QueryDecimal(isNegative: isNegative != other.isNegative, digits: quotient, exponent: power)
      .rounded(toDigits: Self.quotientDigits).ifInRange
  }

  /// The remainder of a division whose quotient is a whole number, with the sign of this number. Nil for a divisor of zero, and if the exponents are
  /// too far apart for an exact result.
  ///
  /// ```swift
  /// QueryDecimal(7).remainder(dividingBy: QueryDecimal(4))  // 3
  /// ```
  public func remainder(dividingBy other: QueryDecimal) -> QueryDecimal? {
    if other.isZero { return nil }
    let low = Swift.min(exponent, other.exponent)
    let width = Swift.max(magnitudePower, other.magnitudePower) - low
    guard width <= Self.maximumDigits else { return nil }
    let divisor = other.aligned(to: low, width: 0)
    var rest: [UInt8] = []
    for digit in aligned(to: low, width: 0) {
      if !rest.isEmpty || digit != 0 { rest.append(digit) }
      while !Self.isBelow(rest, divisor) {
        rest = Array(Self.difference(rest, Self.padded(divisor, to: rest.count)).drop { $0 == 0 })
      }
    }
    return QueryDecimal(isNegative: isNegative, digits: rest, exponent: low)
  }

  /// The number with at most `count` digits. Halves round away from zero.
  package func rounded(toDigits count: Int) -> QueryDecimal {
    guard digits.count > count else { return self }
    var kept = [0] + Array(digits.prefix(count))
    if digits[count] >= 5 { kept = Self.sum(kept, Self.padded([1], to: kept.count)) }
    return QueryDecimal(isNegative: isNegative, digits: kept, exponent: exponent + digits.count - count)
  }

  /// The number with at most `places` decimal places. Halves round away from zero. Negative `places` round to tens, hundreds ….
  func rounded(places: Int) -> QueryDecimal {
    // The number of places is limited: more places than any number has change nothing, and more tens give 0.
    let places = max(-2 * Self.maximumPlaces, min(places, 2 * Self.maximumPlaces))
    let count = digits.count + exponent + places
    return count < 0 ? QueryDecimal(0) : rounded(toDigits: count)
  }

  /// The greatest distance of a digit from the decimal point.
  private static let maximumPlaces = 20_000

  /// The number without its fraction.
  ///
  /// ```swift
  /// QueryDecimal("-1.5")?.truncated  // -1
  /// ```
  public var truncated: QueryDecimal {
    guard exponent < 0 else { return self }
    return QueryDecimal(isNegative: isNegative, digits: Array(digits.dropLast(-exponent)), exponent: 0)
  }

  /// The largest whole number that is not above this one.
  ///
  /// ```swift
  /// QueryDecimal("-1.5")?.floored  // -2
  /// ```
  public var floored: QueryDecimal {
    guard exponent < 0, isNegative else { return truncated }
    return truncated.adding(QueryDecimal(-1)) ?? self
  }

  /// The smallest whole number that is not below this one.
  ///
  /// ```swift
  /// QueryDecimal("1.2")?.ceiled  // 2
  /// ```
  public var ceiled: QueryDecimal { negated.floored.negated }

  /// The digits when the number is written with the exponent `low`, with zeros before them up to `width` digits.
  private func aligned(to low: Int, width: Int) -> [UInt8] {
    Self.padded(digits + [UInt8](repeating: 0, count: exponent - low), to: width)
  }

  private static func padded(_ digits: [UInt8], to width: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: Swift.max(0, width - digits.count)) + digits
  }

  /// The sum of two numbers with the same number of digits. The first digits must leave room for a carry.
  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result = a
    var carry: UInt8 = 0
    for index in a.indices.reversed() {
      let digit = a[index] + b[index] + carry
      result[index] = digit % 10
      carry = digit / 10
    }
    return result
  }

  /// The difference of two numbers with the same number of digits. The first number must not be the smaller.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result = a
    var borrow: Int = 0
    for index in a.indices.reversed() {
      let digit = Int(a[index]) - Int(b[index]) - borrow
      borrow = digit < 0 ? 1 : 0
      result[index] = UInt8(digit + borrow * 10)
    }
    return result
  }

  /// Whether a number is less than another. Neither may have leading zeros.
  private static func isBelow(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
  }
}
