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

/// Finds an ASCII pattern in bytes without converting them.
///
/// It tests eight positions together for the first and the last byte of the pattern. Only where both are found, the bytes between them are compared.
/// The pattern of a search that ignores case must be in lower case.
public struct ASCIISearch: Sendable {
  /// The pattern's bytes. The creator of the search keeps them alive, and they are never written.
  @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt8>
  @usableFromInline let count: Int
  @usableFromInline let foldsCase: Bool
  /// The first byte of the pattern, repeated eight times.
  @usableFromInline let first: UInt64
  @usableFromInline let firstCase: UInt64
  @usableFromInline let last: UInt64
  @usableFromInline let lastCase: UInt64

  @usableFromInline static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  @usableFromInline static let high: UInt64 = 0x8080_8080_8080_8080

  /// Nil for an empty pattern, which does not occur anywhere.
  public init?(_ pattern: UnsafeBufferPointer<UInt8>, foldsCase: Bool) {
    guard let base = pattern.baseAddress, let first = pattern.first, let last = pattern.last else { return nil }
    func eightTimes(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
    func caseBit(of byte: UInt8) -> UInt8 { foldsCase && (0x61...0x7A).contains(byte) ? 0x20 : 0 }
    self.base = base
    self.foldsCase = foldsCase
    count = pattern.count
    self.first = eightTimes(first)
    self.last = eightTimes(last)
    firstCase = eightTimes(caseBit(of: first))
    lastCase = eightTimes(caseBit(of: last))
  }

  /// The first position where the pattern occurs; nil if it does not occur.
  @inlinable @inline(__always)
  public func place(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let places = bytes.count &- count &+ 1
    guard places > 0, let start = UnsafeRawPointer(bytes.baseAddress) else { return nil }
    guard places >= 8 else { return fewPlaces(start, places) }
    var place = 0
    let final = places &- 8
    while place < final {
      if let found = search(start, at: place, among: Self.high) { return found }
      place &+= 8
    }
    // The last eight positions. Some of them have been tested already.
    return search(start, at: final, among: Self.high)
  }

  /// Whether the pattern occurs in bytes. Sixteen bytes must be readable from the start, even if the text is shorter.
  @inlinable @inline(__always)
  public func occurs(inSixteen bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let places = bytes.count &- count &+ 1
    guard places > 0, let start = UnsafeRawPointer(bytes.baseAddress) else { return false }
    if places >= 8 || count > 9 { return place(in: bytes) != nil }
    return search(start, at: 0, among: Self.high >> UInt64(truncatingIfNeeded: 64 &- 8 &* places)) != nil
  }

  /// The first of up to eight positions where the pattern occurs. A set high bit in `places` selects a position.
  @inlinable @inline(__always)
  func search(_ start: UnsafeRawPointer, at place: Int, among places: UInt64) -> Int? {
    let heads = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    let tails = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place &+ count &- 1, as: UInt64.self))
    let differences = ((heads | firstCase) ^ first) | ((tails | lastCase) ^ last)
    // The high bit is set in each byte that is not 0, which is a byte that differs.
    let unlike = ((differences & Self.low) &+ Self.low) | differences
    var candidates = ~unlike & places
    while candidates != 0 {
      let candidate = place &+ candidates.trailingZeroBitCount >> 3
      if isEqual(start + candidate, from: 1, to: count &- 1) { return candidate }
      candidates &= candidates &- 1
    }
    return nil
  }

  @inlinable @inline(never)
  func fewPlaces(_ start: UnsafeRawPointer, _ places: Int) -> Int? {
    (0..<places).first { isEqual(start + $0, from: 0, to: count) }
  }

  /// Whether a part of the pattern equals the bytes at the same offsets from `place`.
  @inlinable @inline(__always)
  func isEqual(_ place: UnsafeRawPointer, from low: Int, to high: Int) -> Bool {
    var index = low
    while index < high {
      let byte = place.load(fromByteOffset: index, as: UInt8.self)
      if (foldsCase ? StringSearch.lowercase(byte) : byte) != base[index] { return false }
      index &+= 1
    }
    return true
  }
}
