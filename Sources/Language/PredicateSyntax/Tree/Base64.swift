/// Base64 with padding (RFC 4648, section 4), without Foundation.
///
/// ```swift
/// Base64.encode([0xDE, 0xAD, 0xBE, 0xEF])  // 3q2+7w==
/// Base64.decode("3q2+7w==")                // [0xDE, 0xAD, 0xBE, 0xEF]
/// Base64.decode("3q2+7w")                  // nil: the padding is missing
/// ```
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for index in 0..<3 { bits = bits << 8 | (index < group.count ? Int(group[start + index]) : 0) }
      for index in 0..<4 {
        text.append(
          index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if a character is not in the alphabet, or the padding is wrong.
  public static func decode(_ text: String) -> [UInt8]? {
    let symbols = Array(text.utf8)
    guard symbols.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: symbols.count, by: 4) {
      let group = symbols[start..<start + 4]
      let padding = group.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard padding == 0 || (padding < 3 && start + 4 == symbols.count) else { return nil }
      var bits = 0
      for symbol in group.dropLast(padding) {
        guard let value = value(of: symbol) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= 6 * padding
      for index in 0..<(3 - padding) { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * index))) }
    }
    return bytes
  }

  private static func value(of symbol: UInt8) -> Int? {
    switch symbol {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(symbol) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(symbol) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(symbol) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
