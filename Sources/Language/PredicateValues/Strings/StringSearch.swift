/// Comparing, searching and measuring UTF-8 bytes.
///
/// The order of UTF-8 bytes is the order of Unicode scalar values. The bytes of a string occur in another string exactly if its scalars do. As in the
/// language, an empty pattern does not occur in any text, although `""` equals `""`.
///
/// ```swift
/// StringSearch.order("Z", "a")         // .less
/// StringSearch.contains("abc", "bc")   // true
/// StringSearch.hasPrefix("abc", "")    // false
/// ```
public enum StringSearch {
  /// Whether a text starts with a pattern.
  @inlinable
  public static func hasPrefix(_ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
    !pattern.isEmpty && text.count >= pattern.count && areEqual(text, 0, pattern)
  }

  /// Whether a text ends with a pattern.
  @inlinable
  public static func hasSuffix(_ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
    !pattern.isEmpty && text.count >= pattern.count && areEqual(text, text.count - pattern.count, pattern)
  }

  /// Whether a pattern occurs in a text.
  public static func contains(_ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
    SystemLibrary.offset(of: pattern, in: text) != nil
  }

  /// Whether both have the same bytes.
  @inlinable
  public static func equals(_ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == pattern.count && areEqual(text, 0, pattern)
  }

  /// The order of two texts. The first byte that differs decides; without one the shorter text is less.
  public static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ValueOrder {
    if let a = left.baseAddress, let b = right.baseAddress {
      let difference = SystemLibrary.compare(a, b, min(left.count, right.count))
      if difference != 0 { return difference < 0 ? .less : .greater }
    }
    return ValueOrder(left.count, right.count)
  }

  /// The order of two strings by their scalar values.
  public static func order(_ left: String, _ right: String) -> ValueOrder {
    left.withBytes { left in right.withBytes { order(left, $0) } }
  }

  /// Whether a string starts with a pattern.
  public static func hasPrefix(_ text: String, _ pattern: String) -> Bool {
    text.withBytes { text in pattern.withBytes { hasPrefix(text, $0) } }
  }

  /// Whether a string ends with a pattern.
  public static func hasSuffix(_ text: String, _ pattern: String) -> Bool {
    text.withBytes { text in pattern.withBytes { hasSuffix(text, $0) } }
  }

  /// Whether a pattern occurs in a string.
  public static func contains(_ text: String, _ pattern: String) -> Bool {
    text.withBytes { text in pattern.withBytes { contains(text, $0) } }
  }

  /// The length of a text in UTF-16 units: one for each scalar, and one more for each scalar of four bytes.
  @inlinable
  public static func length(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var units = 0
    for byte in text { units &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0) }
    return units
  }

  /// The length of a string in UTF-16 units. For ASCII, Swift does not read the bytes.
  @inlinable
  public static func length(_ text: String) -> Int { text.utf16.count }

  /// Whether all bytes are ASCII.
  @inlinable
  public static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= raw.count {
      if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    var rest: UInt8 = 0
    while index < raw.count {
      rest |= raw[index]
      index += 1
    }
    return rest < 0x80
  }

  /// An ASCII letter in lower case; every other byte unchanged.
  @inlinable
  @inline(__always)
  public static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// The scalar at an offset and its number of bytes; nil if the bytes are not UTF-8.
  @inline(__always)
  static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int)? {
    let first = UInt32(bytes[index])
    let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return nil }
    if length == 1 { return (first, 1) }
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let next = bytes[index + offset]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let isShortest = length == 2 || (length == 3 ? value >= 0x800 : value >= 0x1_0000)
    guard isShortest, Unicode.Scalar(value) != nil else { return nil }
    return (value, length)
  }

  @usableFromInline
  static func areEqual(
    _ text: UnsafeBufferPointer<UInt8>, _ offset: Int, _ pattern: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let a = text.baseAddress, let b = pattern.baseAddress else { return true }
    return SystemLibrary.compare(a + offset, b, pattern.count) == 0
  }
}
