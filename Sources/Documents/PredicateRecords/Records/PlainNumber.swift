import PredicateDocuments

/// A number with so few digits that integers and doubles represent it exactly as written. Most numbers in files are.
struct PlainNumber {
  private let digits: Int
  private let places: Int
  /// Whether the number is written without a point.
  let isWhole: Bool

  private static let maximumLength = 15
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Reads an optional minus, digits, and an optional point and digits. Nil for any other text, also for other numbers such as `1e3`.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= Self.maximumLength, let first = bytes.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    guard isNegative ? bytes.count > 1 && JSONByte.isDigit(bytes[1]) : JSONByte.isDigit(first) else { return nil }
    var digits = 0
    var places = 0
    var hasPoint = false
    for byte in bytes[(isNegative ? 1 : 0)...] {
      if JSONByte.isDigit(byte) {
        digits = digits &* 10 &+ Int(byte &- 0x30)
        if hasPoint { places &+= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
    }
    isWhole = !hasPoint
    self.digits = isNegative ? -digits : digits
    self.places = places
  }

  /// The number, if it is whole.
  var integer: Int64 { Int64(digits) }

  /// The nearest double. The digits and the power are exact, so one division rounds correctly.
  var double: Double { Double(digits) / Self.powersOfTen[places] }
}
