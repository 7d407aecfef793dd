import PredicateValues

/// Reads Swift dictionaries with strings for keys where they lie: the one file that knows how the standard library lays
/// them out.
///
/// A dictionary is the address of its storage: behind two words of header the count, the capacity, the binary logarithm
/// of the number of places, and at 48 and 56 the addresses of the keys and of the values, then the bits of the places
/// that are taken. A small table is scanned, which needs no hashing, and finds keys by their scalars. Used only where
/// ``isTrusted``.
enum DictionaryMemory {
  /// The storage of a dictionary.
  struct Storage {
    private let base: UnsafeRawPointer

    @inline(__always)
    init(_ dictionary: UnsafeRawPointer) { base = dictionary.load(as: UnsafeRawPointer.self) }

    @inline(__always)
    var count: Int { base.load(fromByteOffset: 16, as: Int.self) }

    @inline(__always)
    private var scale: UInt8 { base.load(fromByteOffset: 32, as: UInt8.self) }

    /// Whether scanning is quicker than hashing.
    @inline(__always)
    var isSmall: Bool { scale <= 5 }

    /// The place of a key in a small table; nil where it is not there.
    @inline(__always)
    func place(of name: DynamicName) -> Int? {
      guard name.isSmall else { return place(of: name.key) }
      if count == 0 { return nil }
      let keys = base.load(fromByteOffset: 48, as: UnsafeRawPointer.self)
      let taken = base.load(fromByteOffset: 64, as: UInt64.self)
      var matches: UInt64 = 0
      var large: UInt64 = 0
      // All places are looked at: which one it will be is not to be foretold.
      for place in 0..<(1 &<< UInt64(scale)) {
        let (first, second) = StringMemory.words(keys + Int(truncatingIfNeeded: place) &* 16)
        let isEqual = (first ^ name.words.0) | (second ^ name.words.1) == 0
        matches |= UInt64(unsafeBitCast(isEqual, to: UInt8.self)) &<< place
        large |= UInt64(unsafeBitCast(StringMemory.isSmall(second), to: UInt8.self) ^ 1) &<< place
      }
      matches &= taken
      if matches != 0 { return matches.trailingZeroBitCount }
      // A short string may be stored as a long one.
      return large & taken == 0 ? nil : place(of: name.key)
    }

    /// The same, one key after the other.
    @inline(never)
    private func place(of key: TextEqualTest) -> Int? {
      if count == 0 { return nil }
      let keys = base.load(fromByteOffset: 48, as: UnsafeRawPointer.self)
      var taken = base.load(fromByteOffset: 64, as: UInt64.self)
      // Bits behind the last place mean nothing.
      taken &= (1 &<< (1 &<< UInt64(scale))) &- 1
      while taken != 0 {
        let place = taken.trailingZeroBitCount
        if key.passes(keys + place &* 16) { return place }
        taken &= taken &- 1
      }
      return nil
    }

    /// Fetches what says where the keys are.
    @inline(__always)
    func touch() -> UInt64 {
      base.load(fromByteOffset: 16, as: UInt64.self) &+ base.load(fromByteOffset: 48, as: UInt64.self)
    }

    /// Fetches the keys of a small table.
    @inline(__always)
    func touchKeys() -> UInt64 {
      if count == 0 || !isSmall { return 0 }
      let keys = base.load(fromByteOffset: 48, as: UnsafeRawPointer.self)
      var sum = base.load(fromByteOffset: 64, as: UInt64.self)
      var offset = 0
      while offset < 16 &<< Int(scale) {
        sum &+= keys.load(fromByteOffset: offset, as: UInt64.self)
        offset &+= 64
      }
      return sum
    }

    /// Where the values begin.
    @inline(__always)
    var values: UnsafeRawPointer { base.load(fromByteOffset: 56, as: UnsafeRawPointer.self) }
  }

  /// Whether dictionaries read here as they do the public way. Those that may be bridged from elsewhere are not read
  /// here at all.
  static let isTrusted: Bool = {
    #if canImport(ObjectiveC) || !_pointerBitWidth(_64)
      return false
    #else
      return StringMemory.isTrusted && [0, 1, 2, 3, 4, 5, 7, 12, 13, 24].allSatisfy(readsAlike)
    #endif
  }()

  private static func readsAlike(_ count: Int) -> Bool {
    let names = (0..<count).map { $0 % 3 == 0 ? "a name that is too long to be stored in place \($0)" : "k\($0)" }
    var sample: [String: (Int, UInt8)] = [:]
    for (index, name) in names.enumerated() { sample[name] = (index, 1) }
    // Removing makes holes.
    sample["k4"] = nil
    return withUnsafeBytes(of: sample) { bytes in
      guard bytes.count == 8, let address = bytes.baseAddress else { return false }
      let storage = Storage(address)
      guard storage.count == sample.count, storage.isSmall else { return false }
      return (names + ["missing", ""]).allSatisfy { name in
        let place = storage.place(of: DynamicName(name))
        guard let expected = sample[name] else { return place == nil }
        let stride = MemoryLayout<(Int, UInt8)>.stride
        return place.map { (storage.values + $0 * stride).load(as: Int.self) == expected.0 } ?? false
      }
    }
  }
}
