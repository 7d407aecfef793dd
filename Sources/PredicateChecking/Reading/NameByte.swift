/// The bytes of names in sources.
enum NameByte {
  /// Whether a byte is a part of a name: a digit, an ASCII letter, `_`, or a byte of a character outside of ASCII.
  static func isPart(_ byte: UInt8) -> Bool { isWord(byte) || byte >= 0x80 }

  /// Whether a byte is a part of a shell variable's name: a digit, an ASCII letter or `_`.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
