/// The number that a text starts with, as NSString's `integerValue` and its kin read it: white space, then as much as
/// makes a number.
enum NumberPrefix {
  /// The integer, 0 where there is none, and the nearest bound where it is beyond.
  static func integer(_ text: String, in bounds: ClosedRange<Int64>) -> Int64 {
    var bytes = trimmed(text)
    let isNegative = takeSign(&bytes)
    var value: Int64 = 0
    for byte in bytes.prefix(while: isDigit) {
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, above) = product.addingReportingOverflow(isNegative ? -Int64(byte - 0x30) : Int64(byte - 0x30))
      if over || above { return isNegative ? bounds.lowerBound : bounds.upperBound }
      value = sum
    }
    return min(max(value, bounds.lowerBound), bounds.upperBound)
  }

  /// The number, 0 where there is none.
  static func double(_ text: String) -> Double {
    var bytes = trimmed(text)
    let isNegative = takeSign(&bytes)
    var number = bytes.prefix(while: isDigit)
    var hasDigits = !number.isEmpty
    var rest = bytes.dropFirst(number.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      hasDigits = hasDigits || !fraction.isEmpty
      number = bytes.prefix(number.count + 1 + fraction.count)
      rest = bytes.dropFirst(number.count)
    }
    guard hasDigits else { return 0 }
    var text = "0" + String(decoding: number, as: UTF8.self)
    if text.hasSuffix(".") { text += "0" }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      var power = rest.dropFirst()
      let isDown = takeSign(&power)
      let digits = power.prefix(while: isDigit)
      if !digits.isEmpty { text += (isDown ? "e-" : "e") + String(decoding: digits, as: UTF8.self) }
    }
    return (Double(text) ?? 0) * (isNegative ? -1 : 1)
  }

  /// Whether the text starts, after white space, a sign and zeros, with Y, T or a digit other than 0.
  static func boolean(_ text: String) -> Bool {
    var bytes = trimmed(text)
    _ = takeSign(&bytes)
    guard let first = bytes.first(where: { $0 != 0x30 }) else { return false }
    return isDigit(first) || [UInt8(ascii: "y"), UInt8(ascii: "t")].contains(first | 0x20)
  }

  private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    Array(text.utf8).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  private static func takeSign(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    return isNegative
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
