/// The hash that Swift's dictionaries look up a name with.
///
/// A hash is SipHash-1-3 of the UTF-8 of the string's canonical composition and a byte 0xFF. Its key is two words of the process, the first of them changed by
/// the table's own seed. Calculated here, it takes a few nanoseconds, waits only for the seed, and
/// many of them overlap.
public struct NameHash: Sendable {
  /// The greatest number of bytes that fit into the blocks, including the one at the end.
  private static let capacity = 31
  /// The state before the seed.
  @usableFromInline let state: SIMD4<UInt64>
  @usableFromInline let blocks: SIMD4<UInt64>
  @usableFromInline let blockCount: Int

  /// Nil for long names, for names that are not in canonical composition, and if the library hashes in another way.
  public init?(_ name: String) {
    guard let state = Self.initialState, name.utf8.count < Self.capacity else { return nil }
    self.state = state
    let bytes = Array(name.utf8) + [0xFF]
    var blocks = SIMD4<UInt64>()
    for (index, byte) in bytes.enumerated() { blocks[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
    blockCount = bytes.count / 8 + 1
    // The last block ends with the count.
    blocks[blockCount - 1] |= UInt64(bytes.count) << 56
    self.blocks = blocks
    // A hasher has the seed 0. How other seeds enter the state is checked with whole dictionaries (`DictionaryMemory.isTrusted`).
    var hasher = Hasher()
    hasher.combine(name)
    guard callAsFunction(0) == UInt(bitPattern: hasher.finalize()) else { return nil }
  }

  /// The hash in a table with a seed.
  @inlinable @inline(__always)
  public func callAsFunction(_ seed: UInt64) -> UInt {
    var round = Round(v0: state[0] ^ seed, v1: state[1], v2: state[2] ^ seed, v3: state[3])
    round.take(blocks[0])
    if blockCount > 1 {
      round.take(blocks[1])
      if blockCount > 2 { round.take(blocks[2]) }
      if blockCount > 3 { round.take(blocks[3]) }
    }
    return round.finish()
  }

  @usableFromInline
  struct Round {
    @usableFromInline var v0: UInt64
    @usableFromInline var v1: UInt64
    @usableFromInline var v2: UInt64
    @usableFromInline var v3: UInt64

    @inlinable @inline(__always)
    init(v0: UInt64, v1: UInt64, v2: UInt64, v3: UInt64) {
      self.v0 = v0
      self.v1 = v1
      self.v2 = v2
      self.v3 = v3
    }

    @inlinable @inline(__always)
    static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      (word &<< bits) | (word &>> (64 &- bits))
    }

    @inlinable @inline(__always)
    mutating func turn() {
      v0 = v0 &+ v1
      v1 = Self.rotate(v1, 13) ^ v0
      v0 = Self.rotate(v0, 32)
      v2 = v2 &+ v3
      v3 = Self.rotate(v3, 16) ^ v2
      v0 = v0 &+ v3
      v3 = Self.rotate(v3, 21) ^ v0
      v2 = v2 &+ v1
      v1 = Self.rotate(v1, 17) ^ v2
      v2 = Self.rotate(v2, 32)
    }

    @inlinable @inline(__always)
    mutating func take(_ block: UInt64) {
      v3 ^= block
      turn()
      v0 ^= block
    }

    @inlinable @inline(__always)
    mutating func finish() -> UInt {
      v2 ^= 0xFF
      turn()
      turn()
      turn()
      return UInt(truncatingIfNeeded: v0 ^ v1 ^ v2 ^ v3)
    }
  }

  /// SipHash's state for the process, which a new hasher has after its buffer; nil if the words there are not that state.
  private static let initialState: SIMD4<UInt64>? = {
    let magic = SIMD4<UInt64>(
      0x736F_6D65_7073_6575, 0x646F_7261_6E64_6F6D, 0x6C79_6765_6E65_7261, 0x7465_6462_7974_6573)
    guard InPlaceReads.areOn, MemoryLayout<Hasher>.size >= 40 else { return nil }
    let state = withUnsafeBytes(of: Hasher()) { hasher in
      var words = SIMD4<UInt64>()
      for index in 0..<4 { words[index] = hasher.loadUnaligned(fromByteOffset: 8 + 8 * index, as: UInt64.self) }
      return words
    }
    // The key is in it twice.
    let key = state ^ magic
    return key[0] == key[2] && key[1] == key[3] ? state : nil
  }()
}
