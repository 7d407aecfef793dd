/// A decimal number: `± digits × 10^exponent`, exact, without Foundation.
///
/// Kept in lowest terms: the digits have neither leading nor trailing zeros, zero is `0 × 10^0`. So equal numbers are equal values.
public struct QueryDecimal: Sendable, Hashable {
  /// Whether the number is below zero.
  public let isNegative: Bool
  /// ASCII digits, most significant first, at least one.
  public let digits: [UInt8]
  /// The power of ten that the digits are multiplied with.
  public let exponent: Int

  /// A number from digits 0…9 (values, not ASCII), most significant first, brought to lowest terms.
  public init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    var significant = digits.drop { $0 == 0 }
    var power = exponent
    while significant.last == 0 {
      significant.removeLast()
      power += 1
    }
    if significant.isEmpty {
      self.isNegative = false
      self.digits = [0]
      self.exponent = 0
    } else {
      self.isNegative = isNegative
      self.digits = Array(significant)
      self.exponent = power
    }
  }

  /// The most digits, and the largest exponent of the first of them, that a text may have.
  static let maximumDigits = 1_000
  static let maximumExponent = 10_000

  /// Reads `-12.50`, `1e3`; nil for anything else.
  public init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    var digits: [UInt8] = []
    var exponent = 0
    var seenPoint = false
    while let byte = bytes.first {
      if (0x30...0x39).contains(byte) {
        digits.append(byte - 0x30)
        if seenPoint { exponent -= 1 }
      } else if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else {
        break
      }
      bytes.removeFirst()
    }
    guard !digits.isEmpty else { return nil }
    if let mark = bytes.first {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"),
        let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)),
        (-2 * Self.maximumExponent...2 * Self.maximumExponent).contains(power)
      else { return nil }
      exponent += power
    }
    self.init(isNegative: isNegative, digits: digits, exponent: exponent)
    // Judged in lowest terms, so that what is read can be printed and read again.
    guard self.digits.count <= Self.maximumDigits,
      abs(self.digits.count + self.exponent - 1) <= Self.maximumExponent
    else { return nil }
  }

  /// The whole number.
  public init(_ value: Int64) {
    self.init(
      isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 0x30 }, exponent: 0)
  }
}

extension QueryDecimal: CustomStringConvertible {
  /// The plain form (`0.1`, `-1200`) while that is short, else digits and an exponent (`1.5e+40`).
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

  /// The digits of a whole number beyond Int64, which is how the language writes one; nil for every other number.
  public var wideIntegerText: String? {
    guard exponent >= 0, digits.count + exponent <= Self.maximumDigits else { return nil }
    let text = (isNegative ? "-" : "") + digits.map { String($0) }.joined() + String(repeating: "0", count: exponent)
    return Int64(text) == nil ? text : nil
  }
}
