import PredicateMemory
import PredicateValues

/// The beginnings of strings as numbers: the first seven bytes, the first one highest, and a byte for the length.
///
/// The numbers have the order of the strings where seven bytes tell two strings apart. The last byte is never 0.
enum TextHeads: NumberColumn {
  /// Whether all strings with a head are equal.
  static func isWhole(_ head: UInt64) -> Bool { head & 0xFF <= 8 }

  /// The last byte of a head: one more than the number of bytes, of which more than seven count as eight.
  @inline(__always)
  fileprivate static func length(_ count: UInt64) -> UInt64 { min(8, count) &+ 1 }

  static var looksElsewhere: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { StringMemory.prefetch(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? {
    let (first, second) = StringMemory.words(address)
    if second == 0 { return nil }
    let shape = StringMemory.Shape(first, second)
    if shape.elsewhere != 0 { return TextHeadSource.element(StringMemory.string(address)) }
    let bytes = StringMemory.eightBytes(at: shape.base(address)).byteSwapped
    return Int64(bitPattern: bytes & (UInt64.max << (64 &- 8 &* min(7, shape.count))) | length(shape.count))
  }
}

/// The same, by public ways.
enum TextHeadSource: NumberSource {
  static func element(_ value: String) -> Int64? {
    value.withBytes { bytes in
      var head: UInt64 = 0
      for byte in bytes.prefix(7) { head = head << 8 | UInt64(byte) }
      head <<= UInt64(64 - 8 * min(7, bytes.count))
      return Int64(bitPattern: head | TextHeads.length(UInt64(bytes.count)))
    }
  }
}
