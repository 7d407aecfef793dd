/// An exact decimal number, `± digits × 10^exponent`, without Foundation.
///
/// Numbers are kept in lowest terms: the digits have neither leading nor trailing zeros, and zero is `0 × 10^0`. So numbers of the same value have
/// the same properties.
///
/// ```swift
/// QueryDecimal("12.50")?.description             // 12.5
/// QueryDecimal("1e3") == QueryDecimal(1000)      // true
/// QueryDecimal("1,5")                            // nil
/// ```
public struct QueryDecimal: Sendable, Hashable {
  /// Whether the number is below zero.
  public let isNegative: Bool
  /// The digits as numbers from 0 to 9, most significant first, at least one.
  public let digits: [UInt8]
  /// The exponent of the power of ten by which the digits are multiplied.
  public let exponent: Int

  /// Makes a number from its digits, most significant first. Zeros at both ends are removed. The digits are numbers from 0 to 9, not ASCII.
  public init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    guard let first = digits.firstIndex(where: { $0 != 0 }), let last = digits.lastIndex(where: { $0 != 0 }) else {
      self.isNegative = false
      self.digits = [0]
      self.exponent = 0
      return
    }
    self.isNegative = isNegative
    self.digits = first == 0 && last == digits.count - 1 ? digits : Array(digits[first...last])
    self.exponent = exponent + digits.count - 1 - last
  }

  /// The most digits, and the largest exponent of the first digit, of a number in a text.
  package static let maximumDigits = 1_000
  package static let maximumExponent = 10_000

  /// Reads `-12.50` or `1e3`; nil for a text that is not a number.
  ///
  /// At most 1,000 digits, and exponents up to 10,000.
  public init?(_ text: String) {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
    var seenPoint = false
    var position = 0
    digits.reserveCapacity(text.utf8.count)
    scan: for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
        if seenPoint { exponent -= 1 }
      case UInt8(ascii: ".") where !seenPoint: seenPoint = true
      case UInt8(ascii: "-") where position == 0: isNegative = true
      case UInt8(ascii: "+") where position == 0: break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): break scan
      default: return nil
      }
      position += 1
    }
    guard !digits.isEmpty else { return nil }
    if position < text.utf8.count {
      guard let power = Int(Substring(text.utf8.dropFirst(position + 1))),
        (-2 * Self.maximumExponent...2 * Self.maximumExponent).contains(power)
      else { return nil }
      exponent += power
    }
    self.init(isNegative: isNegative, digits: digits, exponent: exponent)
    // The limits apply to the number in lowest terms, so a number that was read can be printed and read again.
    guard isInRange else { return nil }
  }

  /// Whether the number has at most 1,000 digits, and the exponent of its first digit is from -10,000 to 10,000.
  package var isInRange: Bool {
    digits.count <= Self.maximumDigits && abs(digits.count + exponent - 1) <= Self.maximumExponent
  }

  /// A whole number.
  public init(_ value: Int64) { self.init(isNegative: value < 0, coefficient: value.magnitude, exponent: 0) }

  /// `± coefficient × 10^exponent`, brought to lowest terms.
  package init(isNegative: Bool, coefficient: UInt64, exponent: Int) {
    var rest = coefficient
    var zeros = 0
    while rest != 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      if digit != 0 { break }
      rest = quotient
      zeros += 1
    }
    self.isNegative = isNegative && coefficient != 0
    self.exponent = coefficient == 0 ? 0 : exponent + zeros
    var digits: [UInt8] = []
    repeat {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    digits.reverse()
    self.digits = digits
  }

  /// The number of digits that always fit 64 bits.
  package static let coefficientDigits = 19

  /// The digits as one number; nil if there are too many for 64 bits.
  package var coefficient: UInt64? {
    digits.count <= Self.coefficientDigits ? digits.reduce(0) { $0 &* 10 &+ UInt64($1) } : nil
  }
}

extension QueryDecimal: CustomStringConvertible {
  /// The number without an exponent (`0.1`, `-1200`) if this is short, otherwise digits and an exponent (`1.5e+40`).
  public var description: String {
    let sign = isNegative ? "-" : ""
    let text = digits.map { String($0) }.joined()
    let point = digits.count + exponent
    if exponent >= 0, point <= 40 { return sign + text + String(repeating: "0", count: exponent) }
    if exponent < 0, point > 0 {
      return sign + text.prefix(point) + "." + text.dropFirst(point)
    }
    if exponent < 0, point > -20 {
      return sign + "0." + String(repeating: "0", count: -point) + text
    }
    let fraction = text.dropFirst()
    let power = point - 1
    return sign + text.prefix(1) + (fraction.isEmpty ? "" : "." + fraction)
      + "e" + (power < 0 ? "-" : "+") + String(abs(power))
  }

  /// The digits of a whole number beyond Int64, as the language writes it. Nil for a number that fits Int64, and for a number with a fraction.
  ///
  /// ```swift
  /// QueryDecimal("9223372036854775808")?.wideIntegerText  // 9223372036854775808
  /// QueryDecimal(1).wideIntegerText                      // nil
  /// ```
  public var wideIntegerText: String? {
    guard exponent >= 0, digits.count + exponent <= Self.maximumDigits else { return nil }
    let text = (isNegative ? "-" : "") + digits.map { String($0) }.joined() + String(repeating: "0", count: exponent)
    return Int64(text) == nil ? text : nil
  }
}
