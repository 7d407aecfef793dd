/// A sum of doubles that is rounded only when it is read, so it is the same in any order.
///
/// Two doubles hold the exact sum in most practical cases. Other numbers are added to a ``WideDouble``, which can hold every sum of doubles.
struct ExactSum: Sendable {
  private var pair = DoublePair()
  /// The numbers that the pair could not hold; nil if there are none.
  private var wide: WideDouble?
  /// The sum of the infinite numbers and of NaN.
  private var infinite = 0.0

  mutating func add(_ number: Double) {
    if pair.add(number) { return }
    if number.isFinite {
      var digits = wide ?? WideDouble()
      wide = nil
      digits.add(number)
      wide = digits
    } else {
      infinite += number
    }
  }

  /// The sum, rounded to the nearest double, ties to even. NaN if there are infinities of both signs, or NaN.
  var value: Double {
    if infinite != 0 { return infinite }
    guard var digits = wide else { return pair.sum }
    digits.add(pair.high)
    digits.add(pair.low)
    return digits.value
  }
}

/// Two doubles whose exact sum is the sum of all added numbers.
public struct DoublePair: RunningSum, Sendable {
  @usableFromInline var high = 0.0
  @usableFromInline var low = 0.0

  /// A sum of no numbers.
  @inlinable @inline(__always)
  public init() {}

  /// Adds a number if two doubles can then hold the sum. Otherwise returns false and changes nothing.
  @inlinable @inline(__always)
  public mutating func add(_ number: Double) -> Bool {
    let (sum, error) = Self.sum(high, number)
    let (rest, lost) = Self.sum(low, error)
    // Infinite sums fail too: their error is NaN.
    guard lost == 0 else { return false }
    high = sum
    low = rest
    return true
  }

  /// The sum of all numbers, rounded once.
  @inlinable @inline(__always)
  public var sum: Double { high + low }

  /// The rounded sum of two numbers and its rounding error: Knuth's two-sum.
  @inlinable @inline(__always)
  static func sum(_ a: Double, _ b: Double) -> (sum: Double, error: Double) {
    let sum = a + b
    let part = sum - a
    return (sum, (a - (sum - part)) + (b - part))
  }
}

/// A binary number with enough digits to hold the exact sum of 2^60 doubles.
private struct WideDouble: Sendable {
  private static let leastExponent = Double.leastNonzeroMagnitude.exponent
  /// Each part has 32 binary digits, the lowest part first. The last part has the sign. Between two carries a part may have more digits, and a sign.
  private var parts = [Int64](repeating: 0, count: 69)
  private var additions = 0

  mutating func add(_ number: Double) {
    if number == 0 { return }
    let isSubnormal = number.exponentBitPattern == 0
    let digits = number.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
    let place = isSubnormal ? 0 : Int(number.exponentBitPattern) - 1
    let (part, shift) = place.quotientAndRemainder(dividingBy: 32)
    let sign: Int64 = number.sign == .minus ? -1 : 1
    let low = digits << UInt64(shift)
    parts[part] += sign * Int64(low & 0xFFFF_FFFF)
    parts[part + 1] += sign * Int64(low >> 32)
    parts[part + 2] += sign * Int64(digits >> UInt64(64 - shift))
    additions += 1
    if additions == 1 << 30 { carry() }
  }

  /// Reduces each part but the last to 32 digits.
  private mutating func carry() {
    for part in parts.indices.dropLast() {
      parts[part + 1] += parts[part] >> 32
      parts[part] &= 0xFFFF_FFFF
    }
    additions = 0
  }

  /// The nearest double.
  var value: Double {
    var magnitude = self
    magnitude.carry()
    let isNegative = magnitude.parts[magnitude.parts.count - 1] < 0
    if isNegative {
      for part in parts.indices { magnitude.parts[part].negate() }
      magnitude.carry()
    }
    let rounded = magnitude.rounded
    return isNegative ? -rounded : rounded
  }

  /// The nearest double. The number must have carried and must not be negative.
  private var rounded: Double {
    guard let last = parts.lastIndex(where: { $0 != 0 }) else { return 0 }
    let length = last * 32 + 64 - parts[last].leadingZeroBitCount
    // Below 2^53 units of the least exponent every number is exactly a double.
    let dropped = max(length - 53, 0)
    var digits = self.digits(from: dropped)
    let isHalf = dropped > 0 && self.digits(from: dropped - 1) & 1 == 1
    if isHalf, digits & 1 == 1 || hasDigits(below: dropped - 1) { digits += 1 }
    return Double(sign: .plus, exponent: Self.leastExponent + dropped, significand: Double(digits))
  }

  /// Up to 64 digits, from the digit at `place` upwards.
  private func digits(from place: Int) -> UInt64 {
    let (part, shift) = place.quotientAndRemainder(dividingBy: 32)
    func word(_ part: Int) -> UInt64 { part < parts.count ? UInt64(parts[part]) : 0 }
    return (word(part) | word(part + 1) << 32) >> UInt64(shift) | word(part + 2) << UInt64(64 - shift)
  }

  private func hasDigits(below place: Int) -> Bool {
    let (part, shift) = place.quotientAndRemainder(dividingBy: 32)
    return parts[..<part].contains { $0 != 0 } || UInt64(parts[part]) & (1 << UInt64(shift) - 1) != 0
  }
}
