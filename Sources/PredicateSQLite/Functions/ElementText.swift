import PredicateSQL
import PredicateValues

/// Elements of a collection on their way through SQLite's `json_each`: each is a text of hexadecimal digits.
enum ElementText {
  private static let digits = Array("0123456789abcdef".utf8)

  /// A JSON array of the elements. What has no form in SQL is nil.
  static func list(of elements: [QueryValue]) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (position, element) in elements.enumerated() {
      if position > 0 { text.append(UInt8(ascii: ",")) }
      text.append(UInt8(ascii: "\""))
      for byte in SQLBox.bytes(of: element) ?? [] {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(UInt8(ascii: "]"))
    return text
  }

  /// The element of a text that ``list(of:)`` wrote; nil for any other.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> QueryValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    for position in stride(from: 0, to: text.count - 1, by: 2) {
      guard let high = digit(text[position]), let low = digit(text[position + 1]) else { return .null }
      bytes.append(high << 4 | low)
    }
    return bytes.withUnsafeBytes { SQLBox.value(of: $0) } ?? .null
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
