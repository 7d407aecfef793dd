import PredicateMemory
import PredicateValues

/// Whether a string contains a constant of ASCII bytes.
///
/// Eight places are looked at together: where the first and the last byte of the pattern stand at the right distance, the bytes
/// between them are compared.
struct TextSearchTest: RowTest {
  static var isBrief: Bool { false }
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  private let pattern: FoldingPattern
  /// The pattern's bytes, which `pattern` keeps and nobody writes.
  private nonisolated(unsafe) let base: UnsafePointer<UInt8>
  private let count: Int
  private let first: UInt64
  private let firstCase: UInt64
  private let last: UInt64
  private let lastCase: UInt64
  private let folds: Bool
  private let foldsCase: Bool

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  private static let high: UInt64 = 0x8080_8080_8080_8080

  init(offset: Int, _ pattern: FoldingPattern) {
    self.offset = offset
    self.pattern = pattern
    base = pattern.constant.base
    count = pattern.constant.count
    first = Self.ones &* UInt64(base[0])
    last = Self.ones &* UInt64(base[count - 1])
    firstCase = pattern.caseBits(of: first)
    lastCase = pattern.caseBits(of: last)
    folds = pattern.folds
    foldsCase = pattern.matcher.folding.foldsCase
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { StringMemory.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let text = StringMemory.bytes(row + offset) else { return pattern.publicAnswer(row + offset) }
    if folds && !text.isASCII { return pattern.foldedAnswer(text) }
    let places = text.count &- count &+ 1
    if places <= 0 { return false }
    let start = UnsafeRawPointer(text.base)
    if places >= 8 { return searchLong(start, places) }
    // A small string has sixteen readable bytes.
    if start == row + offset && count <= 9 {
      return search(start, at: 0, among: Self.high >> UInt64(truncatingIfNeeded: 64 &- 8 &* places))
    }
    return searchSlowly(start, places)
  }

  @inline(__always)
  private func searchLong(_ start: UnsafeRawPointer, _ places: Int) -> Bool {
    var place = 0
    let final = places &- 8
    while place < final {
      if search(start, at: place, among: Self.high) { return true }
      place &+= 8
    }
    // The last eight places, some of them for the second time.
    return search(start, at: final, among: Self.high)
  }

  /// The eight places from one on.
  @inline(__always)
  private func search(_ start: UnsafeRawPointer, at place: Int, among places: UInt64) -> Bool {
    let heads = start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    let tails = start.loadUnaligned(fromByteOffset: place &+ count &- 1, as: UInt64.self)
    let differences = ((heads | firstCase) ^ first) | ((tails | lastCase) ^ last)
    // The high bit of each byte that is not 0.
    let unlike = ((differences & Self.low) &+ Self.low) | differences
    var candidates = ~unlike & places
    while candidates != 0 {
      let candidate = place &+ candidates.trailingZeroBitCount >> 3
      if isEqual(start + candidate) { return true }
      candidates &= candidates &- 1
    }
    return false
  }

  @inline(__always)
  private func isEqual(_ place: UnsafeRawPointer) -> Bool {
    var index = 1
    while index < count &- 1 {
      let byte = place.load(fromByteOffset: index, as: UInt8.self)
      if (foldsCase ? StringSearch.lowercase(byte) : byte) != base[index] { return false }
      index &+= 1
    }
    return true
  }

  @inline(never)
  private func searchSlowly(_ start: UnsafeRawPointer, _ places: Int) -> Bool {
    for place in 0..<places {
      let byte = start.load(fromByteOffset: place, as: UInt8.self)
      let found = foldsCase ? StringSearch.lowercase(byte) : byte
      let end = start.load(fromByteOffset: place &+ count &- 1, as: UInt8.self)
      if found == base[0], (foldsCase ? StringSearch.lowercase(end) : end) == base[count &- 1], isEqual(start + place) {
        return true
      }
    }
    return false
  }
}
