/// The 16 bytes of a UUID, without Foundation.
///
/// ```swift
/// let id = QueryUUID("e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
/// id?.description  // E621E1F8-C36C-495A-93FC-0C247A3E6E5F
/// ```
public struct QueryUUID: Sendable, Hashable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// A UUID from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A UUID from its 16 bytes; nil for any other number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }

  package var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }

  /// Reads the 8-4-4-4-12 form, in upper or lower case; nil for any other text.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var count = 0
    for (position, byte) in bytes.enumerated() {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = ByteClass.digit(byte, base: 16) else { return nil }
      if count < 16 { halves.0 = halves.0 << 4 | UInt64(digit) } else { halves.1 = halves.1 << 4 | UInt64(digit) }
      count += 1
    }
    self.init(high: halves.0, low: halves.1)
  }
}

extension QueryUUID: CustomStringConvertible {
  /// The 8-4-4-4-12 form in upper case, as Foundation prints it.
  public var description: String {
    func hexadecimal(_ value: UInt64) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let text = Array((hexadecimal(high) + hexadecimal(low)).utf8)
    let groups = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }
}
