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
