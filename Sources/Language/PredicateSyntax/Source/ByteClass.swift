/// Tests of single ASCII bytes.
package enum ByteClass {
  @inline(__always) package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A letter, a digit or an underscore.
  @inline(__always) package static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == 0x5F
  }

  /// A letter or an underscore.
  @inline(__always) package static func isWordStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == 0x5F }

  @inline(__always) package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte &- 0x09 < 5
  }

  /// The value of a digit in a base up to 16; nil for a byte that is not such a digit.
  @inline(__always) package static func digit(_ byte: UInt8, base: UInt8) -> UInt8? {
    var value = byte &- 0x30
    if value >= 10 {
      value = (byte | 0x20) &- 0x61
      guard value < 6 else { return nil }
      value += 10
    }
    return value < base ? value : nil
  }
}
