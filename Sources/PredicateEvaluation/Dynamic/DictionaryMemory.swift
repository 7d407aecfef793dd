import PredicateValues

/// Reads Swift dictionaries with strings for keys where they lie: the one file that knows how the standard library lays them out.
///
/// A dictionary is the address of its storage: behind two words of header the count, the capacity, the binary logarithm of the number of
/// places, and at 48 and 56 the addresses of the keys and of the values, then the bits of the places that are taken. A small table is
/// scanned, which needs no hashing, and finds keys by their scalars. Used only where ``isTrusted``.
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
    func place(of key: TextEqualTest) -> Int? {
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

    /// Where the values begin.
    @inline(__always)
    var values: UnsafeRawPointer { base.load(fromByteOffset: 56, as: UnsafeRawPointer.self) }
  }

  /// Whether dictionaries read here as they do the public way. Those that may be bridged from elsewhere are not read here at all.
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
        let place = storage.place(of: TextEqualTest(offset: 0, Array(name.utf8)))
        guard let expected = sample[name] else { return place == nil }
        let stride = MemoryLayout<(Int, UInt8)>.stride
        return place.map { (storage.values + $0 * stride).load(as: Int.self) == expected.0 } ?? false
      }
    }
  }
}
