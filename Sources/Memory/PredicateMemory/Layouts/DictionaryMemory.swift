import CPrefetch
import PredicateValues

/// Reads Swift dictionaries with string keys in place.
///
/// A dictionary is the address of its storage. The storage has the count at 16, the capacity, the binary logarithm of the number of places at 32, the seed
/// of its hashes at 40, the addresses of the keys and the values at 48 and 56, and one bit per place from 64 on, which is set if the place is taken.
/// A key is at the place that its hash gives or in the taken places that follow. Keys are compared by their scalars. Used only if ``isTrusted``.
public enum DictionaryMemory {
  /// The storage of a dictionary.
  public struct Storage {
    @usableFromInline let base: UnsafeRawPointer

    /// The storage of the dictionary at an address.
    @inlinable @inline(__always)
    public init(_ dictionary: UnsafeRawPointer) { base = dictionary.load(as: UnsafeRawPointer.self) }

    /// How many keys there are.
    @inlinable @inline(__always)
    public var count: Int { base.load(fromByteOffset: 16, as: Int.self) }

    /// The number of the last place: the number of places, a power of two, minus one.
    @inlinable @inline(__always)
    var lastPlace: Int { (1 &<< Int(base.load(fromByteOffset: 32, as: UInt8.self))) &- 1 }

    @inlinable @inline(__always)
    var keys: UnsafeRawPointer { base.load(fromByteOffset: 48, as: UnsafeRawPointer.self) }

    @inlinable @inline(__always)
    func isTaken(_ place: Int) -> Bool {
      let word = base.load(fromByteOffset: 64 &+ (place &>> 6) &* 8, as: UInt64.self)
      return word &>> UInt64(truncatingIfNeeded: place) & 1 != 0
    }

    /// The place where the search for a key with a hash begins.
    @inlinable @inline(__always)
    public func address(_ hash: NameHash) -> UnsafeRawPointer {
      let place = Int(bitPattern: hash(base.load(fromByteOffset: 40, as: UInt64.self))) & lastPlace
      return keys + place &* 16
    }

    /// The place of a key with these words; nil if it is absent. The search begins at the address that the key's hash gives. `isKey` compares keys that
    /// are not stored in their two words.
    @inlinable @inline(__always)
    public func place(
      of words: (UInt64, UInt64), from address: UnsafeRawPointer, isKey: (UnsafeRawPointer) -> Bool
    ) -> Int? {
      let keys = keys
      let lastPlace = lastPlace
      var place = (address - keys) &>> 4
      // There always is a free place.
      while isTaken(place) {
        let key = keys + place &* 16
        let (first, second) = StringMemory.words(key)
        if (first ^ words.0) | (second ^ words.1) == 0 { return place }
        // A short string may be stored as a long one.
        if !StringMemory.isSmall(second), isKey(key) { return place }
        place = (place &+ 1) & lastPlace
      }
      return nil
    }

    /// Prefetches the count and the bits of the first places.
    @inlinable @inline(__always)
    public func prefetch() {
      c_prefetch(base + 16)
      c_prefetch(base + 64)
    }

    /// The first value.
    @inlinable @inline(__always)
    public var values: UnsafeRawPointer { base.load(fromByteOffset: 56, as: UnsafeRawPointer.self) }
  }

  /// Whether sample dictionaries read the same in place as by public functions. Dictionaries that may be bridged from Objective-C are not read in place.
  public static let isTrusted: Bool = {
    StringMemory.isTrusted && isLaidOutAsDescribed
      && [0, 1, 2, 3, 4, 5, 7, 12, 13, 24, 49, 200].allSatisfy(readsAlike)
  }()

  /// Whether the runtime describes a dictionary as a reference to an object with these fields. This confirms the addresses that ``Storage`` reads.
  private static var isLaidOutAsDescribed: Bool {
    FieldTable.isBridgedStorage(
      [String: Int].self, named: "__RawDictionaryStorage", unsafeBitCast(["a": 1], to: AnyObject.self),
      ["_count": 16, "_scale": 32, "_seed": 40, "_rawKeys": 48, "_rawValues": 56])
  }

  private static func readsAlike(_ count: Int) -> Bool {
    let names = (0..<count).map { $0 % 3 == 0 ? "too long for two words \($0 % 10)" : "kéy \($0)" }
    var sample: [String: (Int, UInt8)] = [:]
    for (index, name) in names.enumerated() { sample[name] = (index, 1) }
    // Removing makes holes.
    sample["kéy 4"] = nil
    return withUnsafeBytes(of: sample) { bytes in
      guard bytes.count == 8, let address = bytes.baseAddress else { return false }
      let storage = Storage(address)
      guard storage.count == sample.count else { return false }
      return (names + ["missing", ""]).allSatisfy { text in
        guard let hash = NameHash(text) else { return false }
        let place = storage.place(of: StringMemory.smallWords(text) ?? (0, 0), from: storage.address(hash)) {
          StringMemory.string($0).utf8.elementsEqual(text.utf8)
        }
        guard let expected = sample[text] else { return place == nil }
        let stride = MemoryLayout<(Int, UInt8)>.stride
        return place.map { (storage.values + $0 * stride).load(as: Int.self) == expected.0 } ?? false
      }
    }
  }
}
